"""Examples that once were said falsely beside a right ruling: names, hints and remarks, each as a chemist signs it."""

from __future__ import annotations

import re

import pytest

from adjudicator import judge, prose
from adjudicator.chem.naming import check, names
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.ruleset import ask, load_ruleset

TABLE = CompoundTable.open()


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize(
    ("formula", "english", "german"),
    [
        ("H2[PtCl6]", "hexachloroplatinic(IV) acid", "Hexachloridoplatin(IV)-säure"),
        ("H3[Fe(CN)6]", "hexacyanoferric(III) acid", "Hexacyanidoeisen(III)-säure"),
        ("H[AuCl4]", "tetrachloroauric(III) acid", "Tetrachloridogold(III)-säure"),
        ("H2[SnCl6]", "hexachlorostannic(IV) acid", "Hexachloridozinn(IV)-säure"),
        ("H2[TiF6]", "hexafluorotitanic(IV) acid", "Hexafluoridotitan(IV)-säure"),
        ("H[SbF6]", "hexafluoroantimonic(V) acid", "Hexafluoridoantimon(V)-säure"),
        ("UO2(CH3COO)2", "uranyl acetate", "Uranylacetat"),
        ("VOSO4", "vanadyl sulfate", "Vanadylsulfat"),
        ("COCl2", "phosgene", "Phosgen"),
        ("CH2O", "formaldehyde", "Formaldehyd"),
        ("HCHO", "formaldehyde", "Formaldehyd"),
        ("HN3", "hydrazoic acid", "Stickstoffwasserstoffsäure"),
        ("COS", "carbonyl sulfide", "Carbonylsulfid"),
        ("CN4", "cyanogen azide", "Cyanazid"),
        ("NH4OCN", "ammonium cyanate", "Ammoniumcyanat"),
        ("CoO2", "cobalt(IV) oxide", "Cobalt(IV)-oxid"),
        ("Ag2O2", "silver(I,III) oxide", "Silber(I,III)-oxid"),
        ("NHCl2", "dichloramine", "Dichloramin"),
        ("CrO2", "chromium(IV) oxide", "Chrom(IV)-oxid"),
        ("Fe4[Fe(CN)6]3", "iron(III) hexacyanoferrate(II)", "Eisen(III)-hexacyanidoferrat(II)"),
        ("Fe3[Fe(CN)6]2", "iron(II) hexacyanoferrate(III)", "Eisen(II)-hexacyanidoferrat(III)"),
        ("Cu2[Fe(CN)6]", "copper(II) hexacyanoferrate(II)", "Kupfer(II)-hexacyanidoferrat(II)"),
        (
            "[Co(NH3)6][Cr(CN)6]",
            "hexaamminecobalt(III) hexacyanochromate(III)",
            "Hexaammincobalt(III)-hexacyanidochromat(III)",
        ),
        ("K2[Ni(CN)4]", "potassium tetracyanonickelate(II)", "Kalium-tetracyanidonickelat(II)"),
        ("Ag2HgI4", "silver tetraiodomercurate(II)", "Silber-tetraiodidomercurat(II)"),
        ("K2Cd(CN)4", "potassium tetracyanocadmate", "Kalium-tetracyanidocadmat"),
        ("WO2I2", "tungsten(VI) iodide oxide", "Wolfram(VI)-iodidoxid"),
        ("MoO2Cl2", "molybdenum dichloride dioxide", "Molybdän(VI)-chloridoxid"),
        ("Al2SiO5", "aluminium orthosilicate oxide", "Aluminiumorthosilicatoxid"),
        ("PtAs2", "platinum diarsenide", "Platindiarsenid"),
        ("Ag3AsS3", "proustite", "Proustit"),
        ("Ca2B6O11·5H2O", "colemanite", "Colemanit"),
        ("NaCaB5O9·8H2O", "ulexite", "Ulexit"),
    ],
)
def test_the_first_name(formula: str, english: str, german: str) -> None:
    assert names(formula, TABLE)[0] == english
    assert names(formula, TABLE, "de")[0] == german


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize(
    ("formula", "name", "language", "answer"),
    [
        ("UO2(CH3COO)2", "uranium(IV) diacetate peroxide", "en", "wrong"),
        ("NH4Cl", "nitrogen tetrahydride chloride", "en", "wrong"),
        ("NH4VO3", "ammonium vanadate(V)", "en", "right"),
        ("P4S3", "phosphorus sesquisulfide", "en", "right"),
        ("NH2CH2COOH", "aminoethanoic acid", "en", "right"),
        ("CSCl2", "carbonothioyl dichloride", "en", "right"),
        ("CO(NH2)2", "isourea", "en", "wrong"),
        ("HNO3", "Peroxynitrousacid", "en", "wrong"),
        ("H2[PtCl6]", "hexachloroplatinum(VIII) hydride", "en", "wrong"),
        ("CH3SCH3", "Ethanthiol", "de", "wrong"),
        ("CH3COCH3", "Propylenoxid", "de", "wrong"),
        ("CH3CHO", "Ethylenoxid", "de", "wrong"),
        ("C6H5OH", "4-Hexen-1-in-3-on", "de", "wrong"),
        ("CCl4", "Tetrachlorkohlenstoff", "de", "right"),
        ("H2SO4", "Hydrogensulfat", "de", "wrong"),
        ("H2CO3", "hydrogen carbonate", "en", "wrong"),
        ("H2CO3", "Hydrogencarbonat", "de", "wrong"),
        ("ClCH2CH2Cl", "dichloroethylene", "en", "wrong"),
        ("(CH3)2SO4", "isethionic acid", "en", "wrong"),
        ("VOSO4", "vanadium(II) peroxymonosulfate", "en", "wrong"),
        ("ReO3Cl", "rhenium(VII) trioxychloride", "en", "right"),
        ("ReOCl3", "rhenium(VII) trioxychloride", "en", "wrong"),
    ],
)
def test_what_counts_as_a_name(formula: str, name: str, language: str, answer: str) -> None:
    assert check(formula, name, TABLE, language).answer == answer


