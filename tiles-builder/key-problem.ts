/** A key that does not exist or cannot be changed in this way, or a store of keys that is not whole. */
export class KeyProblem extends Error {
  override readonly name = 'KeyProblem';
}
