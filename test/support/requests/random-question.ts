/** Random questions, and their query strings. */
import type { Endpoint } from '../../../src/endpoints.ts';
import type { Position } from '../../../src/geo/positions.ts';
import type { Random } from '../../../tiles-builder/base/numbers/random.ts';
import type { StreetTown } from '../datasets/street-dataset.ts';

/** With the decimals that the contract distinguishes. */
export interface Question {
  readonly endpoint: Endpoint;
  readonly details: boolean;
  readonly area:
    | { readonly rings: readonly (readonly Position[])[] }
    | { readonly lon: number; readonly lat: number; readonly travel: string; readonly time: number };
}

const ORIGIN_STEP_DEGREES = 1e-5;
const onStep = (degrees: number, step: number): number =>
  Number((Math.round(degrees / step) * step).toFixed(6));

export function randomQuestion(town: StreetTown, random: Random): Question {
  return {
    endpoint: random.chance(0.5) ? 'livingcount' : 'workingcount',
    details: random.chance(0.3),
    area: random.chance(0.5) ? randomZone(town, random) : randomWalk(town, random),
  };
}

/** Rings are open. */
function randomZone(town: StreetTown, random: Random): Question['area'] {
  const middle = [random.between(-500, 500), random.between(-500, 500)] as const;
  const ring = (east_m: number, corners: number, low_m: number, high_m: number): Position[] =>
    Array.from({ length: corners }, (_, corner) => {
      const angle = ((corner + random.between(-0.2, 0.2)) / corners) * 2 * Math.PI;
      const radius_m = random.between(low_m, high_m);
      return town.at([
        middle[0] + east_m + radius_m * Math.cos(angle),
        middle[1] + radius_m * Math.sin(angle),
      ]);
    });
  const holes = [-25, 25].filter(() => random.chance(0.3)).map((east_m) => ring(east_m, 4, 5, 15));
  return { rings: [ring(0, random.integer(5, 20), 100, 500), ...holes] };
}

function randomWalk(town: StreetTown, random: Random): Question['area'] {
  const [lon, lat] = town.at([random.between(-250, 250), random.between(-250, 250)]);
  return {
    lon: onStep(lon, ORIGIN_STEP_DEGREES),
    lat: onStep(lat, ORIGIN_STEP_DEGREES),
    travel: random.chance(0.5) ? 'pedestrian' : 'motorized',
    time: random.integer(60, 900),
  };
}

export function queryTextOfQuestion({ area, details }: Question): string {
  const pairs: [string, string][] =
    'rings' in area
      ? [
          [
            'zone',
            JSON.stringify({ type: 'Polygon', coordinates: area.rings.map((ring) => [...ring, ring[0]]) }),
          ],
        ]
      : Object.entries(area).map(([name, value]) => [name, String(value)]);
  if (details) pairs.push(['details', 'true']);
  return new URLSearchParams(pairs).toString();
}
