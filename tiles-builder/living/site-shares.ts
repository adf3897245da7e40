/** Which part of each dwelling site lies in which unit. */
import { AreaIndex } from '../geometry/area-index.ts';
import { areaWithin, cornersOf, PlanarArea } from '../geometry/planar-area.ts';
import type { DwellingSite } from './dwelling-list.ts';

/** Entry by entry: a unit's number, a site's number, and the share of its footprint there, above 0. */
export interface SiteShares {
  readonly unit: readonly number[];
  readonly site: readonly number[];
  readonly share: readonly number[];
}

export function siteShares(sites: readonly DwellingSite[], units: readonly PlanarArea[]): SiteShares {
  const index = new AreaIndex(units.map(({ box }) => box));
  const shares = { unit: [] as number[], site: [] as number[], share: [] as number[] };
  for (const [site, { footprint }] of sites.entries()) {
    const area = new PlanarArea(footprint);
    for (const unit of index.meeting(area.box)) {
      const relation = units[unit]!.relationOf(area.box);
      if (relation === 'outside') continue;
      const box = cornersOf(area.box);
      const share =
        relation === 'inside' ? 1 : areaWithin(box, [area, units[unit]!]) / areaWithin(box, [area]);
      if (!(share > 0)) continue;
      shares.unit.push(unit);
      shares.site.push(site);
      shares.share.push(share);
    }
  }
  return shares;
}
