/**
 * RDKit.js as plain texts: the other half of javascript.py. The worker of the pocket edition and the tests in Node use
 * it.
 */

const AS_WRITTEN = JSON.stringify({ sanitize: false, removeHs: false });
const CHECKED = "{}";
// A layout follows the hybridisation of the atoms, which only a check of all valences finds out.
const WITH_KEKULE_BONDS = JSON.stringify({ removeHs: false, setAromaticity: false, kekulize: false });

/** @param {any} rdkit what RDKit.js gives when it has loaded */
export function textsOf(rdkit) {
  /**
   * Every molecule is memory of RDKit's that nobody else gives back. Nothing is undefined, which is None in Python:
   * null is not.
   * @param {string} input
   * @param {string} details
   * @param {(mol: any) => string} use
   */
  const given = (input, details, use) => {
    let mol = null;
    try {
      mol = rdkit.get_mol(input, details);
      return mol && mol.get_num_atoms() > 0 ? use(mol) : undefined;
    } catch {
      return undefined; // RDKit.js throws numbers for what it cannot read
    } finally {
      mol?.delete();
    }
  };
  return {
    version: rdkit.version(),
    /** @param {string} smiles @param {boolean} checked */
    read: (smiles, checked) => given(smiles, checked ? CHECKED : AS_WRITTEN, (mol) => mol.get_json()),
    /** @param {string} graph RDKit's JSON @param {boolean} skeleton */
    write: (graph, skeleton) =>
      given(graph, AS_WRITTEN, (mol) => {
        if (skeleton) return mol.get_smiles(JSON.stringify({ allHsExplicit: true }));
        mol.convert_to_aromatic_form();
        return mol.get_smiles();
      }),
    /** @param {string} graph @param {boolean} coordgen @returns {string | undefined} x and y of every atom, as JSON */
    layOut: (graph, coordgen) =>
      given(graph, WITH_KEKULE_BONDS, (mol) => {
        mol.set_new_coords(coordgen);
        return JSON.stringify(mol.get_coords());
      }),
  };
}
