/** The count tiles of people working, from the panel's persons. */
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { cellInArea } from '../areas/areas.ts';
import type { Buildings } from '../built-up/building-records.ts';
import type { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { LocationsConfig } from '../config/config.ts';
import { readGifts, readLedger } from '../dataset/ledger.ts';
import { BadInput } from '../failures/bad-input.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { sumGifts } from '../living/sum-gifts.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { MillipersonsByCell, Output } from '../records.ts';
import type { RoadsideCells } from '../roads/roadside-cells.ts';
import { cutCountTiles } from '../tiles/cut-count-tiles.ts';
import { countWorkers, type WorkersReport } from '../working/count-workers.ts';
import type { PanelFigures } from '../working/find-persons.ts';
import {
  type FollowedVersion,
  type Grouping,
  readGroupsFile,
  readParameters,
} from '../working/groups-file.ts';
import type { PanelPersons } from '../working/panel-persons.ts';
import { placesByCell } from '../working/places-by-cell.ts';
import { readSecret } from '../working/read-secret.ts';

/** Where people can be. */
export interface BuiltUp {
  /** Buildings, land use and streets. */
  readonly spill: BuiltUpSpill;
  /** Where they are complete. */
  readonly coverage: Zone;
  readonly roadside: RoadsideCells;
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

export interface BuiltWorking {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  /** Kept apart from the dataset. */
  readonly toFollow: FollowedVersion;
  readonly errorModel: ErrorModel;
  readonly report: WorkersReport;
  readonly grouping: Grouping;
}

/** What working counts follow from. */
export interface WorkingInput {
  readonly persons: readonly PanelPersons[];
  readonly figures: PanelFigures;
  readonly living: {
    readonly coverage: Zone;
    /** By the cell that they live in. */
    readonly people: MillipersonsByCell;
  };
  readonly builtUp: BuiltUp;
  /** Taken for the coverage of the locations where nobody says otherwise. */
  readonly roadsCoverage: Zone;
}

/** @throws BadInput */
export async function buildWorking(
  locations: LocationsConfig,
  { persons, figures, living, builtUp, roadsCoverage }: WorkingInput,
  { open, progress }: Output,
): Promise<BuiltWorking> {
  const coverage = intersectionOf(
    locations.coverage === undefined ? roadsCoverage : await readCoverage(locations.coverage),
    builtUp.coverage,
  );
  if (coverage.length === 0) {
    throw new BadInput(locations.file, null, 'its coverage lies outside that of the buildings or roads');
  }
  progress('Counting people at usual occupation places');
  const { people, ...counted } = countWorkers({
    locations,
    persons,
    figures,
    earlier: locations.groups === undefined ? undefined : readGroupsFile(locations.groups),
    parameters: locations.parameters === undefined ? undefined : readParameters(locations.parameters),
    secret: locations.secret === undefined ? undefined : readSecret(locations.secret),
    living: living.people,
    livingCoverage: living.coverage,
    places: placesByCell(buildingsOf(builtUp.spill), builtUp.roadside, coverage),
    coverage,
  });
  const { add, finish } = open('working');
  const layer = { ...cutCountTiles('working', people, add), ...finish() };
  return { coverage, layer, ...counted };
}

function* buildingsOf(spill: BuiltUpSpill): Generator<Buildings> {
  for (const area of spill.areas()) yield spill.buildingsOf(area);
}
