/**
 * Judges the sources of a dataset together, by thresholds, with findings (fine, advice, fault) for `doctor`, `build` and
 * `report`; faults stop a build.
 */
import { basename } from 'node:path';
import { areaOfZone_m2 } from '../../../src/geo/area.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { counted, whole } from '../../base/numbers/whole-number.ts';
import { namesProjection } from '../../sources/census/grid-square.ts';
import type { Config } from '../../sources/config/config.ts';
import { MISSING_NODE, nodesOfWay, waysOf } from '../../sources/gather/osm-roads.ts';
import type { RoadData } from '../../sources/road-data.ts';
import type { WeightBlend } from '../blend-weights.ts';
import type { CensusExamination } from '../examine-census.ts';
import { type Misplaced, NOBODY_MISPLACED } from '../measure-misplaced.ts';
import { describeBalance } from './describe-balance.ts';

export interface SourceExamination {
  readonly roads: {
    readonly ways: number;
    /** There are ways for pedestrians alone, and then speed limits. */
    readonly has_paths: boolean;
    readonly has_speeds: boolean;
    /** Ways whose nodes are not all in the file. */
    readonly cut_ways: number;
    readonly known_by: string;
    readonly km2: number;
    /** Area of the configured coverage beyond the data. */
    readonly unknown_km2: number;
  };
  readonly buildings: number | null;
  readonly census: readonly ExaminedFile[];
  readonly living_km2: number;
  /** Buildings that report more dwellings than they have room for. */
  readonly overfull_buildings: number;
  /** People along streets, as no building is mapped, and their units. */
  readonly people_without_buildings: number;
  readonly units_without_buildings: number;
  readonly misplaced: Misplaced;
}

type ExaminedFile = CensusExamination & { readonly file: string };

export interface SourceFinding {
  readonly about: 'roads' | 'buildings' | 'census';
  /** Following `advice` improves a dataset, and a `fault` stops its build. */
  readonly level: 'fine' | 'advice' | 'fault';
  readonly message: string;
}

/** Ways for pedestrians and cyclists alone. */
const PATHS = new Set(['footway', 'path', 'steps', 'pedestrian', 'track', 'cycleway']);
/** More than in towns of high-rises: footprints are missing. */
const MANY_PEOPLE_PER_BUILDING = 30;
const NAMED = 3;
/** Share of the coverage: outlines are simplified. */
const LITTLE_UNKNOWN = 0.01;

export const examineRoads = ({ roads, extent, coverage, known }: RoadData): SourceExamination['roads'] => ({
  ways: roads.wayIds.length,
  has_paths: roads.tagCombinations.some(({ highway }) => PATHS.has(highway ?? '')),
  has_speeds: roads.tagCombinations.some(({ maxspeed }) => maxspeed !== undefined),
  cut_ways: [...waysOf(roads)].filter((way) => nodesOfWay(roads, way).includes(MISSING_NODE)).length,
  known_by: extent.by,
  km2: km2(coverage),
  unknown_km2: km2(coverage) - km2(known),
});

/** Stands for the findings of living counts where no census is configured. */
export const NO_CENSUS = {
  census: [],
  living_km2: 0,
  overfull_buildings: 0,
  people_without_buildings: 0,
  units_without_buildings: 0,
  misplaced: NOBODY_MISPLACED,
};

function weighing(name: string, { learnt_share, units: training, misplaced }: WeightBlend): SourceFinding {
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return misplaced
    ? fine(
        'census',
        `${name}: weights of buildings are ${percent(learnt_share)} learnt from ${units(training)}, and plain footprints ` +
          `and dwellings for the rest; among neighbouring units left out, learnt weights misplace ` +
          `${percent(misplaced.learnt)} of the people, plain ones ${percent(misplaced.plain)}`,
      )
    : advice(
        'census',
        `${name}: buildings and streets are known in ${units(training)}, too few to learn from them how many people live in ` +
          `which buildings; usual weights are taken by ${percent(learnt_share)}, plain footprints and dwellings else`,
      );
}

type About = SourceFinding['about'];
const fine = (about: About, message: string): SourceFinding => ({ about, level: 'fine', message });
const advice = (about: About, message: string): SourceFinding => ({ about, level: 'advice', message });
const fault = (about: About, message: string): SourceFinding => ({ about, level: 'fault', message });

