/** What is known of each building, and of houses that are likely to be missing, in figures. */
import { type BoundingBox, boundingBoxOf, type Position, type Zone } from '../../src/geo/positions.ts';
import { AreaIndex } from '../geometry/area-index.ts';
import { PlanarArea } from '../geometry/planar-area.ts';
import type { Area } from '../read/features.ts';
import type { Building } from '../records.ts';
import { DensityRaster } from './density-raster.ts';
import { detachedShares } from './detached-share.ts';
import {
  dwellingShareByTags,
  dwellingShareOfArea,
  floorsOf,
  HOUSE_AREA_M2,
  HOUSE_WIDTH_M,
  isDwellingByTags,
  WIDTH_KNOTS,
} from './dwelling-defaults.ts';
import { type FootprintShape, footprintShape } from './footprint-shape.ts';
import { missingFrontage, squareRing } from './missing-dwellings.ts';
import type { StreetPiece } from './residential-streets.ts';

/** Where people may live, with what tells how many. */
export interface DwellingSite {
  readonly footprint: Zone;
  readonly centre: Position;
  /** Of the footprint. */
  readonly area_m2: number;
  /** Of the part that is dwellings by its use, whatever its width. */
  readonly usable_m2: number;
  readonly width_m: number;
  /** Floors by the tags in proportion to those that the width makes likely. */
  readonly floorsToExpected: number;
  /** Whether it stands in the data; else houses along a street, on a footprint that is made up. */
  readonly mapped: boolean;
  /** How densely it is built around, dimensionless, for each of CONTEXTS. */
  readonly context: readonly number[];
  /** How far it looks like a large house for one family, 0 to 1. */
  readonly villa: number;
  /** Logarithm of its elongation where it is too large for a house, else 0. */
  readonly slab: number;
  /** Mean footprint of the homes around; that of a house where there is none. */
  readonly homesAround_m2: number;
}

export const CONTEXTS = ['built_area', 'buildings', 'streets'] as const;

/** Standard deviation of what counts as around. */
const AROUND_M = 200;
/** The same for the sizes of homes, which go by the street rather than by the quarter. */
const HOMES_AROUND_M = 100;
/** Factors that bring the contexts of a suburb of houses near 0.1. */
const M2_OF_A_BUILDING = 130;
const M_ACROSS_A_STREET = 8;
/** Sheds and halls are no sign of a place where people live. */
const HOME_WIDTHS_M = [2.5, 13] as const;
const SMALLEST_BUILDING_M2 = 20;
const MIN_DWELLING_SHARE = 0.2;
/** What stands along both sides of a metre of street: a house every 22 m. */
const M2_ALONG_A_METRE = HOUSE_AREA_M2 / 11;
const HALF_MISSING_FOOTPRINT_M = 7;
/** A compact building that stands alone is a large house at most likely in the middle, a block of flats from the last on. */
const VILLA_M2 = [HOUSE_AREA_M2, 250, 600] as const;
const VILLA_ELONGATION = [1.5, 2.5] as const;
/** A villa may have an annexe or two. */
const VILLA_DETACHED_SHARE = [0.6, 0.9] as const;
const SLAB_FROM_M2 = 200;
const MAX_ELONGATION = 6;

/** The floors that a width makes likely. */
export function floorsByWidth(width_m: number): number {
  return Math.exp(interpolateByWidth(width_m, (knot) => Math.log(WIDTH_KNOTS[knot]!.floors)));
}

/** The knot below a width, and how far it is on the way to the next in logarithms, 0 to 1. */
export function placeAmongKnots(width_m: number): { knot: number; share: number } {
  const last = WIDTH_KNOTS.length - 1;
  const width = Math.min(WIDTH_KNOTS[last]!.width_m, Math.max(WIDTH_KNOTS[0]!.width_m, width_m));
  const knot = Math.min(
    last - 1,
    WIDTH_KNOTS.findLastIndex((known) => known.width_m <= width),
  );
  const [from, to] = [WIDTH_KNOTS[knot]!.width_m, WIDTH_KNOTS[knot + 1]!.width_m];
  return { knot, share: Math.log(width / from) / Math.log(to / from) };
}

