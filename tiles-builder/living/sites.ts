/**
 * Lists the dwelling sites of a partition in columns: buildings whose use leaves enough area for homes, with their features,
 * and houses that are probably missing along streets.
 */
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import { coordinateUnits } from '../geometry/coordinate-units.ts';
import { FootprintList, type Footprints } from '../geometry/footprints.ts';
import type { Buildings } from '../partitions/built-up/building-records.ts';
import type { BuiltUpPartition } from '../partitions/built-up/built-up-spill.ts';
import { NO_DWELLING, SOME_DWELLINGS } from '../partitions/built-up/dwelling-share.ts';
import type { StreetPieces } from '../partitions/built-up/street-records.ts';
import { planeOfPartition } from '../partitions/partition-plane.ts';
import { partitionAt } from '../partitions/partitions.ts';
import { credibleDwellings } from './credible-dwellings.ts';
import type { Amounts } from './density.ts';
import { floorsByWidth, HOUSE_WIDTH_M } from './dwelling-defaults.ts';
import { footprintShapes } from './footprint-shape.ts';
import { localDensitiesAt } from './local-densities.ts';
import { M2_ALONG_A_METRE, type MissingHomes, missingHomes } from './missing-dwellings.ts';

/** Columns by site, which depend only on what lies within 4 km. */
export const SITE_FIGURES = [
  'lon',
  'lat',
  'area_m2',
  /** Residential part of the footprint, by use. */
  'usable_m2',
  'width_m',
  /** Tagged floors relative to those expected by width. */
  'floorsToExpected',
  /** Reported dwellings, NaN if none, or more than fit. */
  'dwellings',
] as const;

/** Columns by neighbourhood. */
export const SITE_CONTEXT = [
  /** Logarithms relative to usual values. */
  'largeHomesAround',
  'builtArea',
  'buildingsAround',
  'streetsAround',
  /** Share of nearby homes that report dwellings, for a building without them or residential tags; otherwise 0. */
  'unreported',
  /** For a missing house, log area of mapped homes around, see `MissingHomes`; otherwise 0. */
  'homesAlong',
] as const;

type SiteFigures = Readonly<
  Record<(typeof SITE_FIGURES)[number], Float64Array> & Record<(typeof SITE_CONTEXT)[number], Float32Array>
>;

/** Columns of some 130 bytes a site: buildings by position, then missing houses along streets. */
export interface Sites extends SiteFigures {
  readonly partition: Cell;
  readonly count: number;
  /** It is 0 for houses assumed missing. */
  readonly mapped: Uint8Array;
  /** Number of buildings that report more dwellings than they have room for. */
  readonly overfull: number;
  readonly footprints: Footprints;
}

/** Sheds do not indicate housing. */
const SMALLEST_BUILDING_M2 = 20;
const MIN_DWELLING_SHARE = 0.2;
const HALF_MISSING_FOOTPRINT_M = 7;
/** Footprint of a house that is assumed to be missing on the map. */
export const MISSING_HOUSE = { area_m2: (2 * HALF_MISSING_FOOTPRINT_M) ** 2, width_m: HOUSE_WIDTH_M };

/** @param complete whether no building is missing in the data */
export function sitesOf(builtUp: BuiltUpPartition, complete: boolean): Sites {
  const { partition, buildings, streets } = builtUp;
  const { footprints } = buildings;
  const plane = planeOfPartition(partition);
  const placed = ({ lon, lat }: { lon: Float64Array; lat: Float64Array }): Places => ({
    x_m: lon.map(plane.x_m),
    y_m: lat.map(plane.y_m),
  });
  const shapes = footprintShapes(footprints, buildings.lat);
  const index = footprints.boxIndex();
  const floors = floorsToExpected(buildings, shapes.width_m);
  const dwellings = credibleDwellings(buildings, shapes, floors);
  const usable_m2 = usableAreas(builtUp, dwellings, shapes.area_m2);
  const mayBeHome = Uint8Array.from(usable_m2, (usable, i) => {
    const area_m2 = shapes.area_m2[i];
    return area_m2 >= SMALLEST_BUILDING_M2 && usable >= MIN_DWELLING_SHARE * area_m2 ? 1 : 0;
  });
  const streetPlaces = placed(streets);
  const homesAtStreets = { ...placed(buildings), usable_m2, mayBeHome };
  const missing = missingHouses(
    streets,
    complete ? null : missingHomes(streets, index, homesAtStreets, streetPlaces),
  );

  const own = ownedOf(buildings.isOwned);
  const ownMissing = ownedOf(
    Uint8Array.from(missing.lon, (lon, i) => (partitionAt(lon, missing.lat[i]) === partition ? 1 : 0)),
  );
  const owned = (ofBuildings: ArrayLike<number>, ofMissing: (house: number) => number): Float64Array => {
    const values = new Float64Array(own.length + ownMissing.length);
    for (let i = 0; i < own.length; i++) values[i] = ofBuildings[own[i]];
    for (let i = 0; i < ownMissing.length; i++) values[own.length + i] = ofMissing(ownMissing[i]);
    return values;
  };
  const lon = owned(buildings.lon, (house) => missing.lon[house]);
  const lat = owned(buildings.lat, (house) => missing.lat[house]);
  const homes = {
    mapped: {
      ...placed(buildings),
      ...{ area_m2: shapes.area_m2, width_m: shapes.width_m, mayBeHome },
      reportsDwellings: Uint8Array.from(dwellings, (credible) => (credible > 0 ? 1 : 0)),
    },
    missing: { ...placed(missing), usable_m2: missing.usable_m2 },
    streets: { ...streetPlaces, amount: streets.buildable_m },
  };
  /** People live in a building with implausibly many dwellings. */
  const mayHaveNone = (building: number): boolean =>
    Number.isNaN(buildings.dwellings[building]) && buildings.isDwelling[building] === 0;
  const { reportingAround, ...densities } = localDensitiesAt(placed({ lon, lat }), homes);
  return {
    partition,
    count: lon.length,
    lon,
    lat,
    area_m2: owned(shapes.area_m2, () => MISSING_HOUSE.area_m2),
    usable_m2: owned(usable_m2, (house) => missing.usable_m2[house]),
    width_m: owned(shapes.width_m, () => MISSING_HOUSE.width_m),
    floorsToExpected: owned(floors, () => 1),
    dwellings: owned(dwellings, () => Number.NaN),
    ...densities,
    unreported: reportingAround.map((share, i) => (i < own.length && mayHaveNone(own[i]) ? share : 0)),
    homesAlong: Float32Array.from(
      owned(new Float64Array(buildings.lon.length), (house) => missing.homesAlong[house]),
    ),
    mapped: Uint8Array.from(lon, (_, i) => (i < own.length ? 1 : 0)),
    overfull: own.filter((i) => buildings.dwellings[i] > 0 && Number.isNaN(dwellings[i])).length,
    footprints: ownedFootprints(footprints, own, missing, ownMissing),
  };
}

