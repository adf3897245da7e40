/** People by day in one partition: at sites of registers, and at home. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { BandEstimate } from '../config/bands.ts';
import type { Allocations } from '../dataset/ledger.ts';
import { addTo } from '../numbers/add-to.ts';
import { Random } from '../numbers/random.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import { cellInPartition } from '../partitions/partitions.ts';
import type { MillipersonsByCell } from '../records.ts';
import type { GroupFigure } from '../working/count-partition.ts';
import type { Places } from '../working/places.ts';
import { AreaPeople, type SitesAndPeople } from './area-people.ts';
import { countPoints, type PointsRelease } from './count-points.ts';
import { countWide, type OutlinesOfArea } from './count-wide.ts';
import type { CrowdedPlace } from './crowded-places.ts';
import type { CountsOfArea } from './learn-from-zones.ts';
import type { SitesOfArea } from './site-records.ts';

export interface AreaInput {
  readonly area: Cell;
  readonly sites: SitesOfArea;
  /** The cell of each point site: see `anchorsOfSites`. */
  readonly anchors: readonly Cell[];
  readonly outlines: OutlinesOfArea;
  /** Room by day inside the coverage. */
  readonly places: Places;
  readonly release: PointsRelease;
  /** Inhabitants by cell and census unit. */
  readonly allocations: Allocations;
  /** Share by census unit. */
  readonly atHome: Float64Array;
  /** See `dispersionOf`. */
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
  readonly isCovered: (cell: Cell) => boolean;
}

/** Sums of one partition: only groups' figures and, for the builder, names of sites. */
export interface CountedArea
  extends Pick<
    AreaPeople,
    'staff' | 'pupils' | 'at_home' | 'groups' | 'smallest_group_people' | 'outside' | 'cut' | 'districts'
  > {
  /** Of point sites. */
  readonly figures: readonly GroupFigure[];
  /** People of a partition too small for a group: counted nowhere. */
  readonly withheld: SitesAndPeople;
  readonly crowded: readonly CrowdedPlace[];
}

const SEED = 17;

/** @returns also `counts` for training zones, not for release */
export function countArea({
  area,
  sites,
  anchors,
  outlines,
  places,
  release,
  bands,
  isCovered,
  ...homes
}: AreaInput): CountedArea & { readonly people: MillipersonsByCell; readonly counts: CountsOfArea } {
  const counted = new AreaPeople();
  const random = new Random(SEED);
  const points = { points: sites.points, anchors };
  const { figures, withheld } = countPoints(counted, points, places, bands, isCovered, release);
  countWide(counted, area, sites, outlines, bands, random, release.round);
  countAtHome(counted, area, homes, isCovered, random);
  const people = roundToMillipersons(counted.spread);
  const { staff, pupils, at_home, groups, smallest_group_people, outside, cut, districts } = counted;
  return {
    ...{ staff, pupils, at_home, groups, smallest_group_people, outside, cut, districts },
    withheld,
    figures,
    crowded: counted.places.crowded(
      Array.from(places.cell, (number, i) => [cellInPartition(area, number), places.size[i]] as const),
    ),
    counts: counted.counts,
    people,
  };
}

function countAtHome(
  into: AreaPeople,
  area: Cell,
  { allocations, atHome, dispersion }: Pick<AreaInput, 'allocations' | 'atHome' | 'dispersion'>,
  isCovered: (cell: Cell) => boolean,
  random: Random,
): void {
  for (const [i, number] of allocations.cell.entries()) {
    const cell = cellInPartition(area, number);
    if (!isCovered(cell)) continue;
    const inhabitants = allocations.millipersons[i] / MILLIPERSONS;
    const share = atHome[allocations.unit[i]];
    into.at_home += inhabitants * share;
    into.addLiving(cell, inhabitants);
    addTo(into.spread, cell, inhabitants * share);
    into.addFoundSomewhere(cell, inhabitants * share, dispersion * inhabitants * share * (1 - share), random);
  }
}