@pytest.mark.rule("V-NAME-HONEST", "V-NAME-UNITS")
@pytest.mark.parametrize(
    ("formula", "name", "language", "said"),
    [
        ("NH4SCN", "thiourea", "en", "thiourea is the isomer CS(NH2)2. NH4SCN is ammonium thiocyanate."),
        ("NH4OCN", "Harnstoff", "de", "Harnstoff ist das Isomer H2NCONH2. NH4OCN heißt Ammoniumcyanat."),
        ("MnH2SO5", "Mangan(II)-sulfat-Monohydrat", "de", "MnH2SO5 hat keinen Namen, den wir kennen."),
        ("CH3CH2COOH", "Essigsäuremethylester", "de", "ist das Isomer CH3COOCH3. CH3CH2COOH heißt Propionsäure."),
        ("Pb(CH3COO)2", "sugar of lead", "en", "sugar of lead is a name of Pb(CH3COO)2"),
        ("Pb(CH3COO)2·3H2O", "sugar of lead", "en", "sugar of lead is a name of Pb(CH3COO)2·3H2O"),
        ("NaHSO4", "bisulfate", "en", "bisulfate names an ion, not a whole substance."),
        ("PbO2", "lead peroxide", "en", "lead peroxide is an old name of PbO2, and says something else today."),
        ("Pb2O3", "lead(II) plumbate(IV)", "en", "lead(II) plumbate(IV) is Pb3O4 (lead(II,IV) oxide)."),
        ("FeCl2", "iron(III) chloride", "en", "iron(III) chloride is FeCl3. In FeCl2 the number is II"),
        ("C6H12O6", "fructose", "en", "glucose, inositol and mannose have it too."),
    ],
)  # fmt: skip
def test_what_a_sentence_says_of_another_substance(formula: str, name: str, language: str, said: str) -> None:
    assert said in check(formula, name, TABLE, language).message


@pytest.mark.rule("C-NAME-SHOWN")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("formula", ["KO2", "CaC2", "KMnO4", "NaH", "H2O2", "H2SiO3", "CuSO4·5H2O"])
def test_a_verdict_names_what_is_known_whether_or_not_it_is_legal(formula: str, language: str) -> None:
    with prose.speaking(language):
        assert judge(formula).name == names(formula, TABLE, "en")[0]


NOT_MADE = "no such compound is on record"
DECOMPOSES = "the real compound does not last: it falls apart"


