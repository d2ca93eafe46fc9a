"""V-NAME-HONEST: "X is Y" is said only where it is true; each of these was said otherwise once."""

from __future__ import annotations

import pytest

from adjudicator import judge
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
        ("(CH3)4NOH", "tetramethylammonium hydroxide", "en", "Yes: (CH3)4NOH is tetramethylammonium hydroxide."),
        ("HOOCCH=CHCOOH", "maleic acid", "en", "HOOCCH=CHCOOH, which is also (Z)-but-2-enedioic acid."),
        ("HOOCCH=CHCOOH", "Maleinsäure", "de", "Ja: Maleinsäure ist ein Name von HOOCCH=CHCOOH."),
        ("CH4", "Methen", "de", "Das können wir nicht sagen: Methen kennen wir nicht"),
        ("C3H6", "Propon", "de", "Das können wir nicht sagen: Propon kennen wir nicht"),
        ("C2H5OH", "Etanol", "de", "Ja, aber auf die Schreibung achten: Ethanol."),
        ("C2H6", "Ethon", "de", "Nein: Unter Ethon ist ein anderer Stoff verzeichnet. C2H6 heißt"),
        ("H3PO4", "Phosphosäure", "de", "Phosphosäure kann Phosphonsäure oder Phosphorsäure heißen sollen."),
        ("H2SO4", "Salpetersäre", "de", "Salpetersäre wurde als Salpetersäure gelesen. Nein: Salpetersäure ist HNO3."),
        ("HNO4", "Peroxosalpetersäure", "de", "Ja: HNO4 ist Peroxosalpetersäure."),
        ("(NH4)2Fe(SO4)2", "ammonium iron(III) sulfate", "en", "No: ammonium iron(III) sulfate is NH4Fe(SO4)2."),
        ("NH4Fe(SO4)2", "ferrous ammonium sulfate", "en", "No: ferrous ammonium sulfate is (NH4)2Fe(SO4)2"),
        ("PbWO4", "lead tungstate", "en", "Yes: lead tungstate is a name of PbWO4"),
        ("HgCl2", "calomel", "en", "No: calomel is Hg2Cl2 (mercury(I) chloride). HgCl2 is mercury(II) chloride."),
        ("Fe2O3", "Magnetit", "de", "Nein: Magnetit ist Fe3O4 (Eisen(II,III)-oxid). Fe2O3 heißt"),
        ("K4[Fe(CN)6]", "potassium ferricyanide", "en", "No: potassium ferricyanide is K3[Fe(CN)6], with"),
        ("H3[Fe(CN)6]", "ferrocyanic acid", "en", "No: ferrocyanic acid is H4[Fe(CN)6], with"),
        ("NF3", "nitrogen fluoride", "en", "nitrogen fluoride may be NF or NF3. Count the atoms: NF3 is"),
        ("SO4^2-", "sulfide ion", "en", "No: the sulfide ion is S^2-. SO4^2- is the sulfate ion."),
        ("NH4OCN", "Harnstoff", "de", "Nein: Harnstoff ist das Isomer H2NCONH2. NH4OCN heißt Ammoniumcyanat."),
        ("MnSO4", "Mangan(II)-sulfat-Monohydrat", "de", "ist MnSO4·H2O. MnSO4 heißt Mangan(II)-sulfat."),
        ("CH3COOC2H5", "Essigsäuremethylester", "de", "Nein: Essigsäuremethylester ist CH3COOCH3 (Methylacetat)."),
        ("C6H12O6", "fructose", "en", "Yes: fructose is a name of C6H12O6. C6H12O6 is a composition:"),
        ("Pb(CH3COO)2·3H2O", "sugar of lead", "en", "Yes: sugar of lead is a name of Pb(CH3COO)2·3H2O"),
        ("NaHSO4", "bisulfate", "en", "No: bisulfate names an ion, not a whole substance."),
        ("PbO2", "lead peroxide", "en", "Yes, but lead peroxide is an old name of PbO2, and says something else today. The careful name is lead(IV) oxide."),
        ("MnO2", "manganese peroxide", "en", "Yes, but manganese peroxide is an old name of MnO2"),
        ("MnO2", "Manganperoxid", "de", "Ja, aber Manganperoxid ist ein alter Name von MnO2 und bedeutet heute etwas anderes. Der systematische Name ist Mangan(IV)-oxid."),
        ("PbO2", "Bleiperoxid", "de", "Ja, aber Bleiperoxid ist ein alter Name von PbO2"),
        ("CH3NCO", "Methylcarbylamin", "de", "Nein: Methylcarbylamin ist CH3NC. CH3NCO heißt Methylisocyanat."),
        ("CH3CN", "methylcarbylamine", "en", "No: methylcarbylamine is the isomer CH3NC."),
        ("CH3NC", "methylcarbylamine", "en", "Yes: methylcarbylamine is a name of CH3NC, which is also isocyanomethane."),
        ("CuO", "copper(III) oxide", "en", "No: copper(III) oxide would be Cu2O3. In CuO the number is II"),
        ("PbI2", "Blei(IV)-iodid", "de", "Nein: Blei(IV)-iodid wäre PbI4. In PbI2 ist die Zahl II"),
        ("Fe(NO3)3", "Eisen(III)-nitrit", "de", "Nein: Eisen(III)-nitrit wäre Fe(NO2)3, mit Nitrit;"),
        ("NH3", "Stickstoffpentachlorid", "de", "Nein: Stickstoffpentachlorid wäre NCl5"),
        ("CaCO3", "calcium hydrogen carbonate", "en", "No: calcium hydrogen carbonate is Ca(HCO3)2, with"),  # dissolved
        ("HOF", "fluorous acid", "en", "No: fluorous acid would be HFO2. HOF is hypofluorous acid."),
        ("HOF", "fluorige Säure", "de", "Nein: fluorige Säure wäre HFO2. HOF heißt hypofluorige Säure."),
        # By the rule of eighteen electrons; V(CO)6, which breaks it, is kept in bottles.
        ("Ni(CO)4", "nickel pentacarbonyl", "en", "No: nickel pentacarbonyl would be Ni(CO)5."),
        ("Ni(CO)4", "Nickeltricarbonyl", "de", "Nein: Nickeltricarbonyl wäre Ni(CO)3."),
        ("Ni(CO)4", "vanadium hexacarbonyl", "en", "No: vanadium hexacarbonyl is V(CO)6."),
        ("Ni(CO)4", "dimanganese decacarbonyl", "en", "No: dimanganese decacarbonyl is Mn2(CO)10."),
        ("Ni(CO)4", "osmium pentacarbonyl", "en", "No: osmium pentacarbonyl is Os(CO)5."),
        ("K2[HgI4]", "potassium tetraiodidomercurate(I)", "en", "mercurate(I) do not balance or do not occur."),
        ("NaHCrO4", "sodium bichromate", "en", "No: sodium bichromate is Na2Cr2O7, with dichromate"),
        ("NaHCrO4", "Natriumbichromat", "de", "Nein: Natriumbichromat ist Na2Cr2O7, mit Dichromat"),
        ("B2H6", "boron hydride", "en", "Not enough: boron hydride may be BH3 or B2H6."),
        ("B2Cl4", "Borchlorid", "de", "Borchlorid kann BCl3 oder B2Cl4 sein."),
        ("BCl3", "boron chloride", "en", "Yes"),
        ("Cl2O", "chlorine monoxide", "en", "No: chlorine monoxide counts the atoms of ClO."),
        ("Cl2O", "Chlormonoxid", "de", "Nein: Chlormonoxid zählt die Atome von ClO."),
        ("I2O5", "iodine pentoxide", "en", "Yes, iodine pentoxide says the composition of I2O5."),
        ("WS2", "wolframite", "en", "No: wolframite is FeWO4 (iron(II) tungstate)."),
        ("WS2", "tungstenite", "en", "Yes: tungstenite is a name of WS2"),
        ("MnWO4", "Wolframit", "de", "Ja: Wolframit ist ein Name von MnWO4"),
        ("PbSO4", "lead vitriol", "en", "Yes: lead vitriol is a name of PbSO4"),
        ("CCl2F2", "Frigen", "de", "Nein: Frigen ist eine Art von Stoffen, und gefragt ist, welcher."),
        ("Bi2S3", "Bismuthin", "de", "Ja: Bismuthin ist ein Name von Bi2S3"),
        ("H2[SiF6]", "Kieselfluorwasserstoffsäure", "de", "Ja: Kieselfluorwasserstoffsäure ist ein Name von"),
        ("HBF4", "Borfluorwasserstoffsäure", "de", "Ja: Borfluorwasserstoffsäure ist ein Name von HBF4"),
        ("NaCl", "chromite", "en", "No: chromite is FeCr2O4"),
        ("NaCl", "Berliner Blau", "de", "Nein: Berliner Blau ist Fe4[Fe(CN)6]3"),
        ("Pb3O4", "lead(II) plumbate(IV)", "en", "Yes: lead(II) plumbate(IV) is a name of Pb3O4"),
        ("Pb3O4", "lead(IV) plumbite", "en", "No: Pb3O4 is not built of what lead(IV) plumbite names."),
        ("FeCl3", "iron(II) trichloride", "en", "No: the charges in iron(II) trichloride do not balance"),
        ("SO3", "Schwefel(IV)-trioxid", "de", "Nein: Die Ladungen in Schwefel(IV)-trioxid gleichen sich nicht aus"),
        ("FeCl3", "iron(III) trichloride", "en", "Yes, iron(III) trichloride says the composition of FeCl3."),
        ("NO2", "nitrogen(II) oxide", "en", "No: nitrogen(II) oxide is NO (nitrogen monoxide)."),
        ("NO2", "Stickstoff(II)-oxid", "de", "Nein: Stickstoff(II)-oxid ist NO (Stickstoffmonoxid)."),
        ("Pb2O3", "Plumboplumbioxid", "de", "Plumboplumbioxid ist Pb3O4 (Blei(II,IV)-oxid). Pb2O3 heißt Dibleitrioxid."),
        ("CH3COOC6H4COOH", "acetylsalicylic acid", "en", "Yes: CH3COOC6H4COOH is acetylsalicylic acid."),
        ("C9H8O4", "Acetylsalicylsäure", "de", "C9H8O4 ist eine Zusammensetzung: Kaffeesäure hat sie auch."),
        ("C9H8O4", "5-acetylsalicylic acid", "en", "Yes: 5-acetylsalicylic acid is on record as a name of C9H8O4. C9H8O4 is"),
        ("CH3COOCH2CH2CH2CH2CH2CH2CH2CH3", "octyl acetate", "en", "Yes: CH3COOCH2CH2CH2CH2CH2CH2CH2CH3 is octyl"),
        ("C6H5CH2COOC2H5", "ethyl phenylacetate", "en", "Yes: C6H5CH2COOC2H5 is ethyl phenylacetate."),
        ("HOC6H4COOH", "salicylic acid", "en", "Yes: HOC6H4COOH is salicylic acid."),
        ("HOC6H4COOH", "4-hydroxybenzoic acid", "en", "Yes: 4-hydroxybenzoic acid is a name of HOC6H4COOH."),
        ("HCOOOH", "Performinsäure", "en", "We cannot tell: we do not know the name Performinsäure"),
        ("NH3", "ammonium", "en", "No: ammonium names an ion, not a whole substance. NH3 is ammonia."),
        ("NaCl", "Natrium-Ion", "de", "Nein: Natrium-Ion benennt ein Ion, keinen ganzen Stoff."),
        ("H2O", "Dihydrogenmonoxid", "de", "Ja: Dihydrogenmonoxid ist ein Name von H2O, auch Wasser."),
        ("AlCl3·6H2O", "aluminium chloride hydrate", "en", "No: aluminium chloride hydrate does not say how much"),
        ("CuSO4·5H2O", "Kupfersulfat-Hydrat", "de", "Nein: Kupfersulfat-Hydrat sagt nicht, wie viel Wasser dabei"),
        ("CuSO4", "copper(II) sulfate hydrate", "en", "No: CuSO4 is not built of what copper(II) sulfate hydrate"),
        ("CuSO4·H2O", "copper(II) sulfate hydrate", "en", "Yes: copper(II) sulfate hydrate is a name of CuSO4·H2O"),
        ("Fe(CO)5", "iron carbonyl", "en", "iron carbonyl does not say how many of each there are"),
        ("HNO3", "nitrate acid", "en", "No: nitrate acid is not how names are made of these words. HNO3 is nitric acid."),
        ("HNO3", "sulfate acid", "en", "No: sulfate acid speaks of sulfur, which HNO3 does not have."),
        ("HCl", "chloride acid", "en", "No: chloride acid is not how names are made of these words."),
        ("HNO3", "Nitratsäure", "de", "Nein: So wie in Nitratsäure wird aus diesen Wörtern kein Name. HNO3 heißt"),
        ("HF", "Fluorsäure", "de", "Nein: So wie in Fluorsäure wird aus diesen Wörtern kein Name. HF heißt"),
        ("NaCl", "Natriumchlor", "de", "Nein: So wie in Natriumchlor wird aus diesen Wörtern kein Name. NaCl heißt"),
        ("KCl", "Natriumchlor", "de", "Nein: Natriumchlor spricht von Natrium; davon ist in KCl nichts."),
        ("PH3", "Phosphorwasserstoff", "de", "Ja: Phosphorwasserstoff ist ein Name von PH3"),
        ("HClO3", "Chlorsäure", "de", "Ja: HClO3 ist Chlorsäure."),
        ("HCOOH", "acetic acid", "en", "No: acetic acid is CH3COOH. HCOOH is formic acid."),
        ("CH3COOH", "Ameisensäure", "de", "Nein: Ameisensäure ist HCOOH. CH3COOH heißt Essigsäure."),
        ("CH3COOCH3", "Buttersäure", "de", "Nein: Buttersäure ist CH3CH2CH2COOH."),
        ("CH3COOH", "palmitic acid", "en", "No: palmitic acid is CH3(CH2)14COOH."),
        ("CH3CH2COOH", "pimelic acid", "en", "No: pimelic acid is HOOC(CH2)5COOH (heptanedioic acid)."),
        ("NaCl", "Ameisensäure", "de", "Nein: Ameisensäure ist HCOOH."),
        ("NaCl", "picric acid", "en", "No: picric acid is C6H2(NO2)3OH."),
        ("NaCl", "Sarin", "de", "Nein: Sarin ist CH3P(O)(F)OCH(CH3)2."),
        ("NaCl", "glucose", "en", "No: glucose is C6H12O6."),  # its structure is longer than the answer
        ("CH3COOH", "oxalic acid", "en", "No: oxalic acid is HOOCCOOH."),
        ("NaCl", "oxalic acid", "en", "No: oxalic acid is H2C2O4."),
        ("HCOONa", "sodium acetate", "en", "No: sodium acetate is CH3COONa, with acetate; HCOONa has formate."),
        ("CH3COONa", "Kupfer(I)-acetat", "de", "Nein: Kupfer(I)-acetat ist CH3COOCu."),
        ("NaCl", "calcium acetate", "en", "No: calcium acetate is Ca(CH3COO)2."),
        ("NaCl", "copper(II) acetate monohydrate", "en", "is Cu(CH3COO)2·H2O."),
        ("NaCl", "Grünspan", "de", "Nein: Grünspan ist ein Gemisch mehrerer Stoffe."),
        ("NaCl", "sodium methoxide", "en", "No: sodium methoxide is CH3ONa."),
        ("CaO", "plaster of Paris", "en", "No: plaster of Paris is 2CaSO4·H2O"),
        ("C2H4O2", "formic acid", "en", "No: formic acid is CH2O2."),
        ("H2SO4", "Hydrogensulfat", "de", "Nein: Hydrogensulfat benennt ein Ion, keinen ganzen Stoff."),
        ("H2CO3", "hydrogen carbonate", "en", "No: hydrogen carbonate names an ion, not a whole substance."),
        ("H2SO4", "hydrogen sulfate", "en", "No: hydrogen sulfate names an ion, not a whole substance. H2SO4 is sulfuric acid."),
        ("MnH2SO5", "manganese(IV) hydroxide sulfite", "en", "MnH2SO5 has no name that we know."),
        ("MnH2SO5", "Mangan(II)-sulfat-Monohydrat", "de", "MnH2SO5 hat keinen Namen, den wir kennen."),
        ("C2H2", "vinylene", "en", "We cannot tell: we do not know the name vinylene"),
        ("CH3CN", "ethyl nitrile", "en", "We cannot tell: we do not know the name ethyl nitrile"),
        ("CH3NCO", "methylcarbylamine", "en", "No: methylcarbylamine is CH3NC. CH3NCO is methyl isocyanate."),
        ("C6H6", "Benzin", "de", "Nein: Benzin ist ein Gemisch mehrerer Stoffe."),
        ("VOSO4", "vanadium(II) peroxymonosulfate", "en", "No: VOSO4 is not built of what"),
        ("(CH3)2SO4", "isethionic acid", "en", "No: isethionic acid is the isomer"),
        ("ClCH2CH2Cl", "dichloroethylene", "en", "No: dichloroethylene is"),
        ("ZnCr2O4", "zinc chromite", "en", "Yes: zinc chromite is a name of ZnCr2O4"),
        ("CoCr2O4", "cobalt chromite", "en", "We cannot tell"),  # it does not speak of iron
        ("H2N2O2", "Nitramid", "de", "Nein: Nitramid ist das Isomer NH2NO2."),
        ("H2N2O2", "hyposalpetrige Säure", "de", "Ja: H2N2O2 ist hyposalpetrige Säure."),
        ("NH2NO2", "nitramide", "en", "Yes: NH2NO2 is nitramide."),
        ("NH2NO2", "Nitramid", "de", "Ja: NH2NO2 ist Nitramid."),
        ("NH2NO2", "hyponitrous acid", "en", "No: hyponitrous acid is the isomer HON=NOH. NH2NO2 is nitramide."),
        ("HON=NOH", "nitramide", "en", "No: nitramide is the isomer NH2NO2. HON=NOH is hyponitrous acid."),
        ("HOONO", "nitric acid", "en", "No: nitric acid is the isomer HONO2. HOONO is peroxynitrous acid."),
        ("HOONO", "aqua fortis", "en", "No: aqua fortis is the isomer HONO2."),
        ("HOONO", "Salpetersäure", "de", "HOONO heißt peroxosalpetrige Säure."),
        ("HOONO2", "peroxynitric acid", "en", "Yes: HOONO2 is peroxynitric acid."),
        ("ClOOH", "chlorous acid", "en", "No: chlorous acid is the isomer HOClO. ClOOH has no name that we know."),
        ("HOClO", "chlorous acid", "en", "Yes: HOClO is chlorous acid."),
        ("NaCl", "natrium chloride", "en", "Yes, but mind the spelling: sodium chloride."),
        ("K2SO4", "kalium sulfate", "en", "Yes, but mind the spelling: potassium sulfate."),
        ("NaK", "sodium potassium", "en", "NaK is potassium-sodium alloy."),
        ("Fe3O4", "iron oxide", "en", "iron oxide may be FeO, Fe2O3 or Fe3O4. Say the number"),
        ("Fe3O4", "Eisenoxid", "de", "Eisenoxid kann FeO, Fe2O3 oder Fe3O4 sein."),
        ("Mn2O7", "manganese oxide", "en", "may be MnO, Mn2O3, MnO2 or Mn2O7."),
        ("N2O4", "nitrogen oxide", "en", "may be N2O, NO, N2O3, NO2, N2O5 or N2O4. Count the atoms"),
        ("P4O6", "phosphorus oxide", "en", "may be P2O3, P2O5 or P4O6."),
        ("OF2", "oxygen fluoride", "en", "Not enough: oxygen fluoride does not say how many of each there are."),
        ("CCl4", "carbon chloride", "en", "carbon chloride does not say how many of each there are. Count the atoms"),
        ("CCl4", "Kohlenstoffchlorid", "de", "Kohlenstoffchlorid sagt nicht, wie viele es von jedem sind."),
        ("BCl3", "boron chloride", "en", "only one proportion is usual. The careful name is boron trichloride."),
        ("BCl3", "Borchlorid", "de", "Nur ein Verhältnis ist üblich."),
        ("ZnCl2", "zinc chloride", "en", "Yes: ZnCl2 is zinc chloride."),
        ("Fe2O3", "iron trioxide", "en", "No: iron trioxide counts the atoms of FeO3. Fe2O3 is iron(III) oxide."),
        ("PbO2", "lead monoxide", "en", "No: lead monoxide counts the atoms of PbO."),
        ("[Fe(SCN)]^2+", "pentaaquathiocyanatoiron(III)", "en", "is [Fe(H2O)5(SCN)]^2+."),
        ("[Fe(SCN)]^2+", "tetraamminecopper(II) ion", "en", "the tetraamminecopper(II) ion is [Cu(NH3)4]^2+."),
        ("CuSO4.5H2O", "tetraaquacopper(II) sulfate monohydrate", "en", "Yes: tetraaquacopper(II) sulfate"),
        ("AlCl3.6H2O", "hexaaquaaluminium chloride", "en", "Yes: hexaaquaaluminium chloride is a name of"),
        ("[Cr(H2O)6]Cl3", "tetraaquadichlorochromium(III) chloride dihydrate", "en", "isomer [Cr(H2O)4Cl2]Cl·2H2O."),
        ("CrCl3.6H2O", "hexaaquachromium(II) chloride", "en", "No: hexaaquachromium(II) chloride is [Cr(H2O)6]Cl2."),
        ("[Co(NH3)5(NO2)]Cl2", "pentaamminenitritocobalt(III) chloride", "en", "is the isomer [Co(NH3)5(ONO)]Cl2."),
        ("HPO4^2-", "Dihydrogenphosphat", "de", "Nein: Dihydrogenphosphat ist H2PO4^-."),
        ("ONC^-", "cyanate", "en", "No: cyanate is the isomer OCN^-."),
        ("NaCl", "nitrobenzene", "en", "No: nitrobenzene is C6H5NO2."),
        ("KFe[Fe(CN)6]", "Prussian blue", "en", "Yes: Prussian blue is a name of KFe[Fe(CN)6]"),
        ("Cu2(OH)2CO3", "verdigris", "en", "No: verdigris is a mixture of several substances."),
        ("H2SO4", "rauchende Schwefelsäure", "de", "Nein: rauchende Schwefelsäure ist ein Gemisch"),
        ("C2H5OH", "Brennspiritus", "de", "Nein: Brennspiritus ist ein Gemisch"),
        ("C", "Kohle", "de", "Nein: Kohle ist ein Gemisch"),
        ("NO2", "Stickoxid", "de", "Nein: Stickoxid ist eine Art von Stoffen"),
        ("SiO2", "silicone", "en", "No: silicone is a kind of substance"),
        ("C6H4(OH)COOH", "salicylic acid", "en", "C6H4(OH)COOH is a composition: 4-hydroxybenzoic acid"),
        ("C6H4(COOH)2", "phthalic acid", "en", "terephthalic acid and isophthalic acid have it too."),
        ("C2H5OH", "ethanol", "en", "Yes: C2H5OH is ethanol."),
        ("H2SO2", "sulfoxylic acid", "en", "Yes: H2SO2 is sulfoxylic acid."),
        ("HNO", "Nitroxyl", "de", "Ja: HNO ist Nitroxyl."),
        ("AgCNO", "silver fulminate", "en", "name of AgCNO. AgCNO is a composition: silver cyanate has it too."),
        ("AgCNO", "Knallsilber", "de", "Name von AgCNO. AgCNO ist eine Zusammensetzung: Silbercyanat hat sie auch."),
        ("CH4N2O", "ammonium cyanate", "en", "name of CH4N2O. CH4N2O is a composition: urea has it too."),
        ("SiO2", "Glas", "de", "Nein: Glas ist ein Gemisch mehrerer Stoffe."),
        ("Al2O3", "bauxite", "en", "No: bauxite is a mixture of several substances."),
        ("NaCl", "bronze", "en", "No: bronze is an alloy of copper and tin."),
        ("NaCl", "Messing", "de", "Nein: Messing ist eine Legierung aus Kupfer und Zink."),
        ("CH2=C(CH3)COOCH3", "Methacrylsäuremethylester", "de", "Ja: Methacrylsäuremethylester wurde als methyl methacrylate gelesen"),
        ("CH2=CHCOOCH3", "Acrylsäuremethylester", "de", "Ja: Acrylsäuremethylester wurde als methyl acrylate gelesen"),
        ("CO", "water gas", "en", "No: water gas is a mixture of several substances."),
        ("H2O", "Wassergas", "de", "Nein: Wassergas ist ein Gemisch mehrerer Stoffe."),
        ("C7H6Cl2", "Dichlortoluol", "de", "Ja: Dichlortoluol ist ein Name von C7H6Cl2."),
        ("CH3C6H3Cl2", "dichlorotoluene", "en", "Yes: CH3C6H3Cl2 is dichlorotoluene."),
        ("C6H4(CH3)2", "ethylbenzene", "en", "C6H4(CH3)2 is xylene."),  # the formula says no place
        ("CH3C6H4OH", "benzyl alcohol", "en", "CH3C6H4OH is cresol."),
        ("CH3C6H4NH2", "Benzylamin", "de", "CH3C6H4NH2 heißt Toluidin."),
        ("HOOCCHCHCOOH", "malonic acid", "en", "HOOCCHCHCOOH is but-2-enedioic acid."),
        ("HOOCCH=CHCOOH", "(Z)-But-2-endisäure", "de", "Ja: (Z)-But-2-endisäure ist ein Name von"),
        ("C6H5C(NO2)3", "TNT", "en", "No: TNT is"),
        ("HOCH2CO(CHOH)3CH2OH", "dextrose", "en", "No: dextrose is the isomer"),
        ("HOCH2(CHOH)4CHO", "dextrose", "en", "Yes: dextrose is a name of HOCH2(CHOH)4CHO, which is also glucose."),
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
        ("HCN", "Prussinsäure", "de", "Das können wir nicht sagen: Prussinsäure kennen wir nicht"),
        ("Pb(N3)2", "lead nitride", "en", "No: Pb(N3)2 is not built of what lead nitride names."),
        ("FeCl3", "iron(I) chloride", "en", "has the parts of FeCl3, but not in its proportion."),
        ("C6H12O6", "mannose", "en", "C6H12O6 is a composition: glucose, inositol and fructose have it too."),
        ("Cl2O6", "chlorine trioxide", "en", "No: chlorine trioxide counts the atoms of ClO3. Cl2O6 is dichlorine hexoxide."),
        ("Cl^-", "chlorine ion", "en", "No: chlorine ion is not how names are made of these words. Cl^- is the chloride ion."),
        ("Cl^-", "Chlor-Ion", "de", "Nein: "),
        ("O^2-", "Sulfid-Ion", "de", "Nein: Das Sulfid-Ion ist S^2-. O^2- heißt Oxid-Ion."),
        ("O^2-", "Sulfid-Ion", "en", "We read Sulfid-Ion as sulfide ion. No: the sulfide ion is S^2-."),
        ("O^2-", "sulfide ion", "de", "Sulfide ion wurde als Sulfid-Ion gelesen. Nein: Das Sulfid-Ion ist S^2-."),
        ("Fe^3+", "iron(II) ion", "en", "No: the iron(II) ion is Fe^2+."),
        ("Fe^3+", "iron ion", "en", "Not enough: the iron ion may be Fe^2+ or Fe^3+."),
        ("HSO4^-", "bisulfate", "en", "which is also the hydrogen sulfate ion."),
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


