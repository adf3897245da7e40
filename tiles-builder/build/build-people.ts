/** The count tiles: inhabitants from a census, people working from device locations. */

import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { cellInArea } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import type { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { CensusConfig, Config, LocationsConfig } from '../config/config.ts';
import { type LedgerUnit, LedgerWriter, readGifts, readLedger } from '../dataset/ledger.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import type { HeldCensus } from '../living/held-census.ts';
import { homesByArea, type WeighedCensus } from '../living/homes-by-area.ts';
import { type SettledCensuses, settleCensuses } from '../living/settle-censuses.ts';
import type { SpreadReport } from '../living/spread-report.ts';
import { sumGifts } from '../living/sum-gifts.ts';
import { livingErrorModel } from '../living/validate-living.ts';
import { readWeights, type Weights } from '../living/weights.ts';
import { NumberSet } from '../numbers/number-set.ts';
import { readCensus } from '../read/census/census.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { RoadData } from '../read/road-data.ts';
import type { MillipersonsByCell, Output, Progress } from '../records.ts';
import { buildRoadGraph } from '../roads/graph/build-road-graph.ts';
import { RoadsideCells, writeRoadsideCells } from '../roads/roadside-cells.ts';
import { CountTileCutter, cutCountTiles } from '../tiles/cut-count-tiles.ts';
import { countWorkers, type Grouping, type WorkersReport } from '../working/count-workers.ts';
import { openSqlEngine } from '../working/open-sql-engine.ts';
import { placesByCell } from '../working/places-by-cell.ts';
import { readPrivacyFile } from '../working/privacy-file.ts';
import { readSecret } from '../working/read-secret.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';

/** Where people can be. */
export interface BuiltUp {
  /** Buildings, land use and streets. */
  readonly spill: BuiltUpSpill;
  /** Where they are complete. */
  readonly coverage: Zone;
  readonly buildingsAreComplete: boolean;
  readonly roadside: RoadsideCells;
}

export const builtUpOf = (
  { buildings }: Pick<Config, 'buildings'>,
  found: Omit<BuiltUp, 'buildingsAreComplete'>,
): BuiltUp => ({ ...found, buildingsAreComplete: buildings?.complete ?? false });

export interface BuiltLiving {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: SpreadReport;
  /** `null` where the census is too small to learn from. */
  readonly errorModel: ErrorModel | null;
}

/** Censuses that are settled, with what was learnt of each, in the order given. */
export interface SpreadLiving extends SettledCensuses {
  readonly weights: readonly Weights[];
}

/**
 * Finds out who of each census is counted, and in which area.
 * @param censuses the finer one counts where several cover
 * @param folder takes files that are read while the counts are built; to be removed afterwards
 * @throws BadInput
 */
export function spreadLiving(
  censuses: readonly CensusConfig[],
  { spill, coverage, buildingsAreComplete, roadside }: BuiltUp,
  folder: string,
  progress: Progress,
): SpreadLiving {
  const sources = censuses.map(
    (census): WeighedCensus => ({
      units: readCensus(census, progress),
      coverage: census.coverage === undefined ? null : readCoverage(census.coverage),
      weights: census.weights === undefined ? undefined : readWeights(census.weights),
    }),
  );
  const { homes, weights } = homesByArea(
    { spill, complete: buildingsAreComplete, roadside, mapped: coverage },
    sources,
    join(folder, 'sites'),
    progress,
  );
  return { ...settleCensuses(sources, homes, coverage, folder, progress), weights };
}

/**
 * Puts people into cells, area by area, and learns how far the counts are off.
 * @param ledgerFolder takes what each unit gives to which cell
 */
export function buildLiving(
  { areas, settle, censuses, coverage, report, coarsest }: SettledCensuses,
  { open, progress }: Output,
  ledgerFolder: string,
): BuiltLiving {
  const ledger = new LedgerWriter(ledgerFolder);
  for (const census of censuses) ledger.addCensus(ledgerUnits(census));
  const { add, finish } = open('living');
  const cutter = new CountTileCutter('living', add);
  for (const [done, area] of areas.entries()) {
    progress('Count the living', done, areas.length);
    const gifts = settle(area);
    ledger.addArea(area, gifts);
    cutter.addArea(area, sumGifts(gifts));
  }
  ledger.finish();
  const layer = { ...cutter.finish(), ...finish() };
  if (layer.total_millipersons !== report.census_total_millipersons) {
    const { total_millipersons: counted } = layer;
    throw new Error(`tiles hold ${counted} thousandths of a person of ${report.census_total_millipersons}`);
  }
  progress('Learn how far living counts are off');
  // Where several censuses count, the errors of the one with the widest units hold for all.
  const errorModel = coarsest && livingErrorModel(coarsest);
  return { coverage, layer, report, errorModel };
}

/** Thousandths of a person by the cell that they live in: all in memory, for who works through a town as a whole. */
export function residentsOf(ledgerFolder: string): MillipersonsByCell {
  const residents = new Map<Cell, number>();
  for (const area of readLedger(ledgerFolder).areas) {
    const { cell, millipersons } = sumGifts(readGifts(ledgerFolder, area));
    for (const [i, number] of cell.entries()) residents.set(cellInArea(area, number), millipersons[i]);
  }
  return residents;
}

function* ledgerUnits({ source: { units }, people }: HeldCensus): Generator<LedgerUnit> {
  for (let unit = 0; unit < units.length; unit++) {
    const inside_millipersons = people.inside[unit];
    const all = Math.round(units.people[unit] * MILLIPERSONS);
    const counted = inside_millipersons === 0 ? 'none' : inside_millipersons === all ? 'whole' : 'part';
    yield { id: units.id(unit), people: units.people[unit], counted, inside_millipersons };
  }
}

export interface BuiltWorking {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  /** Kept apart from the dataset. */
  readonly groups: readonly PrivacyGroup[];
  readonly errorModel: ErrorModel;
  readonly report: WorkersReport;
  readonly grouping: Grouping;
}

/** What working counts rest on beside the locations. */
export interface WorkingInput {
  /** IANA time zone. */
  readonly timezone: string;
  readonly holidays?: readonly string[] | undefined;
  readonly living: {
    readonly coverage: Zone;
    /** By the cell that they live in. */
    readonly people: MillipersonsByCell;
  };
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
    const { people, ...counted } = await countWorkers({
      locations,
      timezone,
      holidays,
      earlierGroups: locations.groups === undefined ? [] : readPrivacyFile(locations.groups).groups,
      secret: locations.secret === undefined ? undefined : readSecret(locations.secret),
      living: living.people,
      livingCoverage: living.coverage,
      places: placesByCell(buildingsOf(builtUp.spill), builtUp.roadside, coverage),
      coverage,
      engine,
      progress,
    });
    const { add, finish } = open('working');
    const layer = { ...cutCountTiles('working', people, add), ...finish() };
    return { coverage, layer, ...counted };
  } finally {
    await engine.close();
  }
}

/** The cells beside roads, for counts without a build. @param folder takes their files */
export function roadsideOf({ roads, known }: RoadData, folder: string): RoadsideCells {
  const besides = new NumberSet();
  for (const travel of TRAVELS) buildRoadGraph(roads, travel, known, besides);
  writeRoadsideCells(roads, besides, folder);
  return new RoadsideCells([folder]);
}

function* buildingsOf(spill: BuiltUpSpill): Generator<Buildings> {
  for (const area of spill.areas()) yield spill.buildingsOf(area);
}
