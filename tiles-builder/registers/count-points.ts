/** Counts people at point sites, in k-anonymous groups. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { BandEstimate } from '../config/bands.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { addTo } from '../numbers/add-to.ts';
import { cellInPartition, numberInPartition } from '../partitions/partitions.ts';
import {
  type GroupFigure,
  groupPartition,
  type ReleaseOptions,
  releasePart,
  sumOf,
  type Workplaces,
} from '../working/count-partition.ts';
import type { Places } from '../working/places.ts';
import { type RoomFollowed, roomScales } from '../working/room-followed.ts';
import type { AreaPeople, SitesAndPeople } from './area-people.ts';
import type { PointSite } from './site-records.ts';
import { peopleOfSite } from './tally.ts';

export interface PointsOfArea {
  readonly points: readonly PointSite[];
  readonly anchors: readonly Cell[];
}

/** Covered sites as persons of a panel. */
export const workplacesOf = (
  { points, anchors }: PointsOfArea,
  bands: readonly BandEstimate[],
  isCovered: (cell: Cell) => boolean,
): Workplaces => {
  const own = points.flatMap((site, i) => {
    const { least, counted } = peopleOfSite(site, bands);
    return isCovered(cellAt(site.position)) ? [{ area: numberInPartition(anchors[i]), least, counted }] : [];
  });
  return {
    area: Uint32Array.from(own, ({ area }) => area),
    persons: Float64Array.from(own, ({ least }) => least),
    people: Float64Array.from(own, ({ counted }) => counted),
  };
};

const NO_WORKPLACES: Workplaces = {
  area: new Uint32Array(),
  persons: new Float64Array(),
  people: new Float64Array(),
};
const nowhereIn = (places: Places): Places => ({
  ...places,
  ...{ area: new Uint32Array(), cell: new Uint32Array(), size: new Float64Array() },
});

export interface PointsRelease extends Pick<ReleaseOptions, 'earlier' | 'round'> {
  readonly followed: RoomFollowed;
}

/** @returns groups, and the withheld people of a partition too small for one */
export function countPoints(
  into: AreaPeople,
  sites: PointsOfArea,
  places: Places,
  bands: readonly BandEstimate[],
  isCovered: (cell: Cell) => boolean,
  { followed, ...release }: PointsRelease,
): { figures: readonly GroupFigure[]; withheld: SitesAndPeople } {
  const workplaces = workplacesOf(sites, bands, isCovered);
  const [part] = groupPartition(
    { at_home: NO_WORKPLACES, away: workplaces },
    { at_home: nowhereIn(places), away: places },
    release.earlier,
  );
  const { people, groups, withheld } = releasePart(part, {
    ...release,
    places,
    scaleOf: roomScales(places, followed),
  });
  const isCounted = groups.length > 0;
  for (const [i, number] of people.cell.entries()) {
    addTo(into.spread, cellInPartition(places.partition, number), people.millipersons[i] / MILLIPERSONS);
  }
  for (const { persons } of groups) into.addFigures(1, persons);
  for (const site of sites.points) {
    const { isSchool, name, position } = site;
    const cell = cellAt(position);
    const people = peopleOfSite(site, bands);
    if (!isCovered(cell)) {
      into.outside.sites++;
      into.outside.people += people.listed;
    } else if (isCounted) {
      into.addCut(people, 1);
      into.addToRegister(isSchool, people.counted);
      into.addFound(cell, position, people.counted, people.variance);
      into.addAway(cell, people.counted);
      into.places.book({ name, position, sites: 1, people: people.counted }, [[cell, people.counted]]);
    }
  }
  return {
    figures: groups,
    withheld: isCounted
      ? { sites: 0, people: withheld }
      : { sites: workplaces.area.length, people: sumOf(workplaces.people) },
  };
}
