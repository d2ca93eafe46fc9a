"""The list of double salts, checked independently: what each source says, written down without looking at the
list.
"""

from __future__ import annotations

import re

import pytest

from adjudicator.chem.formula import Formula
from adjudicator_rulesets.compoundit.edition import Salt, load

# Minerals of the IMA list (end members where it gives a range), including water.
MINERALS = {
    "amblygonite": "LiAl(PO4)F",
    "ankerite": "CaFe(CO3)2",
    "aphthitalite": "K3Na(SO4)2",
    "archerite": "KH2PO4",
    "atacamite": "Cu2Cl(OH)3",
    "baylissite": "K2Mg(CO3)2·4H2O",
    "belloite": "Cu(OH)Cl",
    "biphosphammite": "NH4H2PO4",
    "blödite": "Na2Mg(SO4)2·4H2O",
    "brenkite": "Ca2(CO3)F2",
    "brianite": "Na2CaMg(PO4)2",
    "buchwaldite": "NaCaPO4",
    "bütschliite": "K2Ca(CO3)2",
    "chalconatronite": "Na2Cu(CO3)2·3H2O",
    "changoite": "Na2Zn(SO4)2·4H2O",
    "chlorothionite": "K2Cu(SO4)Cl2",
    "cyanochroite": "K2Cu(SO4)2·6H2O",
    "dolerophanite": "Cu2O(SO4)",
    "dolomite": "CaMg(CO3)2",
    "eitelite": "Na2Mg(CO3)2",
    "eldfellite": "NaFe(SO4)2",
    "fairchildite": "K2Ca(CO3)2",
    "fluorapatite": "Ca5(PO4)3F",
    "gaylussite": "Na2Ca(CO3)2·5H2O",
    "glauberite": "Na2Ca(SO4)2",
    "godovikovite": "NH4Al(SO4)2",
    "hibbingite": "Fe2(OH)3Cl",
    "isokite": "CaMg(PO4)F",
    "ivsite": "Na3H(SO4)2",
    "juangodoyite": "Na2Cu(CO3)2",
    "kainite": "KMg(SO4)Cl·3H2O",
    "kalicinite": "KHCO3",
    "khademite": "Al(SO4)F·5H2O",
    "kogarkoite": "Na3(SO4)F",
    "korshunovskite": "Mg2Cl(OH)3·4H2O",
    "kröhnkite": "Na2Cu(SO4)2·2H2O",
    "lacroixite": "NaAl(PO4)F",
    "lanarkite": "Pb2O(SO4)",
    "laurionite": "PbCl(OH)",
    "lecontite": "NaNH4SO4·2H2O",
    "leonite": "K2Mg(SO4)2·4H2O",
    "maricite": "NaFePO4",
    "mercallite": "KHSO4",
    "mereiterite": "K2Fe(SO4)2·4H2O",
    "minrecordite": "CaZn(CO3)2",
    "mohrite": "(NH4)2Fe(SO4)2·6H2O",
    "monetite": "CaHPO4",
    "moraskoite": "Na2Mg(PO4)F",
    "nacaphite": "Na2Ca(PO4)F",
    "nahcolite": "NaHCO3",
    "nahpoite": "Na2HPO4",
    "natroaphthitalite": "KNa3(SO4)2",
    "newberyite": "MgHPO4·3H2O",
    "northupite": "Na3Mg(CO3)2Cl",
    "nyerereite": "Na2Ca(CO3)2",
    "palmierite": "K2Pb(SO4)2",
    "phosgenite": "Pb2(CO3)Cl2",
    "phosphammite": "(NH4)2HPO4",
    "picromerite": "K2Mg(SO4)2·6H2O",
    "redikortsevite": "NH4MgCl3·6H2O",
    "sabieite": "NH4Fe(SO4)2",
    "saranchinaite": "Na2Cu(SO4)2",
    "steklite": "KAl(SO4)2",
    "stercorite": "NaNH4HPO4·4H2O",
    "struvite": "NH4MgPO4·6H2O",
    "struvite-(K)": "KMgPO4·6H2O",
    "syngenite": "K2Ca(SO4)2·H2O",
    "tamarugite": "NaAl(SO4)2·6H2O",
    "teschemacherite": "NH4HCO3",
    "triphylite": "LiFePO4",
    "trona": "Na3H(CO3)2·2H2O",
    "wagnerite": "Mg2(PO4)F",
    "wheatleyite": "Na2Cu(C2O4)2·2H2O",
    "yavapaiite": "KFe(SO4)2",
    "zwieselite": "Fe2(PO4)F",
}
# Entries of the handbooks under these names that are not minerals.
HANDBOOKS = {
    "aluminum chlorohydrate": "Al2(OH)5Cl",
    "aluminum ammonium sulfate": "NH4Al(SO4)2",
    "aluminum potassium sulfate": "KAl(SO4)2",
    "aluminum sodium sulfate": "NaAl(SO4)2",
    "ammonium dihydrogen phosphate": "NH4H2PO4",
    "ammonium hydrogen carbonate": "NH4HCO3",
    "ammonium hydrogen fluoride": "NH4HF2",
    "ammonium hydrogen phosphate": "(NH4)2HPO4",
    "ammonium hydrogen sulfate": "NH4HSO4",
    "ammonium hydrogen sulfite": "NH4HSO3",
    "ammonium iron(II) sulfate": "(NH4)2Fe(SO4)2·6H2O",
    "ammonium iron(III) sulfate": "NH4Fe(SO4)2·12H2O",
    "ammonium magnesium phosphate": "NH4MgPO4·6H2O",
    "calcium bisulfite": "Ca(HSO3)2",
    "calcium dihydrogen phosphate": "Ca(H2PO4)2",
    "calcium hydrogen phosphate": "CaHPO4",
    "chlorinated lime": "CaCl(ClO)",
    "cupric ammonium chloride": "(NH4)2CuCl4·2H2O",
    "cuprous potassium cyanide": "KCu(CN)2",
    "magnesium hydrogen phosphate": "MgHPO4·3H2O",
    "potassium dihydrogen phosphate": "KH2PO4",
    "potassium hydrogen carbonate": "KHCO3",
    "potassium hydrogen oxalate": "KHC2O4",
    "potassium hydrogen phosphate": "K2HPO4",
    "potassium hydrogen sulfate": "KHSO4",
    "potassium hydrogen sulfite": "KHSO3",
    "silver potassium cyanide": "KAg(CN)2",
    "sodium ammonium phosphate": "NaNH4HPO4·4H2O",
    "sodium dihydrogen phosphate": "NaH2PO4",
    "sodium hydrogen carbonate": "NaHCO3",
    "sodium hydrogen phosphate": "Na2HPO4",
    "sodium hydrogen sulfate": "NaHSO4",
    "sodium hydrogen sulfite": "NaHSO3",
    "zinc ammonium chloride": "(NH4)2ZnCl4",
}
CHARGES = {
    "ammonium": 1, "H": 1, "Li": 1, "Na": 1, "K": 1, "Ag": 1, "Mg": 2, "Ca": 2, "Zn": 2, "Pb": 2, "Al": 3,
    "O": -2, "F": -1, "Cl": -1, "hydroxide": -1, "cyanide": -1, "hypochlorite": -1, "carbonate": -2,
    "sulfate": -2, "sulfite": -2, "oxalate": -2, "hydrogen phosphate": -2, "phosphate": -3,
}  # fmt: skip
SEVERAL = {"Fe": (2, 3), "Cu": (1, 2)}
SALTS = load().salts


