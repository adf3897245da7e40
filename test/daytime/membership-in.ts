import type { Cell } from '../../src/geo/cells.ts';
import { Membership } from '../../tiles-builder/daytime/h3-groups.ts';
import { numberAtResolution } from '../../tiles-builder/partitions/partitions.ts';

/**
 * {@link Membership} by cells.
 * @param resolution of areas
 */
export function membershipIn(groups: readonly Cell[], resolution: number) {
  const members = new Membership(groups, resolution);
  return (area: Cell): { readonly group: Cell; readonly isInside: boolean } => {
    const number = numberAtResolution(area, resolution);
    return { group: groups[members.of(number)], isInside: members.around(number) >= 0 };
  };
}
