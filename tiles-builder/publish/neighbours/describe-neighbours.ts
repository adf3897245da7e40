import { TRAVELS, type Travel } from '../../../src/format/tile-sets.ts';
import { SAME_ROAD_M } from '../../../src/isochrone/search-across-borders.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import { type MetExits, NEAR_M, type Neighbour, type Overlap, type UnmetExit } from './find-neighbours.ts';

/** Describes each live region that touches a dataset in lines: how well roads meet, overlaps and gaps. */
export const describeNeighbours = (neighbours: readonly Neighbour[]): string[] =>
  neighbours.flatMap((neighbour) => [
    `  touches ${neighbour.region}: ${TRAVELS.map((travel) => describeExits(travel, neighbour.roads[travel])).join(', ')}`,
    ...TRAVELS.flatMap((travel) => describeUnmet(travel, neighbour.roads[travel])),
    ...Object.entries(neighbour.overlaps).map(([data, overlap]) => describeOverlap(data, overlap)),
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
  `${lon.toFixed(5)},${lat.toFixed(5)} (${distance_m === null ? `none within ${NEAR_M} m` : `${whole(distance_m)} m away`})`;

function describeOverlap(data: string, { km2, width_m }: Overlap): string {
  const rule = data === 'roads' ? '' : '; the region that covers more of a zone counts there';
  const width = width_m === 0 ? 'narrow' : `${whole(width_m)} m wide${rule}`;
  return `    ${data}: overlap of ${squareKilometres(km2)}, ${width}`;
}

export const squareKilometres = (area_km2: number): string =>
  `${area_km2 < 10 ? area_km2.toFixed(2) : whole(area_km2)} km²`;
