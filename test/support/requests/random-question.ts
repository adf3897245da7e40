/** Random questions, and minimally different ones. */
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

const ZONE_STEP_DEGREES = 1e-6;
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

/** Changes one thing by the smallest step. */
export function neighbourOf(question: Question, random: Random): Question {
  const choice = random.integer(0, 5);
  if (choice === 0) return { ...question, details: !question.details };
  if (choice === 1) {
    return { ...question, endpoint: question.endpoint === 'livingcount' ? 'workingcount' : 'livingcount' };
  }
  const { area } = question;
  if ('rings' in area) {
    const ring = random.integer(0, area.rings.length - 1);
    const moved = random.integer(0, area.rings[ring].length - 1);
    const axis = random.integer(0, 1);
    const move = (position: Position): Position => {
      const degrees = onStep(position[axis] + ZONE_STEP_DEGREES, ZONE_STEP_DEGREES);
      return axis === 0 ? [degrees, position[1]] : [position[0], degrees];
    };
    const rings = area.rings.map((positions, index) =>
      index === ring
        ? positions.map((position, at) => (at === moved ? move(position) : position))
        : positions,
    );
    return { ...question, area: { rings } };
  }
  const [lon, lat] = [area.lon + ORIGIN_STEP_DEGREES, area.lat - ORIGIN_STEP_DEGREES];
  const changes = [
    { lon: onStep(lon, ORIGIN_STEP_DEGREES) },
    { lat: onStep(lat, ORIGIN_STEP_DEGREES) },
    { time: area.time + 1 },
    { travel: area.travel === 'pedestrian' ? 'motorized' : 'pedestrian' },
  ];
  return { ...question, area: { ...area, ...changes[choice - 2] } };
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