function interpolateByWidth(width_m: number, valueAt: (knot: number) => number): number {
  const { knot, share } = placeAmongKnots(width_m);
  return valueAt(knot) * (1 - share) + valueAt(knot + 1) * share;
}

type Bare = Omit<DwellingSite, 'context' | 'homesAround_m2'>;

/** @param complete whether no building is missing in the data */
export function dwellingSites(
  buildings: readonly Building[],
  streets: readonly StreetPiece[],
  landUse: readonly Pick<Area, 'polygons' | 'tags'>[],
  complete: boolean,
): DwellingSite[] {
  const shareAround = landUseFinder(landUse);
  const shapes = buildings.map(({ footprint }) => footprintShape(footprint));
  const isRepeated = repetitionFinder(buildings, shapes);
  const detached = detachedShares(
    buildings.map(({ footprint }) => footprint),
    shapes.map(({ area_m2 }) => area_m2),
  );
  const mapped = buildings.map(({ footprint, tags }, i): Bare => {
    const shape = shapes[i]!;
    const byTags = dwellingShareByTags(tags);
    const share = isDwellingByTags(tags) ? byTags : Math.min(byTags, shareAround(shape.centre));
    const expected = floorsByWidth(shape.width_m);
    return {
      footprint,
      centre: shape.centre,
      area_m2: shape.area_m2,
      usable_m2: isRepeated(i) ? 0 : shape.area_m2 * share,
      width_m: shape.width_m,
      floorsToExpected: floorsOf(tags, expected) / expected,
      mapped: true,
      villa: villaLikeness(shape, detached[i]!),
      slab: shape.area_m2 > SLAB_FROM_M2 ? Math.log(Math.min(MAX_ELONGATION, shape.elongation)) : 0,
    };
  });
  const positions = [...mapped.map(({ centre }) => centre), ...streets.map(({ position }) => position)];
  if (positions.length === 0) return [];
  const box = boundingBoxOf([positions]);
  const homes = mapped.filter(mayBeHome);
  const boxes = homes.map(({ footprint }) => boundingBoxOf(footprint.flat()));
  const missing = complete ? [] : missingSites(streets, boxes, box);
  const sites = [...mapped, ...missing];
  return withContext(sites, streets, box);
}

function villaLikeness({ area_m2, elongation }: FootprintShape, detachedShare: number): number {
  const [house_m2, villa_m2, block_m2] = VILLA_M2;
  if (area_m2 <= house_m2 || area_m2 >= block_m2) return 0;
  const end_m2 = area_m2 < villa_m2 ? house_m2 : block_m2;
  const bySize = Math.log(area_m2 / end_m2) / Math.log(villa_m2 / end_m2);
  return bySize * (1 - rise(VILLA_ELONGATION, elongation)) * rise(VILLA_DETACHED_SHARE, detachedShare);
}