@pytest.mark.rule("C-RULE-FIRST")
@pytest.mark.parametrize(
    ("formula", "remark"),
    [
        ("PbI4", NOT_MADE),
        ("CuI2", DECOMPOSES),
        ("FeI3", DECOMPOSES),
        ("Fe2(CO3)3", DECOMPOSES),
        ("Al2(CO3)3", "only under very high pressure"),
        ("Pb(NO3)4", NOT_MADE),
        ("Fe3P2", NOT_MADE),
        ("Ag2O2", NOT_MADE),  # AgO has no peroxide ion
        ("FeO2", "only under very high pressure"),
        ("Na3P", ""),
        ("P3N5", ""),
        ("FeCl3", ""),
    ],
)
def test_what_is_legal_and_not_in_any_bottle(formula: str, remark: str) -> None:
    said = [check.message for check in judge(formula).checks if check.rule == "C-RULE-FIRST"]
    assert bool(said) == bool(remark)
    assert all(remark in message for message in said)


@pytest.mark.parametrize(
    ("question", "rules", "english", "german"),
    [
        ("NaNaP", "compoundit:standard", "One more Na would make it Na3P.", "Mit 1 Na mehr wird es Na3P."),
        ("SOOOO", "compoundit:standard", "Adding two H would make it H2SO4.", "Mit 2 H mehr wird es H2SO4."),
        (
            "AlO",
            "compoundit:standard",
            "One more Al and two more O would make it Al2O3.",
            "Mit 1 Al mehr und 2 O mehr wird es Al2O3.",
        ),
        ("CuCuCuOOO", "compoundit:standard", "that would be CuO.", "das wäre CuO."),
        ("ZnCl", "valence-plus", "One more Cl would make it ZnCl2.", "Mit 1 Cl mehr wird es ZnCl2."),
        (
            "FeSCN",
            "compoundit:standard",
            "One more thiocyanate ion would make it Fe(SCN)2.",
            "Mit 1 Thiocyanat-Ion mehr wird es Fe(SCN)2.",
        ),
        (
            "CaPO4",
            "compoundit:standard",
            "Two more calcium ions and one more phosphate ion would make it Ca3(PO4)2.",
            "Mit 2 Calcium-Ionen mehr und 1 Phosphat-Ion mehr wird es Ca3(PO4)2.",
        ),
        (
            "NH4NH4Cl",
            "compoundit:standard",
            "One fewer ammonium ion would make it NH4Cl.",
            "Mit 1 Ammonium-Ion weniger wird es NH4Cl.",
        ),
        (
            "FePO4OH",
            "compoundit:standard",
            "One fewer hydroxide ion would make it FePO4.",
            "Mit 1 Hydroxid-Ion weniger wird es FePO4.",
        ),
        (
            "NaSO4",  # tiles where every polyatomic ion stays
            "compoundit:standard",
            "One more Na would make it Na2SO4.",
            "Mit 1 Na mehr wird es Na2SO4.",
        ),
        (
            "NH4PO4",  # no whole ion: H2PO4
            "compoundit:standard",
            "Two more H would make it NH4H2PO4.",
            "Mit 2 H mehr wird es NH4H2PO4.",
        ),
        ("PO4", "compoundit:standard", "Adding three H would make it H3PO4.", "Mit 3 H mehr wird es H3PO4."),
        ("H(OH)2", "ion:base", "One fewer OH would make it H2O.", "Mit 1 OH weniger wird es H2O."),
    ],
)
def test_the_hint_that_comes_first(question: str, rules: str, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        with prose.speaking(language):
            assert said in judge(question, rules).decisive.message


@pytest.mark.parametrize(
    ("question", "rules", "said", "never"),
    [
        ("Mg(OH)NO3", "compoundit:standard", "Hydroxide and nitrate are different polyatomic ions", "four kinds"),
        ("CO(NH2)2", "compoundit:standard", "No polyatomic ion of this game makes a compound", "ammonium"),
        ("AlOOH", "compoundit:standard", "aluminium, oxide and hydroxide", "oxyhydroxide is not among"),
        ("MgSO3", "ion:polyatomic", "together make MgSO3: no card is O or S alone.", "these cards make"),
        ("NaHe", "ion:base", "By itself it scores 2 points.", "themselves"),
        ("NaHeNe", "ion:base", "By themselves they score 5 points.", "By itself"),
        ("KAlSO4", "compoundit:standard", "reads as potassium, aluminium and sulfate.", "sulfite"),
        ("Na2S2O4", "compoundit:standard", "Dithionite is not among this game's ions.", "sulfide and"),
        ("Na2S2O8", "compoundit:standard", "Peroxydisulfate is not among this game's ions.", "sulfate and"),
        ("NaPO3", "compoundit:standard", "Metaphosphate is not among this game's ions.", "phosphide"),
        ("Cu2(OH)2CO3", "compoundit:standard", "Hydroxide and carbonate are different", "hydrogen carbonate"),
        ("Fe2[Fe(CN)6]", "compoundit:standard", "Hexacyanoferrate(II) is not among", "Cyanide is not among"),
        ("Cu(ONC)2", "compoundit:standard", "Fulminate is not among", "Cyanate"),
        ("C6H12O6", "compoundit:standard", "Glucose is real", "HC2H3O2"),
        ("KO2", "compoundit:standard", "Superoxide is not among this game's ions.", "peroxide and"),
        ("NO", "compoundit:standard", "add up to +3.", "One H short"),
        ("K3[Fe(CN)6]", "compoundit:standard", "Hexacyanoferrate(III) is not among", "kinds of ion"),
        ("K3FeC6N6", "compoundit:standard", "Hexacyanoferrate(III) is not among", "kinds of ion"),
        ("Na[Ag(CN)2]", "compoundit:standard", "square brackets is a complex", "kinds of ion"),
        ("NH4OCN", "compoundit:standard", "Cyanate is not among this game's ions.", "oxide and"),
        ("NH4BrO3", "compoundit:standard", "Bromate is not among this game's ions.", "nitrite"),
        ("FeCuZn", "compoundit:standard", "No polyatomic ion of this game makes a compound", "These tiles"),
        ("H2SiO3", "compoundit:standard", "Metasilicic acid is real", "H2O3Si"),
        ("H2SiO3", "compoundit:expert", "Metasilicic acid is on record", "H2O3Si"),
        ("CuSO4·5H2O", "compoundit:standard", "A hydrate has water beside its ions", "hydroxide"),
        ("MgClF", "ion:base", "In this game a compound has one kind", "neutral"),
        ("NaHCO3", "ion:polyatomic", "it counts as no compound here", "never become neutral"),
        ("HCN", "compounded", "HCN is hydrogen cyanide", "CHN"),
        ("HCNO", "compounded", "CHNO is isocyanic acid", "HOCN"),
        ("HNCO", "compoundit:standard", "Isocyanic acid is real", "ion of cyanic acid"),
        ("CSi", "chemistry-monopoly", "Carbon and silicon belong to no set and are never", "silicon, elements of"),
        ("Si", "chemistry-monopoly", "that this game calls life elements", "is a life element"),
    ],
)  # fmt: skip
def test_a_reason_reads_the_formula_as_it_is_written(
    question: str, rules: str, said: str, never: str
) -> None:
    message = judge(question, rules).decisive.message
    assert said in message
    assert never not in message


@pytest.mark.parametrize(
    ("question", "rules", "sentence"),
    [
        ("SiF2", "compoundit:expert", "bräuchten drei Paare, und diese Atome können nur zwei Paare teilen."),
        ("ClF3", "compoundit:expert", "lassen volle Oktette zwei Paare zum Teilen, und um die Atome zusammenzuhalten, braucht es drei Paare."),
        ("NO", "compoundit:expert", "hier fehlen C und H."),
        ("CO2", "compoundit:organic", "hier fehlt H."),
        ("CSi", "chemistry-monopoly", "Kohlenstoff und Silicium gehören zu keinem Satz und werden nie kondensiert."),
        ("H2CO2", "compoundit:standard", "Ameisensäure: Ihr Ion, das Formiat, gehört nicht zu den Ionen dieses Spiels."),
    ],
)  # fmt: skip
def test_german_sentences_agree_in_number(question: str, rules: str, sentence: str) -> None:
    with prose.speaking("de"):
        assert any(sentence in check.message for check in judge(question, rules).checks)


@pytest.mark.parametrize(
    ("question", "rules"),
    [("NaHCO3", "valence-plus"), ("KSCN", "valence-plus"), ("HCN", "compounded"), ("KSCN", "compounded")],
)
def test_what_is_refused_is_written_as_a_chemist_writes_it(question: str, rules: str) -> None:
    assert judge(question, rules).formula == question


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize(
    "formula", ["Cu2[Fe(CN)6]", "Fe4[Fe(CN)6]3", "[Pt(NH3)4][PtCl4]", "Sn[PtCl6]", "Co[Hg(SCN)4]"]
)
def test_no_name_of_a_complex_states_numbers_that_are_not_met_together(formula: str) -> None:
    numbers = {tuple(re.findall(r"\(([0IVX,]+)\)", name)) for name in names(formula, TABLE)}
    assert len({found for found in numbers if len(found) == 2}) == 1
    assert not any("," in number or number == "0" for found in numbers for number in found)


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize("formula", ["FeAs2", "PtAs2", "CrB2", "ReB2", "NiSi", "Ag3AsS3"])
def test_beside_a_name_of_our_own_list_no_unusual_number_is_told(formula: str) -> None:
    """Regression: iron(VI) arsenide, silver(III) arsenide sulfide."""
    assert not [name for name in names(formula, TABLE) if re.search(r"\([IVX]+\)", name)]


@pytest.mark.rule("V-CLASS")
@pytest.mark.parametrize(
    ("language", "known", "said"),
    [
        ("en", "carbonothioic chloride fluoride", "By its colours it counts as Thiophosgene, 4 points."),
        ("de", "Thiocarbonylchloridfluorid", "Nach den Farben zählt es als Thiophosgen, vier Punkte."),
    ],
)
def test_what_the_colours_make_it_and_what_it_is(language: str, known: str, said: str) -> None:
    """CSClF counts as thiophosgene and is none; what nobody has translated is called as the verdict calls it."""
    with prose.speaking(language):
        verdict = judge("CFClS", "valence-plus").to_json()
    assert verdict["known"]["name"] == known
    assert said in [check["message"] for check in verdict["checks"]]


@pytest.mark.rule("K-ASK")
def test_the_bench_names_the_really_nearest_first() -> None:
    """Formaldehyde is these very crystals; only the Research level is short of a place."""
    conditions = {"bench": "H H O C", "wilds": 1, "level": 3}
    verdict = ask(load_ruleset("compounded"), None, conditions)
    (lacking,) = (check for check in verdict.checks if check.code == "bench_lacks")
    nearest = [(card["formula"], len(card["lacks"])) for card in lacking.params["cards"]]
    assert nearest == [("CH2O", 0), ("C2H2", 1), ("H2O2", 1), ("CS2", 2), ("CaC2", 2)]


@pytest.mark.parametrize(
    ("formula", "name", "said"),
    [
        ("HClO", "Hypofluorige Säure", "Nein: Hypofluorige Säure ist HOF. HClO heißt"),
        (
            "K2[Ni(CN)4]",
            "Kaliumtetracyanidonickelat(0)",
            "Nein: Kaliumtetracyanidonickelat(0) ist K4[Ni(CN)4]. K2",
        ),
        ("HF", "Salzsäure", "Nein: Salzsäure ist HCl (Chlorwasserstoff). HF heißt"),
    ],
)
def test_the_name_that_was_asked_is_not_repeated_in_brackets(formula: str, name: str, said: str) -> None:
    assert check(formula, name, TABLE, language="de").message.startswith(said)


@pytest.mark.parametrize(
    ("question", "english", "german"),
    [
        ("Ca(OH)2", "one calcium ion and two hydroxide ions", "1 Calcium-Ion und 2 Hydroxid-Ionen"),
        ("NaNaNOOO", "two sodium ions and one nitrate ion", "2 Natrium-Ionen und 1 Nitrat-Ion"),
        ("PNOONOO", "this has three: P, N and O.", "hier sind es drei: P, N und O."),
    ],
)
def test_ions_are_counted_as_ions_in_every_language(question: str, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        with prose.speaking(language):
            assert any(said in found.message for found in judge(question).checks), said


@pytest.mark.parametrize(
    ("formula", "german"),
    [("CSCl2", "Thiocarbonylchlorid"), ("NH2Cl", "Chloramin"), ("NHCl2", "Dichloramin")],
)
def test_german_names_have_no_english_beside_them(formula: str, german: str) -> None:
    first, *others = names(formula, TABLE, language="de")
    assert first == german
    assert all(name[0].isupper() for name in others)
