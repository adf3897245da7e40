/** The count tiles: inhabitants from a census, people working from device locations. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { CensusConfig, Config, LocationsConfig } from '../config/config.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { type DwellingSite, dwellingSites } from '../living/dwelling-features.ts';
import type { StreetPiece } from '../living/residential-streets.ts';
import type { SpreadReport } from '../living/spread-census.ts';
import { type CensusSource, type SpreadCensuses, spreadCensuses } from '../living/spread-censuses.ts';
import { livingErrorModel } from '../living/validate-living.ts';
import { readCensus } from '../read/census/census.ts';
import type { BuiltUpData } from '../read/dataset-sources.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { MillipersonsByCell, Output, Progress } from '../records.ts';
import { cutCountTiles } from '../tiles/cut-count-tiles.ts';
import { countWorkers, type WorkersReport } from '../working/count-workers.ts';
import { openSqlEngine } from '../working/open-sql-engine.ts';
import { placesByCell } from '../working/places-by-cell.ts';
import { readPrivacyFile } from '../working/privacy-file.ts';
import { readSecret } from '../working/read-secret.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';

/** Where people can be. */
export interface BuiltUp extends BuiltUpData {
  readonly buildingsAreComplete: boolean;
  readonly streets: readonly StreetPiece[];
  readonly roadside: ReadonlySet<Cell>;
}

/** @param data as it was read */
export const builtUpOf = (
  { buildings }: Pick<Config, 'buildings'>,
  data: BuiltUpData,
  { streets, roadside }: Pick<BuiltUp, 'streets' | 'roadside'>,
): BuiltUp => ({ ...data, buildingsAreComplete: buildings?.complete ?? false, streets, roadside });

export interface BuiltLiving {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly people: MillipersonsByCell;
  readonly report: SpreadReport;
  /** `null` where the census is too small to learn from. */
  readonly errorModel: ErrorModel | null;
}

/** People in their homes. */
export interface SpreadLiving {
  readonly sites: readonly DwellingSite[];
  readonly spread: SpreadCensuses;
}

/**
 * @param censuses the finer one counts where several cover
 * @throws BadInput
 */
export function spreadLiving(
  censuses: readonly CensusConfig[],
  builtUp: BuiltUp,
  progress: Progress,
): SpreadLiving {
  const sources = censuses.map(
    (census): CensusSource => ({
      units: readCensus(census, progress),
      coverage: census.coverage === undefined ? null : readCoverage(census.coverage),
    }),
  );
  const sites = dwellingSites(
    builtUp.buildings ?? [],
    builtUp.streets,
    builtUp.landUse,
    builtUp.buildingsAreComplete,
  );
  const places = { sites, roadside: builtUp.roadside, coverage: builtUp.coverage };
  return { sites, spread: spreadCensuses(sources, places, progress) };
}

/** Counts the living, and learns how far the counts are off. */
export function buildLiving(
  { spread: { people, coverage, report, coarsest }, sites }: SpreadLiving,
  { open, progress }: Output,
): BuiltLiving {
  const { add, finish } = open('living');
  const layer = { ...cutCountTiles('living', people, add), ...finish() };
  progress('Learn how far living counts are off');
  // Where several censuses count, the errors of the one with the widest units hold for all.
  const errorModel = coarsest && livingErrorModel(coarsest, sites, coarsest.dwellings);
  return { coverage, layer, people, report, errorModel };
}

export interface BuiltWorking {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  /** Kept apart from the dataset. */
  readonly groups: readonly PrivacyGroup[];
  readonly errorModel: ErrorModel;
  readonly report: WorkersReport;
}

/** What working counts rest on beside the locations. */
export interface WorkingInput {
  /** IANA time zone. */
  readonly timezone: string;
  readonly holidays?: readonly string[] | undefined;
  readonly living: BuiltLiving;
  readonly builtUp: BuiltUp;
  /** Taken for the coverage of the locations where nobody says otherwise. */
  readonly roadsCoverage: Zone;
  /** URL of a ClickHouse server; without it the embedded engine. */
  readonly clickhouse: string | undefined;
}

/** @throws BadInput, UnusableEngine */
export async function buildWorking(
  locations: LocationsConfig,
  { timezone, holidays, living, builtUp, roadsCoverage, clickhouse }: WorkingInput,
  { open, progress }: Output,
): Promise<BuiltWorking> {
  const coverage = intersectionOf(
    locations.coverage === undefined ? roadsCoverage : readCoverage(locations.coverage),
    builtUp.coverage,
  );
  if (coverage.length === 0) {
    throw new BadInput(locations.file, null, 'its coverage lies outside that of the buildings or roads');
  }
  const engine = await openSqlEngine(clickhouse);
  try {
    const { people, groups, errorModel, report } = await countWorkers({
      locations,
      timezone,
      holidays,
      earlierGroups: locations.groups === undefined ? [] : readPrivacyFile(locations.groups).groups,
      secret: locations.secret === undefined ? undefined : readSecret(locations.secret),
      living: living.people,
      livingCoverage: living.coverage,
      places: placesByCell(builtUp.buildings ?? [], builtUp.roadside, coverage),
      coverage,
      engine,
      progress,
    });
    const { add, finish } = open('working');
    const layer = { ...cutCountTiles('working', people, add), ...finish() };
    return { coverage, layer, groups, errorModel, report };
  } finally {
    await engine.close();
  }
}
