/** Looks at the sources of a configuration before a long build: what is wrong, what would make the dataset better. */
import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Source } from '../../src/format/manifest.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { BadInput } from '../bad-input.ts';
import type { CensusConfig, Config } from '../config.ts';
import { sourcesOf } from '../dataset/describe-sources.ts';
import { DatasetSources } from '../read/dataset-sources.ts';
import type { CensusUnit, Progress } from '../records.ts';
import { censusCoverage, readCensus } from '../sources/census.ts';
import { readCoverage } from '../sources/coverage.ts';
import { whole } from '../whole-number.ts';
import { openLocationFile } from '../working/location-file.ts';
import { openSqlEngine } from '../working/open-sql-engine.ts';
import { locationColumns } from '../working/read-locations.ts';
import { UnusableEngine } from '../working/sql-engine.ts';

export interface Finding {
  readonly about: Source['role'] | 'settings' | 'machine';
  /** `fault`: the build would fail. `advice`: it would not, but the dataset can be better. */
  readonly level: 'fine' | 'advice' | 'fault';
  /** What was found and, where something should change, what to do. */
  readonly message: string;
}

export interface Examination {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** Share of a census's people that may lie outside the roads or buildings without a word. */
const NEGLIGIBLE_SHARE = 0.01;
/** More inhabitants per footprint than in towns of blocks of flats: many footprints are missing. */
const MANY_PEOPLE_PER_BUILDING = 30;
/** Ways on which only walkers and cyclists go. */
const PATHS = new Set(['footway', 'path', 'steps', 'pedestrian', 'track', 'cycleway']);
/** A build writes and reads about as much as its sources hold. */
const DISK_PER_SOURCE_BYTE = 1;

/** @param clickhouse URL of a server, as for the build */
export async function examineConfig(
  config: Config,
  progress: Progress,
  clickhouse?: string,
): Promise<Examination> {
  const findings: Finding[] = [];
  const add = (about: Finding['about'], level: Finding['level'], message: string): void => {
    findings.push({ about, level, message });
  };
  /** What a step found, or `null` where the build would fail on it. */
  const attempt = async <T>(about: Finding['about'], step: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof BadInput || error instanceof UnusableEngine)) throw error;
      add(about, 'fault', [error.message, error.advice].filter((text) => text !== null).join('. '));
      return null;
    }
  };

  const features = new DatasetSources(config, { progress, scratch: tmpdir() });
  const roadsCoverage = await attempt('roads', async () => {
    const { roads, coverage } = await features.roads();
    const { ways } = roads;
    add('roads', 'fine', `${whole(ways.length)} roads on ${km2(coverage)}`);
    if (!ways.some(({ tags }) => PATHS.has(tags.highway ?? ''))) {
      add(
        'roads',
        'advice',
        'no footways or paths: isochrones on foot follow streets alone. Take an extract that was not filtered',
      );
    }
    if (!ways.some(({ tags }) => tags.maxspeed !== undefined)) {
      add(
        'roads',
        'advice',
        'no maxspeed on any road: cars drive at the default of each class. Take an extract with all tags',
      );
    }
    if (config.roads.coverage === undefined && config.cut_isochrones === 'refuse') {
      add(
        'roads',
        'advice',
        'coverage is the bounding box. If the extract was cut along a border, name that polygon as roads.coverage; isochrones that reach the edge are refused, which "cut_isochrones": "answer" changes for small extracts',
      );
    }
    return coverage;
  });

  const { buildings } = config;
  const builtUp = buildings ? await attempt('buildings', () => features.builtUp()) : null;
  const buildingsCoverage = buildings ? builtUp?.coverage : roadsCoverage;
  const footprints = builtUp?.buildings ?? null;
  if (footprints) add('buildings', 'fine', `${whole(footprints.length)} footprints`);
  else if (!buildings) {
    add(
      'buildings',
      'advice',
      'none: people are spread along roads. Most OSM extracts hold buildings: name the same file',
    );
  }

  const censuses = config.census ?? [];
  if (censuses.length === 0) add('census', 'advice', 'none: livingcount will answer 422');
  for (const census of censuses) {
    const units = await attempt('census', () => readCensus(census, progress));
    if (!units || !buildingsCoverage) continue;
    await attempt('census', () =>
      examineCensus(census, units, buildingsCoverage, footprints?.length ?? null, add),
    );
  }

  const { locations } = config;
  if (!locations) add('locations', 'advice', 'none: workingcount will answer 422');
  else {
    if (censuses.length === 0)
      add(
        'locations',
        'fault',
        'a census is needed with them, to know how many people each device stands for',
      );
    await attempt('locations', async () => {
      const file = await openLocationFile(locations.file, Object.values(locationColumns(locations)));
      add('locations', 'fine', `${file.format} with the columns ${file.columns.join(', ')}`);
    });
    await attempt('locations', async () => {
      const engine = await openSqlEngine(clickhouse);
      await engine.close();
      add(
        'locations',
        'fine',
        clickhouse ? 'the ClickHouse server answers' : 'the embedded ClickHouse works',
      );
    });
    if (config.timezone === 'UTC') {
      add(
        'settings',
        'advice',
        'timezone is UTC: nights and working hours follow it. Name the region’s, such as "Europe/Paris"',
      );
    }
  }
  adviseDescriptions(config, add);
  await examineDisk(config, add);
  return { file: config.file, findings };
}