/** From 0 at the first value to 1 at the last. */
const rise = ([from, to]: readonly [number, number], value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

const mayBeHome = ({ area_m2, usable_m2 }: Bare): boolean =>
  area_m2 >= SMALLEST_BUILDING_M2 && usable_m2 >= MIN_DWELLING_SHARE * area_m2;

/** Whether a building stands in another's footprint as a whole, as where one is mapped twice: its floor is counted already. */
function repetitionFinder(
  buildings: readonly Building[],
  shapes: readonly FootprintShape[],
): (building: number) => boolean {
  const areas = buildings.map(({ footprint }) => new PlanarArea(footprint));
  const index = new AreaIndex(areas.map(({ box }) => box));
  const size = ({ box }: PlanarArea): number => (box.east - box.west) * (box.north - box.south);
  return (building) => {
    const own = areas[building]!;
    return index.meeting(own.box).some((other) => {
      const around = areas[other]!;
      const isLarger = size(around) > size(own) || (size(around) === size(own) && other < building);
      if (other === building || !isLarger) return false;
      const { centre } = shapes[building]!;
      return (
        around.contains(centre) && own.corners().every((corner) => around.contains(pulled(corner, centre)))
      );
    });
  };
}

/** A corner moved a hundredth of its way to the middle, so that outlines in common don't matter. */
const pulled = ([lon, lat]: Position, [toLon, toLat]: Position): Position => [
  lon + (toLon - lon) / 100,
  lat + (toLat - lat) / 100,
];

function landUseFinder(landUse: readonly Pick<Area, 'polygons' | 'tags'>[]): (position: Position) => number {
  const areas = landUse.map(({ polygons }) => new PlanarArea(polygons));
  const shares = landUse.map(({ tags }) => dwellingShareOfArea(tags) ?? 1);
  const index = new AreaIndex(areas.map(({ box }) => box));
  return ([lon, lat]) => {
    let share = 1;
    for (const i of index.meeting({ west: lon, east: lon, south: lat, north: lat })) {
      if (shares[i]! < share && areas[i]!.contains([lon, lat])) share = shares[i]!;
    }
    return share;
  };
}

function missingSites(
  streets: readonly StreetPiece[],
  buildings: readonly BoundingBox[],
  box: BoundingBox,
): Bare[] {
  return missingFrontage(streets, buildings, box).flatMap(({ position, frontage_m, share }): Bare[] => {
    const usable_m2 = frontage_m * M2_ALONG_A_METRE * share;
    if (!(usable_m2 > 0)) return [];
    return [
      {
        footprint: [[squareRing(position, HALF_MISSING_FOOTPRINT_M)]],
        centre: position,
        area_m2: (2 * HALF_MISSING_FOOTPRINT_M) ** 2,
        usable_m2,
        width_m: HOUSE_WIDTH_M,
        floorsToExpected: 1,
        mapped: false,
        villa: 0,
        slab: 0,
      },
    ];
  });
}

function withContext(
  sites: readonly Bare[],
  streets: readonly StreetPiece[],
  box: BoundingBox,
): DwellingSite[] {
  const [area, count, street] = CONTEXTS.map(() => new DensityRaster(box)) as [
    DensityRaster,
    DensityRaster,
    DensityRaster,
  ];
  const [homeArea, homeCount] = [new DensityRaster(box), new DensityRaster(box)];
  for (const site of sites) {
    if (site.mapped && !mayBeHome(site)) continue;
    const dwelling_m2 = site.mapped ? site.area_m2 : site.usable_m2;
    const buildings = site.mapped ? 1 : dwelling_m2 / HOUSE_AREA_M2;
    if (site.width_m > HOME_WIDTHS_M[0] && site.width_m < HOME_WIDTHS_M[1]) {
      area.add(site.centre, dwelling_m2);
      homeArea.add(site.centre, dwelling_m2);
      homeCount.add(site.centre, buildings);
    }
    count.add(site.centre, buildings);
  }
  for (const { position, frontage_m } of streets) street.add(position, frontage_m);
  for (const raster of [area, count, street]) raster.blur(AROUND_M);
  for (const raster of [homeArea, homeCount]) raster.blur(HOMES_AROUND_M);
  const meanHome_m2 = (place: Position): number => {
    const homes = homeCount.at(place);
    return homes > 0 ? homeArea.at(place) / homes : HOUSE_AREA_M2;
  };
  return sites.map((site) => ({
    ...site,
    homesAround_m2: meanHome_m2(site.centre),
    context: [
      area.at(site.centre),
      count.at(site.centre) * M2_OF_A_BUILDING,
      street.at(site.centre) * M_ACROSS_A_STREET,
    ],
  }));
}
