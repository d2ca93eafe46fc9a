"""Bankruptcy, what happens to the bankrupt player's property, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.accounts import pay
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash, holdings, sold_back, worth
from adjudicator_rulesets.chemistry_monopoly.play.settling import go_on
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB, Debt, money

if TYPE_CHECKING:
    from adjudicator.engine.ledger import Ledger
    from adjudicator_rulesets.chemistry_monopoly.play.state import State

SHORT_END = 2  # M-SHORT-END: the bankruptcy that ends the short game


def give_up(ledger: Ledger[State], player: int) -> None:
    debt: Debt = ledger.state.agenda.top
    ledger.record("went_bankrupt", player, to=debt.creditor, amount=debt.amount)
    ledger.eliminate(player)


def gone(ledger: Ledger[State], player: int) -> None:
    """M-LEAVE: bankrupt to the creditor of an open debt, otherwise to the Lab."""
    state = ledger.state
    debts = [m for m in state.agenda.matters if isinstance(m, Debt) and m.debtor == player]
    creditor = debts[0].creditor if debts else None
    if _is_last(state):
        _end(ledger, player, creditor)
        return
    deeds = holdings(state).of(player)
    if creditor is None:
        left = cash(state, player)
        paid = [pay(money(player), LAB, left)] if left else []
        ledger.record("estate_left", player, deeds=deeds, accounts=paid)
    else:
        sold, left = sold_back(state, player), cash(state, player)
        paid = [pay(LAB, money(creditor), sold)] if sold else []
        paid += [pay(money(player), money(creditor), left)] if left else []
        ledger.record("estate_taken", player, to=creditor, whole=False, deeds=deeds, accounts=paid)
    go_on(ledger)


def _is_last(state: State) -> bool:
    """M-END-NOW, M-SHORT-END."""
    out = len(state.players) - len(state.playing)
    return len(state.playing) == 1 or (state.options.short and out == SHORT_END)


def _end(ledger: Ledger[State], player: int, creditor: int | None) -> None:
    """M-END, M-SHORT-LAST: the short game ends with the estate handed over as it is, and worth is counted."""
    state = ledger.state
    if not state.options.short:
        ledger.end("one_left", [worth(state, p) if p in state.playing else 0 for p in state.players])
        return
    if creditor is not None:
        left = cash(state, player)
        paid = [pay(money(player), money(creditor), left)] if left else []
        deeds = holdings(state).of(player)
        ledger.record("estate_taken", player, to=creditor, whole=True, deeds=deeds, accounts=paid)
        state = ledger.state
    scores = [worth(state, p, halved=True) if p in state.playing else 0 for p in state.players]
    ledger.end("richest", scores)
