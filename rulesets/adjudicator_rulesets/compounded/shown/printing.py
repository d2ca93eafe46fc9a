"""The box of Compounded on paper: compounds and fires, benches, crystals, tokens, tools, scoring board."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.printing.box import Part
from adjudicator.printing.geometry import Box, corners
from adjudicator.printing.pictures import TOOLS, flame, seat
from adjudicator.printing.pieces import back_of, token
from adjudicator.printing.press import BLACK, GREY, LINE, PALE, THICK, THIN, WHITE
from adjudicator.printing.setting import PrintError, bold, plain, worded
from adjudicator.printing.sheets import Piece, copies, cut_out, halves, heading, score_sheet
from adjudicator.prose import worded as named
from adjudicator_rulesets.compounded.play.game import WITH_NOBEL
from adjudicator_rulesets.compounded.play.lab import NOBEL, NOBELS
from adjudicator_rulesets.compounded.shown.cards import print_cards
from adjudicator_rulesets.compounded.shown.crystals import colours_of, crystal, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.press import Press
    from adjudicator_rulesets.compounded.edition import Crystal, Edition
    from adjudicator_rulesets.compounded.shown.crystals import Colours

_named = partial(named, "compounded")
CRYSTAL = 11.0
TOKEN = 16.0
TOOL = (40.0, 40.0)
MOST_CLAIMS, MOST_SPACES, MOST_POINTS = 5, 16, 150  # for which a bench and a board have room


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    play, players = edition.play, order.players
    crystals = copies((crystal, crystal.count) for crystal in edition.crystals)
    tools = copies(edition.tools)
    flames = _flames(edition)
    colours = colours_of(edition)
    nobel = players == WITH_NOBEL  # K-NOBEL: a third bench, with two markers and claim tokens
    marks = len(edition.tracks) * players + len(NOBELS) * nobel
    spaces = (dict(edition.tracks)["lab"][-1] - dict(edition.tracks)["lab"][0]) * players
    tokens = worded(
        "tokens_hold",
        claims=play.claims * (players + nobel),
        marks=marks,
        spaces=spaces,
        players=players,
        flames=flames,
    )
    return (
        Part(
            "cards",
            "compound_cards",
            worded(
                "cards_hold",
                n=len(edition.cards),
                fires=play.fires,
                players=players,
            ),
            partial(print_cards, edition=edition, order=order, colours=colours),
        ),
        Part(
            "benches",
            "work_benches",
            worded(
                "benches_hold_nobel" if nobel else "benches_hold",
                players=players,
            ),
            partial(_benches, edition=edition, order=order, colours=colours),
        ),
        Part(
            "crystals",
            "crystals",
            worded("crystals_hold", n=len(crystals), wilds=play.wilds * players),
            partial(_crystals, crystals=crystals, wilds=play.wilds * players, colours=colours),
        ),
        Part(
            "tokens",
            "tokens",
            tokens,
            partial(_tokens, edition=edition, players=players, flames=flames, spaces=spaces),
        ),
        Part(
            "tools",
            "tool_tiles",
            worded("n_tiles", n=len(tools)),
            partial(_tools, tools=tools, title=order.title),
        ),
        Part(
            "board",
            "scoring_board",
            worded("board_holds", target=play.target),
            partial(_board, edition=edition),
        ),
        Part(
            "scores",
            "score_sheet",
            "scores_hold",
            partial(_scores, edition=edition, order=order),
        ),
    )


def _flames(edition: Edition) -> int:
    """K-FLAMES: as many as can ever lie on a full field at once."""
    limits = sorted((card.flames or edition.play.burner_flames for card in edition.cards), reverse=True)
    return sum(limits[: edition.play.field**2])


# --- benches ------------------------------------------------------------------------------------------------


def _benches(press: Press, edition: Edition, order: Order, colours: Colours) -> None:
    benches = order.players + (order.players == WITH_NOBEL)
    halves(
        press, "work_bench", benches, partial(_bench, edition=edition, people=order.players, colours=colours)
    )


def _bench(press: Press, box: Box, player: int, edition: Edition, people: int, colours: Colours) -> None:
    """K-SPACES, K-START-TRACKS, K-START-CLAIMS, K-CRYSTALS: spaces, four tubes, claims, the key."""
    nobel = player > people
    head = box.top(17)
    waiting = edition.play.claims - (not nobel)  # K-START-CLAIMS: one lies on the Study tube
    shown = min(waiting, MOST_CLAIMS)
    for at in range(shown):
        press.circle(head.x + 8 + at * 17, head.y + 8, TOKEN / 2 - 0.6, line=GREY, thick=THIN)
    press.text(plain("claims"), Box(head.x + shown * 17 + 1, head.y, 16, 16), 9, align="left", colour=GREY)
    seat(press, head.rightmost(14).inset(0.5), player)
    title = bold(f"{worded('work_bench')} · {NOBEL}" if nobel else "work_bench")
    press.text(title, Box(head.right - 76, head.y, 60, 14), 18, align="right", lines=1)
    body = box.below(20)
    spaces, tubes, key = body.rows(1.6, 4.6, 1.3, gap=3)
    lab = dict(edition.tracks)["lab"]
    if lab[-1] > MOST_SPACES:
        raise PrintError("too_large", f"A bench has room for {MOST_SPACES} elements, not {lab[-1]}.")
    side = min(15.0, spaces.w / lab[-1])
    for at in range(lab[0] if nobel else lab[-1]):  # K-NOBEL-LIMIT: he keeps no more
        place = Box(spaces.x + at * spaces.w / lab[-1], spaces.y, side, side)
        press.rect(
            place,
            line=BLACK if at < lab[0] else GREY,
            thick=LINE,
            radius=1,
            dash=() if at < lab[0] else (1, 1),
        )
        if at >= lab[0]:
            press.text(plain(worded("lab_space", n=at + 1)), place.inset(1), 9, colour=GREY, lines=1)
    own = [(name, levels) for name, levels in edition.tracks if not nobel or name in NOBELS]
    if nobel:
        remark, tubes = tubes.rows(1, 1, gap=2)
        said = "nobel_remark"
        press.text(plain(said), remark, 12, align="left")
    _tubes(press, tubes, own)
    _key(press, key, edition, colours)


def _tubes(press: Press, box: Box, tracks: Sequence[tuple[str, Sequence[int]]]) -> None:
    for (name, levels), tube in zip(tracks, box.rows(*[1] * len(tracks), gap=2), strict=True):
        press.text(bold(name), tube.left(26), 12, align="left", lines=1)
        glass = Box(tube.x + 44, tube.y, tube.w - 44, tube.h)
        if name == "study":  # K-START-CLAIMS: the claim that is ready lies on top of the tube
            ready = Box(tube.x + 27, tube.y, 15.5, tube.h)
            press.circle(*ready.centre, min(TOKEN, tube.h) / 2 - 0.6, line=BLACK, thick=LINE)
            press.text(plain("claim"), ready.inset(2, 1), 8, colour=GREY, lines=1)
        press.rect(glass, fill=WHITE, line=GREY, thick=LINE, radius=glass.h / 2)
        for at, (level, cell) in enumerate(
            zip(levels, glass.inset(4, 0).columns(*[1] * len(levels)), strict=True)
        ):
            x, y = cell.centre
            press.circle(x, y, cell.h / 2 - 0.8, line=PALE if at else BLACK, thick=LINE)
            press.text(bold(str(level)), cell.inset(2, 1), 16, lines=1)


def _key(press: Press, box: Box, edition: Edition, colours: Colours) -> None:
    for one, cell in zip(edition.crystals, box.columns(*[1] * len(edition.crystals), gap=2), strict=True):
        place(press, cell.left(min(cell.h, 11)).top(min(cell.h, 11)), one.symbol, colours)
        upper, lower = Box(cell.x + 12, cell.y + 1, cell.w - 12, min(cell.h, 11) - 2).rows(1, 1)
        press.text(plain(_named(ELEMENTS[one.symbol].name)), upper, 8.5, align="left", lines=1)
        press.text(plain(f"× {one.count}"), lower, 8.5, align="left", lines=1)


# --- what is cut out small ----------------------------------------------------------------------------------


def _crystals(press: Press, crystals: Sequence[Crystal], wilds: int, colours: Colours) -> None:
    pieces = [Piece(one.symbol, partial(crystal, symbol=one.symbol, colours=colours)) for one in crystals]
    cut_out(press, "crystals", [*pieces, *copies([(Piece("wild", _wild), wilds)])], (CRYSTAL, CRYSTAL))


def _wild(press: Press, cell: Box) -> None:
    """K-WILD: any one element."""
    x, y = cell.centre
    press.shape(corners(x, y, 8, cell.w / 2 - 0.5), fill=WHITE, line=BLACK, thick=LINE)
    press.text(bold("wild"), cell.inset(2, 3), 10, lines=1)


def _tokens(press: Press, edition: Edition, players: int, flames: int, spaces: int) -> None:
    counted: list[tuple[Piece, int]] = []
    for player in range(1, players + 1 + (players == WITH_NOBEL)):
        own = partial(_claim, player=player)
        level = Piece("research", partial(_mark, player=player, text="level"))
        counted += [
            (Piece("claim", own, partial(own, temporary=True)), edition.play.claims),
            (level, len(edition.tracks) if player <= players else len(NOBELS)),
            (Piece("score", partial(_mark, player=player, text="score")), player <= players),
        ]
    counted += [
        (Piece("space", _space), spaces),
        (Piece("lead", partial(token, text=bold("lead"), size=11)), 1),
        (Piece("flame", _flame), flames),
    ]
    pieces = copies(counted)
    cut_out(press, "tokens", pieces, (TOKEN, TOKEN))


def _claim(press: Press, cell: Box, player: int, *, temporary: bool = False) -> None:
    """K-FREE: its other side is temporary."""
    seat(press, cell.inset(1.2).above(3), player, hollow=temporary)
    press.text(plain("temporary" if temporary else "claim"), cell.bottom(3.8).inset(1, 0.6), 7, lines=1)


def _mark(press: Press, cell: Box, player: int, text: str) -> None:
    seat(press, cell.inset(2).above(3), player)
    press.text(plain(text), cell.bottom(3.8).inset(1, 0.6), 7, lines=1)


def _space(press: Press, cell: Box) -> None:
    press.rect(cell.inset(1.2), line=BLACK, thick=LINE, radius=1)
    press.text(plain("space"), cell.inset(2), 9, lines=1)


def _flame(press: Press, cell: Box) -> None:
    flame(press, cell.inset(3.5, 1.5))


def _tools(press: Press, tools: Sequence[str], title: str) -> None:
    back = back_of(title, "tool", "metal")
    cut_out(press, "tool_tiles", [Piece(name, partial(_tool, name=name), back) for name in tools], TOOL)


def _tool(press: Press, cell: Box, name: str) -> None:
    frame = cell.inset(2)
    press.rect(frame, line=BLACK, thick=LINE, radius=2)
    picture, head, what = frame.inset(2).rows(15, 6, 11)
    TOOLS[name](press, Box(picture.centre[0] - 7, picture.y + 0.5, 14, 14))
    press.text(bold(f"{name}_tool"), head, 11, lines=1)
    press.text(plain(f"{name}_does"), what, 8)


# --- scores -------------------------------------------------------------------------------------------------

PER_LINE = 8


def _board(press: Press, edition: Edition) -> None:
    """K-START-SCORE: from hydrogen on, a square for each point; markers begin beside the first."""
    target = edition.play.target
    if target > MOST_POINTS:
        raise PrintError("too_large", f"A scoring board has room for {MOST_POINTS} points, not {target}.")
    page = press.page().inset(8, 6).above(6)
    press.place("Scoring board", page.inset(-1))
    remark = plain(worded("scoring_board_remark", target=target))
    box = heading(press, page, "scoring_board", remark)
    lines = ceil((target + 1) / PER_LINE)
    rows = box.rows(*[1] * lines, gap=1.5)
    symbols = ["", *ELEMENTS]
    for points in range(target + 1):
        line, column = divmod(points, PER_LINE)
        column = PER_LINE - 1 - column if line % 2 else column  # as an ox ploughs
        cell = rows[line].columns(*[1] * PER_LINE, gap=1.5)[column]
        symbol = symbols[points] if points < len(symbols) else ""
        fill = press.shades_of(symbol).ground if symbol else WHITE
        press.rect(
            cell,
            fill=fill,
            line=BLACK if points in (0, target) else GREY,
            thick=THICK if points == target else LINE,
            radius=1.5,
        )
        press.text(bold(str(points)), cell.inset(1.5).top(5), 10, align="left", lines=1)
        if symbol:
            press.text(plain(symbol), cell.inset(3, 5), 20, colour=GREY, lines=1)
    press.foot("scoring_board", press.edition)


def _scores(press: Press, edition: Edition, order: Order) -> None:
    play = edition.play
    columns = [worded("scientist_number", number=number) for number in range(1, order.players + 1)]
    lines = (
        "worth_of_board",
        worded("worth_of_extinguishers", n=play.worth_extinguisher),
        worded("worth_of_wilds", n=play.worth_wild),
        worded("worth_of_claims", n=play.worth_claimed),
        worded("worth_of_bench", n=play.worth_bench),
        "in_all",
    )
    score_sheet(press, "score_sheet", "scores_remark", columns, [line for _ in range(3) for line in lines])
