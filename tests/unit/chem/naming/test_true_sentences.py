"""V-NAME-HONEST: "X is Y" is said only where it is true; each of these was said otherwise once."""

from __future__ import annotations

import pytest

from adjudicator.chem.naming import check, names
from adjudicator.lookup import look_up
from adjudicator.prose import speaking
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.ruleset import default_authority

TABLE = CompoundTable.open()


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize(
    ("formula", "name", "language", "said"),
    [
        ("NaCl", "thiourea", "en", "No: thiourea is CS(NH2)2."),
        ("NH4OCN", "Harnstoff", "de", "Nein: Harnstoff ist das Isomer H2NCONH2. NH4OCN heißt Ammoniumcyanat."),
        ("MnSO4", "Mangan(II)-sulfat-Monohydrat", "de", "ist MnSO4·H2O. MnSO4 heißt Mangan(II)-sulfat."),
        ("CH3COOC2H5", "Essigsäuremethylester", "de", "Nein: Essigsäuremethylester ist CH3COOCH3 (Methylacetat)."),
        ("C6H12O6", "fructose", "en", "Yes: fructose is a name of C6H12O6. C6H12O6 is a composition:"),
        ("Pb(CH3COO)2·3H2O", "sugar of lead", "en", "Yes: sugar of lead is a name of Pb(CH3COO)2·3H2O"),
        ("NaHSO4", "bisulfate", "en", "No: bisulfate names only a part."),
        ("PbO2", "lead peroxide", "en", "Yes: lead peroxide is a name of PbO2"),
        ("Pb3O4", "lead(II) plumbate(IV)", "en", "Yes: lead(II) plumbate(IV) is a name of Pb3O4"),
        ("Pb3O4", "lead(IV) plumbite", "en", "No: Pb3O4 is not built of what lead(IV) plumbite names."),
        ("NO2", "nitrogen(II) oxide", "en", "No: nitrogen(II) oxide is NO (nitrogen monoxide)."),
        ("NO2", "Stickstoff(II)-oxid", "de", "Nein: Stickstoff(II)-oxid ist NO (Stickstoffmonoxid)."),
        ("Pb2O3", "Plumboplumbioxid", "de", "Plumboplumbioxid ist Pb3O4 (Blei(II,IV)-oxid). Pb2O3 heißt Dibleitrioxid."),
        ("CH3COOC6H4COOH", "acetylsalicylic acid", "en", "Yes: CH3COOC6H4COOH is acetylsalicylic acid."),
        ("C9H8O4", "Acetylsalicylsäure", "de", "C9H8O4 ist eine Zusammensetzung: Kaffeesäure hat sie auch."),
        ("C9H8O4", "5-acetylsalicylic acid", "en", "Yes: 5-acetylsalicylic acid is a name of C9H8O4. C9H8O4 is"),
        ("CH3COOCH2CH2CH2CH2CH2CH2CH2CH3", "octyl acetate", "en", "Yes: CH3COOCH2CH2CH2CH2CH2CH2CH2CH3 is octyl"),
        ("C6H5CH2COOC2H5", "ethyl phenylacetate", "en", "Yes: C6H5CH2COOC2H5 is ethyl phenylacetate."),
        ("HOC6H4COOH", "salicylic acid", "en", "Yes: HOC6H4COOH is salicylic acid."),
        ("HOC6H4COOH", "4-hydroxybenzoic acid", "en", "Yes: 4-hydroxybenzoic acid is a name of HOC6H4COOH."),
        ("HCOOOH", "Performinsäure", "en", "Yes: Performinsäure answers to a name that is on record"),
        ("H2SO4", "Hydrogensulfat", "de", "Nein: Hydrogensulfat benennt nur einen Teil."),
        ("H2CO3", "hydrogen carbonate", "en", "No: hydrogen carbonate names only a part."),
        ("H2SO4", "hydrogen sulfate", "en", "No: hydrogen sulfate names only a part. H2SO4 is sulfuric acid."),
        ("MnH2SO5", "manganese(IV) hydroxide sulfite", "en", "MnH2SO5 has no name that we know."),
        ("MnH2SO5", "Mangan(II)-sulfat-Monohydrat", "de", "MnH2SO5 hat keinen Namen, den wir kennen."),
        ("C2H2", "vinylene", "en", "We cannot tell: we do not know the name vinylene"),
        ("CH3CN", "ethyl nitrile", "en", "We cannot tell: we do not know the name ethyl nitrile"),
        ("CH3NCO", "methylcarbylamine", "en", "We cannot tell: we do not know the name methylcarbylamine"),
        ("C6H6", "Benzin", "de", "Nein: Benzin ist ein Gemisch mehrerer Stoffe."),
        ("VOSO4", "vanadium(II) peroxymonosulfate", "en", "No: VOSO4 is not built of what"),
        ("(CH3)2SO4", "isethionic acid", "en", "No: isethionic acid is the isomer"),
        ("ClCH2CH2Cl", "dichloroethylene", "en", "No: dichloroethylene is"),
        ("ZnCr2O4", "zinc chromite", "en", "Yes: zinc chromite is a name of ZnCr2O4"),
        ("CoCr2O4", "cobalt chromite", "en", "We cannot tell"),  # it does not speak of iron
        ("H2N2O2", "Nitramid", "de", "Nein: Nitramid ist ein Isomer"),
        ("H2N2O2", "hyposalpetrige Säure", "de", "Ja: H2N2O2 ist hyposalpetrige Säure."),
        ("NH2NO2", "nitramide", "en", "Yes: nitramide is a name of NH2NO2."),
        ("NH2NO2", "Nitramid", "de", "Ja: Nitramid ist ein Name von NH2NO2."),
        ("CO", "water gas", "en", "No: water gas is a mixture of several substances."),
        ("H2O", "Wassergas", "de", "Nein: Wassergas ist ein Gemisch mehrerer Stoffe."),
        ("C7H6Cl2", "Dichlortoluol", "de", "Ja: Dichlortoluol ist ein Name von C7H6Cl2."),
        ("CH3C6H3Cl2", "dichlorotoluene", "en", "Yes: dichlorotoluene is a name of CH3C6H3Cl2."),
        ("C6H5CHCl2", "Dichlortoluol", "de", "Nein: Dichlortoluol ist ein Isomer"),
        ("C6H5CH2Cl", "chlorotoluene", "en", "No: chlorotoluene is an isomer"),
        ("C6H5NO3", "nitrophenol", "en", "Yes: nitrophenol is a name of C6H5NO3."),
        ("C6H5CH3", "Xylol", "de", "Nein: Xylol ist CH3C6H4CH3. C6H5CH3 heißt Toluol."),
        ("CH3CH2CH(OH)CH2CH3", "pentanol", "en", "We cannot tell: pentanol does not say at which place"),
        ("CH3CH2CH(OH)CH2CH3", "Pentanol", "de", "Pentanol nennt nicht, an welcher Stelle"),
        ("ClCH2CH2Cl", "Dichlorethylen", "de", "Nein: Dichlorethylen ist"),
        ("CO(NH2)2", "Isoharnstoff", "de", "Nein: Isoharnstoff ist das Isomer"),
        ("CCl3COOH", "dichloroacetic acid", "en", "No: dichloroacetic acid is CHCl2COOH."),
        ("CH3ONO", "Nitromethan", "de", "Nein: Nitromethan ist das Isomer CH3NO2."),
        ("HCN", "Prussinsäure", "de", "Ja: Prussinsäure entspricht einem Namen, unter dem HCN verzeichnet ist."),
        ("Pb(N3)2", "lead nitride", "en", "No: Pb(N3)2 is not built of what lead nitride names."),
        ("FeCl3", "iron(I) chloride", "en", "has the parts of FeCl3, but not in its proportion."),
        ("C6H12O6", "mannose", "en", "C6H12O6 is a composition: glucose, inositol and fructose have it too."),
        ("C12H22O11", "Milchzucker", "de", "auch Lactose. C12H22O11 ist eine Zusammensetzung: Saccharose,"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_name(formula: str, name: str, language: str, said: str) -> None:
    assert said in check(formula, name, TABLE, language).message


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize(
    ("language", "asked", "first"),
    [
        ("en", "thiourea", "thiourea"),
        ("de", "Thioharnstoff", "Thioharnstoff"),
        ("de", "Harnstoff", "Harnstoff"),
    ],
)
def test_a_molecule_that_is_looked_up_is_no_salt_of_its_atoms(language: str, asked: str, first: str) -> None:
    with speaking(language):
        (found,) = look_up(asked, default_authority()).substances
    assert found.names[0] == first
    assert not any("mmonium" in name for name in found.names)


@pytest.mark.rule("V-NAME-HONEST")
def test_a_metal_that_would_oxidise_its_anion_gets_no_invented_name() -> None:
    assert names("MnH2SO5", TABLE) == names("MnH2SO5", TABLE, "de") == ()
    assert look_up("MnH2SO5", default_authority()).substances[0].written == "MnH2SO5"
