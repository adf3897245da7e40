/** A town of simulated people on real streets: buildings, households, occupations and a panel of devices. */

import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import type { FeatureCollection } from 'geojson';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { Random, smoothField } from '../numbers/random.ts';
import { choosePanel, locateDevices, type PanelOptions, type Ping } from './carry-devices.ts';
import { countBySquare } from './census-squares.ts';
import { giveOccupations } from './give-occupations.ts';
import { localPlane, type Point } from './local-plane.ts';
import { placeBuildings, type TownBuilding } from './place-buildings.ts';
import { dwellingsFor, type Kind, type Person, settlePeople } from './settle-people.ts';
import { readStreets } from './streets.ts';
import { polygonGeometry } from './write-sources.ts';

export interface TownOptions {
  /** Any 32-bit integer; the same seed gives the same town. */
  readonly seed: number;
  readonly centre: Position;
  /** Places around that are built up as well, along the streets near them. */
  readonly villages?: readonly Position[];
  /** Where the streets are complete: nothing is built outside. */
  readonly coverage: Polygon;
  /** Wanted inhabitants. There are fewer where the streets do not offer enough room. */
  readonly persons: number;
  readonly panel: PanelOptions;
  readonly census_square_m: number;
}

export interface Town {
  readonly buildings: readonly TownBuilding[];
  readonly inhabitants: readonly TownPerson[];
  /** Inhabitants by id of their census square. */
  readonly census: ReadonlyMap<string, number>;
  /** The inhabitants who carry a device: device `d000007` is carried by `panel[7]`. */
  readonly panel: readonly TownPerson[];
  /** The devices' locations, made while they are read: the same ones each time. */
  readonly pings: () => Iterable<LocatedPing>;
}

/** What is true of a person, whatever the devices show. */
export interface TownPerson {
  readonly kind: Kind;
  readonly home: Position;
  readonly occupation: Position;
  /** Number of the building in which that is; `null` at home. */
  readonly building: number | null;
}

export interface LocatedPing extends Omit<Ping, 'at'> {
  readonly position: Position;
}

/** Where devices are carried rather, in patches of this width: a panel is never even. */
const PANEL_PATCH_M = 1_500;

/** @param streets OSM ways as GeoJSON, their tags as properties */
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
  const settled = settlePeople(buildings, persons, seeded(2));
  const people = giveOccupations(settled, buildings, seeded(3));
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