@pytest.mark.rule("V-NAME-HONEST")
@pytest.mark.parametrize("formula", ["RhO4", "ReO4", "PtO4", "MnO4", "UO4"])
def test_an_oxide_of_a_high_number_is_no_peroxide_or_superoxide(formula: str) -> None:
    assert not [name for name in names(formula, TABLE) if "peroxide" in name or "superoxide" in name]
    assert names("ZnO2", TABLE)[0] == "zinc peroxide"
    assert names("KO2", TABLE)[0] == "potassium superoxide"
    assert names("Fe2(O2)3", TABLE)[0] == "iron(III) peroxide"  # legal in CompoundIt!


def test_what_water_takes_apart_is_not_written_as_a_hydrate() -> None:
    assert judge("HHHNaO", "valence-plus").formula == "NaH3O"
    assert look_up("CuSO9H10", default_authority()).substances[0].written == "CuSO4·5H2O"


@pytest.mark.parametrize(
    ("formula", "acid"),
    [
        ("H2TiF6", "hexafluorotitanic(IV) acid"),
        ("H2ZrF6", "hexafluorozirconic(IV) acid"),
        ("H2GeF6", "hexafluorogermanic(IV) acid"),
        ("H3AlF6", "hexafluoroaluminic acid"),
        ("HSbCl6", "hexachloroantimonic(V) acid"),
        ("H2SnCl6", "hexachlorostannic(IV) acid"),
        ("HAlCl4", "tetrachloroaluminic acid"),
    ],
)
def test_halogens_around_a_metal_make_an_acid_without_brackets(formula: str, acid: str) -> None:
    assert names(formula, TABLE)[0] == acid
    anion = formula.lstrip("H23")
    assert names(f"{formula.removesuffix(anion)}[{anion}]", TABLE)[0] == acid
    assert not [name for name in names(formula, TABLE) if "hydrogen difluoride" in name]
    assert names("Ca(HF2)2", TABLE)[0] == "calcium hydrogen difluoride"
    assert names("Al(HF2)3", TABLE)[0] == "aluminium hydrogen difluoride"
