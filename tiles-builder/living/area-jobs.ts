/**
 * Jobs of living counts by partition: each reads and writes files in folders of its own. A missing file stops the build, as it
 * does not mean that nobody is there.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import { writeAllocations } from '../dataset/ledger.ts';
import { readPacked, readPackedFile, writePacked, writePackedFile } from '../files/packed-file.ts';
import { cutFootprints, type FootprintCells, NO_CELLS } from '../geometry/grid-cells.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { jobsOf } from '../threads/job-threads.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import { allocateInPartition, placesOfArea } from './allocate-in-partition.ts';
import type { AreaSums } from './expect-in-area.ts';
import { type CountingAtArea, expectInArea } from './expect-in-area.ts';
import { type ExpectedPeople, mergeExpected, totalsByUnit } from './expected-people.ts';
import { type AreaHoldings, type CensusAtArea, holdArea } from './hold-area.ts';
import type { HomesOfArea } from './homes.ts';
import { homesOfSites } from './homes-of-sites.ts';
import { type SampleColumns, sampleIn, type TrainingUnits } from './learn-weights.ts';
import type { FoundInArea, PlacedPeople } from './place-people.ts';
import { sitesOf } from './sites.ts';
import { sitesFromBytes, sitesToBytes } from './sites-as-bytes.ts';
import { sumAllocations } from './sum-allocations.ts';
import { unitOfPair } from './unit-cell-pairs.ts';
import { unitsOfCells } from './units-of-cells.ts';
import type { Weights } from './weights.ts';

const SITES = 'sites';
const ROADSIDE = 'roadside';
const CELLS = 'cells';
const HELD = 'held';
const EXPECTED = 'expected';
const FOUND = 'found';
const BESIDES = 'besides';

const job = jobsOf(import.meta.url);

interface AreaJob {
  readonly area: Cell;
  /** For the results. */
  readonly folder: string;
}

/** Finds the dwelling sites of a partition with the cells of their footprints, and its cells along roads. */
export function findSites({
  area,
  folder,
  builtUp,
  roadside,
  complete,
}: AreaJob & {
  /** Folder of a {@link BuiltUpSpill}. */
  readonly builtUp: string;
  /** Folders of {@link RoadsideCells}. */
  readonly roadside: readonly string[];
  /** Whether no building is missing in the data. */
  readonly complete: boolean;
}): void {
  const sites = sitesOf(BuiltUpSpill.taken(builtUp).of(area), complete);
  writePackedFile(join(folder, SITES), sitesToBytes(sites));
  writePacked(
    join(folder, CELLS),
    cutFootprints(sites.count, (site) => sites.footprints.areaOf(site)),
  );
  writePacked(join(folder, ROADSIDE), new RoadsideCells(roadside).of(area));
}
export const findSitesJob = job(findSites);

/**
 * Cell numbers, ascending and distinct.
 * @param sites folder filled by `findSites`
 */
export const readRoadside = (sites: string): Uint32Array => readPacked(join(sites, ROADSIDE));
/**
 * By site: first the partition's own buildings, in their order.
 * @param sites folder filled by `findSites`
 */
export const readCells = (sites: string): FootprintCells => readPacked(join(sites, CELLS));

/**
 * Samples training units in a partition, and counts its buildings that report more dwellings than fit.
 * @param input `sites`: the folder filled by `findSites`
 */
export function readSample({
  area,
  sites,
  units,
}: {
  readonly area: Cell;
  readonly sites: string;
  readonly units: readonly (TrainingUnits | null)[];
}): { readonly samples: readonly (SampleColumns | null)[]; readonly overfull: number } {
  const found = sitesFromBytes(area, readPackedFile(join(sites, SITES)));
  return { samples: units.map((own) => own && sampleIn(found, own)), overfull: found.overfull };
}
export const readSampleJob = job(readSample);

/** Inputs to find the homes of a partition. */
export interface HomesPlace {
  /** The folder filled by `findSites`; `null` for a partition without buildings and roads. */
  readonly sites: string | null;
  /** By census. */
  readonly weights: readonly Weights[];
}

function readHomes(area: Cell, { sites, weights }: HomesPlace): HomesOfArea {
  if (sites === null) return homesOfSites(null, () => NO_CELLS, weights, new Uint32Array());
  const found = sitesFromBytes(area, readPackedFile(join(sites, SITES)));
  return homesOfSites(found, () => readCells(sites), weights, readRoadside(sites));
}

/** Finds what a partition's map has for each census unit. */
export function holdIn({
  area,
  folder,
  homes,
  censuses,
}: AreaJob & { readonly homes: HomesPlace; readonly censuses: readonly CensusAtArea[] }): void {
  writePacked(join(folder, HELD), holdArea(area, readHomes(area, homes), censuses));
}
export const holdInJob = job(holdIn);

/**
 * By census.
 * @param folder filled by `holdIn`
 */
export const readHeld = (folder: string): AreaHoldings[] => readPacked(join(folder, HELD));

/** Results of {@link expectIn} besides expected people. */
export interface AreaFindings extends FoundInArea {
  /** By census. */
  readonly sums: readonly (AreaSums | null)[];
}

/** Computes expected people by unit and cell. */
export function expectIn({
  area,
  folder,
  homes,
  censuses,
}: AreaJob & { readonly homes: HomesPlace; readonly censuses: readonly (CountingAtArea | null)[] }): void {
  const { byArea, besides, sums } = expectInArea(area, readHomes(area, homes), censuses);
  mkdirSync(join(folder, EXPECTED));
  const expected: [Cell, ReturnType<typeof totalsByUnit>][] = [];
  for (const [into, list] of byArea) {
    const people = list.summed();
    writePacked(join(folder, EXPECTED, into), people);
    expected.push([into, totalsByUnit(people.unit, people.expected)]);
  }
  writePacked(join(folder, BESIDES), besides);
  const found: AreaFindings = {
    area,
    expected: new Map(expected),
    besides: totalsByUnit(Uint32Array.from(besides, unitOfPair)),
    sums,
  };
  writePacked(join(folder, FOUND), found);
}
export const expectInJob = job(expectIn);

/** @param folder filled by `expectIn` */
export const readFound = (folder: string): AreaFindings => readPacked(join(folder, FOUND));

/** Allocates people to the cells of a partition, for the ledger and count tiles. */
export function allocateIn({
  area,
  folder,
  placed,
  expectations,
  everywhere,
}: AreaJob & {
  readonly placed: PlacedPeople;
  /** Parent of the folders filled by `expectIn`, by partition. */
  readonly expectations: string;
  /** Spill filled by `placePeople`. */
  readonly everywhere: string;
}): void {
  const parts = placed.from.map((from) =>
    readPacked<ExpectedPeople>(join(expectations, from, EXPECTED, area)),
  );
  const besides = placed.hasBesides
    ? readPacked<Float64Array>(join(expectations, area, BESIDES))
    : new Float64Array();
  const cells = placed.hasEverywhere ? PartitionSpill.finished(everywhere).read(area) : Buffer.alloc(0);
  const allocations = allocateInPartition(
    mergeExpected(parts),
    placesOfArea(besides, cells, placed.crowded),
    placed,
  );
  writeAllocations(folder, area, allocations);
  const people = sumAllocations(allocations);
  writePartitionTiles(folder, 'living', area, people, unitsOfCells(allocations, people.cell, placed));
}
export const allocateInJob = job(allocateIn);