type Places = Pick<Amounts, 'x_m' | 'y_m'>;

const ownedOf = (isOwned: Uint8Array): Uint32Array =>
  Uint32Array.from([...isOwned.keys()].filter((i) => isOwned[i] === 1));

/** A building's own dwellings say more than its use. */
function usableAreas(
  { buildings, dwellingShareAt }: BuiltUpPartition,
  dwellings: Float32Array,
  area_m2: Float64Array,
): Float64Array {
  const { isDwelling, dwellingShare, lon, lat } = buildings;
  return area_m2.map((own_m2, i) => {
    if (dwellings[i] > 0) return own_m2 * Math.max(SOME_DWELLINGS, dwellingShare[i]);
    if (dwellings[i] === 0) return own_m2 * Math.min(NO_DWELLING, dwellingShare[i]);
    const share =
      isDwelling[i] === 1 ? dwellingShare[i] : Math.min(dwellingShare[i], dwellingShareAt(lon[i], lat[i]));
    return own_m2 * share;
  });
}

function floorsToExpected({ leastFloors, mostFloors }: Buildings, width_m: Float64Array): Float64Array {
  return width_m.map((width, i) => {
    const expected = floorsByWidth(width);
    return Math.min(mostFloors[i], Math.max(leastFloors[i], expected)) / expected;
  });
}

interface MissingHouses {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly usable_m2: Float64Array;
  readonly homesAlong: Float64Array;
}

/** @param found `null` where no building is missing in the data */
function missingHouses({ lon, lat, buildable_m }: StreetPieces, found: MissingHomes | null): MissingHouses {
  const { share, homesAlong } = found ?? { share: new Float64Array(), homesAlong: new Float64Array() };
  const bare = [...share.keys()].filter((piece) => share[piece] * buildable_m[piece] > 0);
  return {
    lon: Float64Array.from(bare, (piece) => lon[piece]),
    lat: Float64Array.from(bare, (piece) => lat[piece]),
    usable_m2: Float64Array.from(bare, (piece) => buildable_m[piece] * M2_ALONG_A_METRE * share[piece]),
    homesAlong: Float64Array.from(bare, (piece) => homesAlong[piece]),
  };
}

function ownedFootprints(
  mapped: Footprints,
  own: Uint32Array,
  { lon, lat }: MissingHouses,
  ownMissing: Uint32Array,
): Footprints {
  const list = new FootprintList();
  for (const i of own) list.add(mapped.zoneOf(i));
  const north = HALF_MISSING_FOOTPRINT_M / METRES_PER_DEGREE;
  for (const i of ownMissing) {
    const east = north / Math.cos((lat[i] * Math.PI) / 180);
    const [west_x, east_x] = [coordinateUnits(lon[i] - east), coordinateUnits(lon[i] + east)];
    const [south_y, north_y] = [coordinateUnits(lat[i] - north), coordinateUnits(lat[i] + north)];
    list.vertex(west_x, south_y);
    list.vertex(east_x, south_y);
    list.vertex(east_x, north_y);
    list.vertex(west_x, north_y);
    list.endRing();
    list.endPolygon();
    list.endFootprint();
  }
  return list.finish();
}