type Add = (about: Finding['about'], level: Finding['level'], message: string) => void;

/** @param footprints their number, `null` without buildings */
function examineCensus(
  census: CensusConfig,
  units: readonly CensusUnit[],
  builtUp: Zone,
  footprints: number | null,
  add: Add,
): void {
  const coverage = census.coverage === undefined ? censusCoverage(units) : readCoverage(census.coverage);
  const total = sum(units);
  const inside = sum(units.filter(({ outline }) => sharedArea_m2(outline, builtUp) > 0));
  add(
    'census',
    'fine',
    `${whole(total)} people in ${whole(units.length)} census ${units.length === 1 ? 'unit' : 'units'} on ${km2(coverage)}`,
  );
  const where = footprints === null ? 'roads' : 'buildings';
  if (inside === 0) {
    add('census', 'fault', `no unit of it lies where ${where} are known: are both of the same region?`);
    return;
  }
  if (inside < total * (1 - NEGLIGIBLE_SHARE)) {
    const outside = whole(total - inside);
    add(
      'census',
      'advice',
      `${outside} people live outside the ${where} and will not be counted: a larger extract would hold them`,
    );
  }
  if (footprints !== null && inside / Math.max(1, footprints) > MANY_PEOPLE_PER_BUILDING) {
    const each = Math.round(inside / Math.max(1, footprints));
    add(
      'buildings',
      'advice',
      `${each} people for each footprint: many are missing. A cadastre or Overture Maps would place people better`,
    );
  }
}

function adviseDescriptions(config: Config, add: Add): void {
  for (const { role, source } of sourcesOf(config)) {
    if (source.attribution === undefined) {
      add(role, 'advice', 'no attribution: licences ask for it, and every answer’s details would name it');
    }
    if (source.vintage === undefined) {
      add(role, 'advice', 'no vintage: every answer’s details would say how old the data is');
    }
  }
}

async function examineDisk(config: Config, add: Add): Promise<void> {
  const sizes = sourcesOf(config).map(
    ({ source }) => statSync(source.file, { throwIfNoEntry: false })?.size ?? 0,
  );
  const needed = DISK_PER_SOURCE_BYTE * sizes.reduce((a, b) => a + b, 0);
  const { bavail, bsize } = await statfs(dirname(config.file));
  const free = bavail * bsize;
  const text = `${megabytes(needed)} of sources, ${megabytes(free)} free on the disk`;
  add('machine', free < needed ? 'fault' : 'fine', free < needed ? `${text}: make room first` : text);
}

const sum = (units: readonly CensusUnit[]): number => units.reduce((total, { people }) => total + people, 0);
const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
const km2 = (zone: Zone): string => `${whole(areaOfZone_m2(zone) / 1e6)} km²`;
