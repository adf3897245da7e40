import { areaOfZone_m2 } from '../../src/geo/area.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building } from '../../tiles-builder/base/records.ts';
import { locateDevices, type PanelOptions } from '../../tiles-builder/simulate/carry-devices.ts';
import type { Kind, Person } from '../../tiles-builder/simulate/fill-dwellings.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import { writeRowsGzipped } from '../../tiles-builder/simulate/write-sources.ts';

const KINDS: readonly (readonly [Kind, number])[] = [
  ['commute', 45],
  ['part-time', 10],
  ['shift', 8],
  ['home-work', 12],
  ['retired', 25],
];
const WORK_DECAY_M = 2_000;
const CANDIDATE_WORKPLACES = 60;

/** Writes pings (`device_id,timestamp,lon,lat`). Draws homes by footprint area, workplaces also by distance. */
export async function writeSimulatedPings(
  folder: string,
  name: string,
  buildings: readonly Building[],
  persons: number,
  options: PanelOptions,
  seed: number,
): Promise<void> {
  const random = new Random(seed);
  const plane = localPlane(buildings[0].footprint[0][0][0]);
  const places = buildings.map((building): Point => plane.toPlane(building.footprint[0][0][0]));
  let total = 0;
  const runningAreas = Float64Array.from(buildings, (building) => {
    total += areaOfZone_m2(building.footprint);
    return total;
  });
  const anyPlace = (): Point => places[random.pickIndex(runningAreas)];
  const workplaceFrom = ([x, y]: Point): Point => {
    for (let tries = 0; tries < CANDIDATE_WORKPLACES; tries++) {
      const place = anyPlace();
      if (random.chance(Math.exp(-Math.hypot(place[0] - x, place[1] - y) / WORK_DECAY_M))) return place;
    }
    return anyPlace();
  };
  const panel = Array.from({ length: persons }, (): Person => {
    const kind = random.pick(KINDS);
    const home = anyPlace();
    const isAtHome = kind === 'home-work' || kind === 'retired';
    return { kind, home, occupation: isAtHome ? home : workplaceFrom(home), building: null };
  });
  function* rows(): Generator<string> {
    for (const { device, timestamp_s, at } of locateDevices(panel, places, options, random)) {
      const [lon, lat] = plane.toPosition(at);
      yield `${device},${timestamp_s},${lon},${lat}`;
    }
  }
  await writeRowsGzipped(folder, name, 'device_id,timestamp,lon,lat', rows());
}