export function findingsOf(config: Config, examination: SourceExamination): SourceFinding[] {
  return [
    ...balancesOf(examination),
    ...findingsOfRoads(config, examination.roads),
    ...findingsOfBuildings(examination),
    ...examination.census.flatMap((found, i) => [...findingsOfCensus(found, config, i)]),
    ...findingsOfPlaces(config, examination),
  ];
}

export const balancesOf = ({ census }: SourceExamination): SourceFinding[] =>
  census.map((found) =>
    fine('census', `${basename(found.file)}: ${describeBalance(found, census.length > 1)}`),
  );

function* findingsOfRoads(config: Config, roads: SourceExamination['roads']): Generator<SourceFinding> {
  yield fine(
    'roads',
    config.roads.coverage === undefined
      ? `${whole(roads.ways)} roads on ${whole(roads.km2)} km², up to ${roads.known_by}`
      : `${whole(roads.ways)} roads on ${whole(roads.km2)} km², as the configuration says; the file knows them up to ${roads.known_by}`,
  );
  if (roads.unknown_km2 > LITTLE_UNKNOWN * roads.km2) {
    yield advice(
      'roads',
      `the coverage goes beyond the data, on ${whole(roads.unknown_km2)} km²: unless that is sea, isochrones end there as if there were no roads, and neighbouring regions believe it. Name the land that the file holds`,
    );
  }
  if (!roads.has_paths) {
    yield advice(
      'roads',
      'no footways or paths: isochrones on foot follow streets alone. Take an extract that was not filtered',
    );
  }
  if (!roads.has_speeds) {
    yield advice(
      'roads',
      'no maxspeed on any road: cars drive at the default of each class. Take an extract with all tags',
    );
  }
}

function* findingsOfBuildings({
  buildings,
  overfull_buildings,
  census,
}: SourceExamination): Generator<SourceFinding> {
  if (buildings !== null) yield fine('buildings', `${whole(buildings)} footprints`);
  if (overfull_buildings > 0) {
    yield advice(
      'buildings',
      `${counted(overfull_buildings, 'building reports', 'buildings report')} more dwellings than there is room for: the number is not believed, and the size counts`,
    );
  }
  const people = census.reduce((sum, { counted_people }) => sum + counted_people, 0);
  if (buildings !== null && people / Math.max(1, buildings) > MANY_PEOPLE_PER_BUILDING) {
    yield advice(
      'buildings',
      `${Math.round(people / Math.max(1, buildings))} people for each footprint: many are missing. A cadastre, Overture Maps or --footprints of npm run country would place people better`,
    );
  }
}

function* findingsOfCensus(found: ExaminedFile, config: Config, index: number): Generator<SourceFinding> {
  const name = basename(found.file);
  const { nesting_units, nested_people, short } = found.nesting;
  if (nesting_units > 0) {
    yield advice(
      'census',
      `${name}: ${whole(nested_people)} people are listed in ${units(nesting_units)} and in finer squares within; they count in the finer`,
    );
  }
  if (short.length > 0) {
    const lacking = short.reduce((sum, { lacking_people }) => sum + lacking_people, 0);
    const squares = short.map(({ id, lacking_people }) => `${id} (${whole(lacking_people)})`);
    yield advice(
      'census',
      `${name}: ${units(short.length)} list ${whole(lacking)} people fewer than the finer squares within; the finer count, and the rest of the wider has nobody: ${named(squares, short.length)}`,
    );
  }
  if (found.weights) yield weighing(name, found.weights);
  const misplaced = misread(found, config, index);
  if (misplaced !== null) yield fault('census', `${name}: ${misplaced}`);
  if (found.counted_people === 0) {
    yield fault(
      'census',
      `${name}: no unit of it lies where buildings or roads are known: are both of the same region, is the longitude first, and is "projection" that of the squares?`,
    );
  } else if (found.elsewhere_people >= 1) {
    const isOneOfSeveral = (config.census?.length ?? 0) > 1;
    yield advice(
      'census',
      `${name}: ${whole(found.elsewhere_people)} people live where the map data does not reach, outside the coverage${isOneOfSeveral ? ' or where a finer census counts' : ''}, and are not counted here; a larger extract would hold those of the first`,
    );
  }
  if (found.contradicted_units > 0 && !found.coverage_is_named) yield contradicted(name, found);
  if (found.unlisted.length > 0) yield unlisted(name, found);
}

