/** Simulates a town on real streets: buildings, households, occupations, a census and a panel of devices. */

import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import type { FeatureCollection } from 'geojson';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { Random, smoothField } from '../base/numbers/random.ts';
import { assignOccupations } from './assign-occupations.ts';
import { choosePanel, locateDevices, type PanelOptions, type Ping } from './carry-devices.ts';
import { countBySquare } from './census-squares.ts';
import { dwellingsFor, fillDwellings, type Kind, type Person } from './fill-dwellings.ts';
import { localPlane, type Point } from './local-plane.ts';
import { placeBuildings, type TownBuilding } from './place-buildings.ts';
import { readStreets } from './streets.ts';
import { polygonGeometry } from './write-sources.ts';

export interface TownOptions {
  readonly seed: number;
  readonly centre: Position;
  readonly villages?: readonly Position[];
  /** Complete streets; nothing is built outside. */
  readonly coverage: Polygon;
  /** Fewer where streets lack room. */
  readonly persons: number;
  readonly panel: PanelOptions;
  readonly census_square_m: number;
}

export interface Town {
  readonly buildings: readonly TownBuilding[];
  readonly inhabitants: readonly TownPerson[];
  /** Inhabitants by square id. */
  readonly census: ReadonlyMap<string, number>;
  /** `panel[7]` carries device `d000007`. */
  readonly panel: readonly TownPerson[];
  /** Generated on each call, identically. */
  readonly pings: () => Iterable<LocatedPing>;
}

export interface TownPerson {
  readonly kind: Kind;
  readonly home: Position;
  readonly occupation: Position;
  readonly building: number | null;
}

export interface LocatedPing extends Omit<Ping, 'at'> {
  readonly position: Position;
}

/** Width of patches of uneven panel shares. */
const PANEL_PATCH_M = 1_500;

export function simulateTown(streets: FeatureCollection, options: TownOptions): Town {
  const { seed, coverage, persons, panel, villages = [] } = options;
  const plane = localPlane(options.centre);
  const area = polygonGeometry(coverage) as GeoJSON.Polygon;
  const contains = (point: Point): boolean => booleanPointInPolygon([...plane.toPosition(point)], area);
  const seeded = (step: number): Random => new Random(seed + step);

  const buildings = placeBuildings(
    readStreets(streets, plane),
    dwellingsFor(persons),
    villages.map(plane.toPlane),
    plane,
    contains,
    seeded(1),
  );
  const residents = fillDwellings(buildings, persons, seeded(2));
  const people = assignOccupations(residents, buildings, seeded(3));
  const carried = smoothField(seeded(4), PANEL_PATCH_M);
  const rather = ({ home: [x, y] }: Person): number => 0.5 + carried(x, y);
  const carriers = choosePanel(people, panel.share, rather, seeded(5));
  const errands = buildings.filter(({ use }) => use === 'retail').map(({ rectangle }) => rectangle.centre);
  const onGlobe = ({ kind, home, occupation, building }: Person): TownPerson => ({
    kind,
    building,
    home: plane.toPosition(home),
    occupation: plane.toPosition(occupation),
  });
  const inhabitants = people.map(onGlobe);
  return {
    buildings,
    inhabitants,
    census: countBySquare(
      inhabitants.map(({ home }) => home),
      options.census_square_m,
    ),
    panel: carriers.map(onGlobe),
    *pings() {
      for (const { at, ...ping } of locateDevices(carriers, errands, panel, seeded(6))) {
        yield { ...ping, position: plane.toPosition(at) };
      }
    },
  };
}
