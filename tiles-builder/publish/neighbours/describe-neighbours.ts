import { COVERED } from '../../../src/format/manifest.ts';
import { TRAVELS, type Travel } from '../../../src/format/tile-sets.ts';
import { SAME_ROAD_M } from '../../../src/isochrone/search-across-borders.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import {
  type CoverageBorder,
  LEAST_SHARED_KM2,
  type MetExits,
  NAMED_WITHIN_M,
  type Neighbour,
  type UnmetExit,
} from './find-neighbours.ts';

/** Lines for each live region that touches a dataset: how well roads meet, overlaps and gaps. */
export const describeNeighbours = (neighbours: readonly Neighbour[]): string[] =>
  neighbours.flatMap((neighbour) => [
    `  touches ${neighbour.region}: ${TRAVELS.map((travel) => describeExits(travel, neighbour.roads[travel])).join(', ')}`,
    ...TRAVELS.flatMap((travel) => describeUnmet(travel, neighbour.roads[travel])),
    ...COVERED.flatMap((data) => describeBorder(data, neighbour.coverage[data])),
  ]);

const describeExits = (travel: Travel, { exits, meeting }: MetExits): string =>
  exits === 0
    ? `no ${travel} road crosses`
    : `${percentOf(meeting, exits)} of ${whole(exits)} ${travel} exits meet a road`;

/** Rounded down, so that 100 % means all. */
const percentOf = (part: number, all: number): string =>
  `${(Math.floor((1_000 * part) / all) / 10).toFixed(1)} %`;

const describeUnmet = (travel: Travel, { worst }: MetExits): string[] =>
  worst.length === 0
    ? []
    : [`    no ${travel} road within ${SAME_ROAD_M} m: ${worst.map(describePlace).join('; ')}`];

const describePlace = ({ lon, lat, distance_m }: UnmetExit): string =>
  `${lon.toFixed(5)},${lat.toFixed(5)} (${distance_m === null ? `none within ${NAMED_WITHIN_M} m` : `${whole(distance_m)} m away`})`;

function describeBorder(data: string, border: CoverageBorder | null): string[] {
  if (!border) return [];
  const { shared_km2, shared_width_m, gap } = border;
  const rule = data === 'roads' ? '' : '; the region that covers more of a zone counts there';
  const width = shared_width_m === 0 ? ', narrow' : `, ${whole(shared_width_m)} m wide${rule}`;
  return [
    ...(shared_km2 < LEAST_SHARED_KM2
      ? []
      : [`    ${data}: overlap of ${squareKilometres(shared_km2)}${width}`]),
    ...(gap === null
      ? []
      : [
          `    ${data}: gap ${whole(gap.width_m)} m wide over ${(gap.length_m / 1_000).toFixed(1)} km at ${gap.lon.toFixed(5)},${gap.lat.toFixed(5)}`,
        ]),
  ];
}

export const squareKilometres = (area_km2: number): string =>
  `${area_km2 < 10 ? area_km2.toFixed(2) : whole(area_km2)} km²`;
