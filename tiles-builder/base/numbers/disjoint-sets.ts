/** Joins numbers to sets, such as nodes to networks (union-find with path halving); the smallest member represents a set. */
export class DisjointSets {
  readonly #parent: Uint32Array;

  constructor(members: number) {
    this.#parent = new Uint32Array(members);
    for (let member = 0; member < members; member++) this.#parent[member] = member;
  }

  join(a: number, b: number): void {
    const [firstA, firstB] = [this.firstOf(a), this.firstOf(b)];
    this.#parent[Math.max(firstA, firstB)] = Math.min(firstA, firstB);
  }

  firstOf(member: number): number {
    const parent = this.#parent;
    let at = member;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }
}