const contradicted = (name: string, found: CensusExamination): SourceFinding =>
  advice(
    'census',
    `${name}: ${whole(found.contradicted_people)} people in ${units(found.contradicted_units)} live where the map is known and holds neither a home nor a street for them; ` +
      `these units are left out of the coverage, and their people are not counted: ${named(
        found.contradicted.map(({ id, people }) => `${id} (${whole(people)})`),
        found.contradicted_units,
      )}`,
  );

const unlistedPeople = (found: CensusExamination): number =>
  found.unlisted.reduce((sum, place) => sum + place.expected_people, 0);

function unlisted(name: string, found: CensusExamination): SourceFinding {
  const places = found.unlisted.map(
    (place) => `${whole(place.expected_people)} on ${place.area_km2.toFixed(1)} km² at ${at(place.position)}`,
  );
  return advice(
    'census',
    `${name}: homes for some ${whole(unlistedPeople(found))} people stand where it lists no unit, ` +
      `${found.coverage_is_named ? 'and its coverage as configured says that nobody lives there' : 'so that nothing is known there and answers are 422'}: ${named(places, places.length)}`,
  );
}

/** Yields findings about where people are counted, and contradictions. */
function* findingsOfPlaces(config: Config, examination: SourceExamination): Generator<SourceFinding> {
  const { living_km2, misplaced, people_without_buildings, units_without_buildings } = examination;
  if (living_km2 > 0) yield fine('census', `livingcount answers on ${whole(living_km2)} km²`);
  if (people_without_buildings >= 1) {
    yield advice(
      'buildings',
      `${whole(people_without_buildings)} people are put along streets, as no building is mapped for them ` +
        `(${units(units_without_buildings)} without any); a fuller source of buildings would place them better`,
    );
  }
  if (misplaced.people === 0) return;
  const stops = misplaced.stops && !config.accept?.includes('people-without-homes');
  const where = misplaced.worst
    ? `, ${whole(misplaced.worst.people)} of ${whole(misplaced.worst.of_people)} around ${at(misplaced.worst.position)}`
    : '';
  yield (stops ? fault : advice)(
    'census',
    `${whole(misplaced.people)} people (${(100 * misplaced.share).toFixed(1)} %${where}) are counted where the map is known and holds neither a home nor a street, ` +
      'as the coverage of the census in the configuration wants it; leave census.coverage out, or name a smaller one' +
      (stops ? `, or accept it: "accept": ["people-without-homes"]` : ''),
  );
}

/** @throws BadInput with all faults */
export function stopAtFaults(config: Config, examination: SourceExamination): void {
  const faults = findingsOf(config, examination).filter(({ level }) => level === 'fault');
  if (faults.length > 0) {
    throw new BadInput(config.file, null, faults.map(({ message }) => message).join('; '));
  }
}

/** Says what is wrong where squares whose ids name no projection miss the homes of the map in EPSG:3035. */
function misread(found: CensusExamination, { census = [] }: Config, index: number): string | null {
  const { first_square_id, counted_people, contradicted_people } = found;
  if (census[index]?.projection !== undefined || first_square_id === null || namesProjection(first_square_id))
    return null;
  const known = counted_people + contradicted_people;
  if (counted_people > 0 && contradicted_people <= known / 2 && unlistedPeople(found) <= known / 2)
    return null;
  return (
    `ids such as ${first_square_id} do not name their projection, and read as EPSG:3035 the squares do not lie where homes are mapped; ` +
    'name theirs, such as "projection": "EPSG:3067", or "EPSG:3035" if that is what it is'
  );
}

export const km2 = (zone: Zone): number => areaOfZone_m2(zone) / 1e6;
const at = ([lon, lat]: Position): string => `${lon.toFixed(4)}, ${lat.toFixed(4)}`;
const units = (count: number): string => counted(count, 'census unit', 'census units');
const named = (names: readonly string[], all: number): string =>
  names.slice(0, NAMED).join('; ') + (all > NAMED ? `; and ${whole(all - NAMED)} more` : '');
