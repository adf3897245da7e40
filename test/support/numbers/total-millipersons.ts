import type { MillipersonsByCell } from '../../../tiles-builder/base/records.ts';

export function totalMillipersons(people: MillipersonsByCell): number {
  let total = 0;
  for (const millipersons of people.values()) total += millipersons;
  return total;
}
