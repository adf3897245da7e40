/** Order of a cold isolate's reads. */
import { partOf } from '../../src/format/object-keys.ts';
import { streetTown } from '../support/datasets/street-dataset.ts';
import { queryTextOf } from '../support/requests/query-text.ts';

/** Near a border, absent packs would be prefetched. */
export const COLD_TOWN = streetTown({
  region: 'town',
  near: [9.884, 52.032],
  version: 'town-0000000000000001',
  // Farther than a drive of ten minutes.
  coverageReach_m: 6_000,
});
const [lon, lat] = COLD_TOWN.centre;

interface ColdCall {
  readonly call: string;
  readonly path: string;
  /** By round; each waits for the one before. */
  readonly rounds: readonly (readonly string[])[];
  readonly waits: number;
}

const FIRST = ['current', 'keys'];
const COUNTS = ['living overview', 'living pack', 'manifest'];

export const COLD_CALLS: readonly ColdCall[] = [
  {
    call: 'a walk',
    path: queryTextOf({ lon, lat, travel: 'pedestrian', time: 61 }),
    rounds: [FIRST, [...COUNTS, 'pedestrian pack', 'pedestrian separators']],
    waits: 2,
  },
  {
    call: 'a drive',
    path: queryTextOf({ lon, lat, travel: 'motorized', time: 600 }),
    rounds: [FIRST, [...COUNTS, 'motorized pack', 'motorized separators']],
    waits: 2,
  },
  {
    call: 'a zone',
    path: queryTextOf({
      zone: JSON.stringify({ type: 'Polygon', coordinates: COLD_TOWN.box([-60, -60], [60, 60]) }),
    }),
    rounds: [FIRST, COUNTS],
    waits: 2,
  },
];

export const nameOfRead = (key: string): string => (key.startsWith('keys/') ? 'keys' : partOf(key));
