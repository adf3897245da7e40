/** Groups indexes by their group numbers into two flat arrays (CSR), by a counting sort. */

export interface Groups {
  /** Members of group g, ascending: members[first[g]] to members[first[g + 1] - 1]. */
  readonly first: Uint32Array;
  readonly members: Uint32Array;
}

export function groupBy(groupOf: Uint32Array, groups: number): Groups {
  const first = new Uint32Array(groups + 1);
  for (const group of groupOf) first[group + 1]++;
  for (let group = 0; group < groups; group++) first[group + 1] += first[group];
  const next = first.slice(0, groups);
  const members = new Uint32Array(groupOf.length);
  for (let member = 0; member < groupOf.length; member++) members[next[groupOf[member]]++] = member;
  return { first, members };
}

export const membersOf = ({ first, members }: Groups, group: number): Uint32Array =>
  members.subarray(first[group], first[group + 1]);