def sources_of(cite: str) -> list[str]:
    """The names in a citation."""
    bare = re.sub(r", as hydrates?|, known in solution|(CRC Handbook|Merck Index), |minerals? ", "", cite)
    return re.split(r"; | and ", bare)


@pytest.mark.rule("C-DOUBLE")
@pytest.mark.parametrize("salt", SALTS, ids=lambda salt: f"{salt.text} {len(salt.units)}")
def test_C_DOUBLE_a_second_reader_finds_the_salt_where_it_is_cited(salt: Salt) -> None:
    if salt.cite.startswith("unverified: "):
        return
    for source in sources_of(salt.cite):
        formula = MINERALS.get(source) or HANDBOOKS.get(source)
        assert formula is not None, f"{source!r} is not in the second reading"
        dry, water, _ = formula.partition("·")
        assert Formula.parse(dry).atoms == salt.formula.atoms, f"{source} is {formula}, not {salt.text}"
        assert not water or "as hydrate" in salt.cite, f"{source} is {formula}"


@pytest.mark.rule("C-DOUBLE")
@pytest.mark.parametrize("salt", SALTS, ids=lambda salt: f"{salt.text} {len(salt.units)}")
def test_C_DOUBLE_charges_balance_with_the_number_that_the_name_says(salt: Salt) -> None:
    fixed = sum(CHARGES[unit] * number for unit, number in salt.units if unit in CHARGES)
    free = [(unit, number) for unit, number in salt.units if unit not in CHARGES]
    if not free:
        assert fixed == 0
        return
    ((metal, number),) = free
    charge = -fixed / number
    assert charge in SEVERAL[metal]
    stated = re.search(r"\((I+)\)", salt.name)
    assert stated is None or len(stated[1]) == charge


@pytest.mark.rule("C-DOUBLE")
def test_C_DOUBLE_forty_and_more_can_be_laid_with_the_tiles_of_the_box() -> None:
    edition = load()
    box = {tile.symbol: tile.count for tile in edition.tiles}
    laid = {
        salt.text
        for salt in SALTS
        if all(n <= box[symbol] for symbol, n in salt.formula.atoms)
        and sum(n for _, n in salt.formula.atoms) <= edition.board.size
    }
    assert len(laid) >= 40
