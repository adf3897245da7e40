/**
 * Jobs of living counts, one partition each, in threads: find dwelling sites, sample training units, intersect homes with
 * units, correct edges of coverages, allocate people to cells, cut tiles. All but sampling write a folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { readPacked, readPackedFile, writePacked, writePackedFile } from '../base/files/packed-file.ts';
import { jobsOf } from '../base/threads/job-threads.ts';
import { cutFootprints, type FootprintCells, NO_CELLS } from '../geometry/grid-cells.ts';
import { BuiltUpSpill } from '../partitions/built-up/built-up-spill.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import { allocateInPartition, placesWithAllCells } from './allocate-in-partition.ts';
import { writeAllocations } from './allocations.ts';
import type { ApportionedPeople, PartitionTotals } from './apportion-to-partitions.ts';
import { type CensusEdge, type CorrectedHomes, correctAtEdge } from './coverage-edge.ts';
import { type ExpectedPeople, mergeExpected, totalsByUnit, type UnitTotals } from './expected-people.ts';
import type { HomesOfPartition } from './homes.ts';
import { homesOfSites } from './homes-of-sites.ts';
import { type CensusNear, type IntersectedHomes, intersectHomes } from './intersect-homes.ts';
import { sitesOf } from './sites.ts';
import { sitesFromBytes, sitesToBytes } from './sites-as-bytes.ts';
import { sumAllocations } from './sum-allocations.ts';
import { type SampleColumns, sampleIn, type TrainingUnits } from './training-sample.ts';
import { unitOfPair } from './unit-cell-pairs.ts';
import {
  type CellsOfUnits,
  inSeveralPartitions,
  type PeopleByTile,
  peopleByTile,
  unitsInTiles,
  unitsOfCells,
} from './units-of-cells.ts';
import type { Weights } from './weights.ts';

const SITES = 'sites';
const ROADSIDE = 'roadside';
const CELLS = 'cells';
const EXPECTED = 'expected';
const FOUND = 'found';
const PLACES = 'places';
const UNITS = 'units';
const SHARED = 'shared';

const job = jobsOf(import.meta.url);

export interface PartitionJob {
  readonly partition: Cell;
  readonly folder: string;
}

/** Finds dwelling sites, the cells of their footprints, and cells along roads. */
export function findSites({
  partition,
  folder,
  builtUp,
  roadside,
  complete,
}: PartitionJob & {
  readonly builtUp: string;
  readonly roadside: readonly string[];
  readonly complete: boolean;
}): void {
  const sites = sitesOf(BuiltUpSpill.taken(builtUp).of(partition), complete);
  writePackedFile(join(folder, SITES), sitesToBytes(sites));
  writePacked(
    join(folder, CELLS),
    cutFootprints(sites.count, (site) => sites.footprints.areaOf(site)),
  );
  writePacked(join(folder, ROADSIDE), new RoadsideCells(roadside).of(partition));
}
export const findSitesJob = job(findSites);

/**
 * Ascending and distinct.
 * @param sites filled by `findSites`
 */
export const readRoadside = (sites: string): Uint32Array => readPacked(join(sites, ROADSIDE));
/**
 * By site, the partition's own buildings first.
 * @param sites filled by `findSites`
 */
export const readCells = (sites: string): FootprintCells => readPacked(join(sites, CELLS));

/** Also counts buildings that report more dwellings than fit. */
export function readSample({
  partition,
  sites,
  units,
}: {
  readonly partition: Cell;
  readonly sites: string;
  readonly units: readonly (TrainingUnits | null)[];
}): { readonly samples: readonly (SampleColumns | null)[]; readonly overfull: number } {
  const found = sitesFromBytes(partition, readPackedFile(join(sites, SITES)));
  return { samples: units.map((own) => own && sampleIn(found, own)), overfull: found.overfull };
}
export const readSampleJob = job(readSample);

export interface HomesPlace {
  /** Filled by `findSites`; `null` without buildings and roads. */
  readonly sites: string | null;
  /** By census. */
  readonly weights: readonly Weights[];
}

function readHomes(partition: Cell, { sites, weights }: HomesPlace): HomesOfPartition {
  if (sites === null) return homesOfSites(null, () => NO_CELLS, weights, new Uint32Array());
  const found = sitesFromBytes(partition, readPackedFile(join(sites, SITES)));
  return homesOfSites(found, () => readCells(sites), weights, readRoadside(sites));
}

export function intersectIn({
  partition,
  folder,
  homes,
  censuses,
}: PartitionJob & { readonly homes: HomesPlace; readonly censuses: readonly CensusNear[] }): void {
  const { sums, places, byPartition } = intersectHomes(partition, readHomes(partition, homes), censuses);
  const totals = writeFound(partition, folder, places, byPartition.keys(), (into) =>
    byPartition.get(into)!.summed(),
  );
  writePacked(join(folder, FOUND), { sums, totals });
}
export const intersectInJob = job(intersectIn);

/** @param folder filled by `intersectIn` */
export const readIntersected = (
  folder: string,
): Pick<IntersectedHomes, 'sums'> & { readonly totals: PartitionTotals } => readPacked(join(folder, FOUND));

/** Restricts a partition to the coverages. */
export function correctIn({
  partition,
  folder,
  homes,
  intersected,
  censuses,
}: PartitionJob & {
  readonly homes: HomesPlace;
  /** Filled by `intersectIn`. */
  readonly intersected: string;
  readonly censuses: readonly (CensusEdge | null)[];
}): Pick<CorrectedHomes, 'sums'> & { readonly totals: PartitionTotals } {
  const { expected } = readIntersected(intersected).totals;
  const inReach = readPacked<Float64Array>(join(intersected, PLACES));
  const homesHere = readHomes(partition, homes);
  const { sums, places, byPartition } = correctAtEdge(partition, homesHere, inReach, censuses);
  const all = new Set([...expected.keys(), ...byPartition.keys()]);
  const totals = writeFound(partition, folder, places, all, (into) => {
    const former = expected.has(into) ? [readPacked<ExpectedPeople>(join(intersected, EXPECTED, into))] : [];
    return mergeExpected([...former, ...(byPartition.has(into) ? [byPartition.get(into)!.summed()] : [])]);
  });
  return { sums, totals };
}
export const correctInJob = job(correctIn);

function writeFound(
  partition: Cell,
  folder: string,
  places: Float64Array,
  into: Iterable<Cell>,
  peopleOf: (into: Cell) => ExpectedPeople,
): PartitionTotals {
  mkdirSync(join(folder, EXPECTED), { recursive: true });
  const expected = new Map<Cell, UnitTotals>();
  for (const own of into) {
    const people = peopleOf(own);
    writePacked(join(folder, EXPECTED, own), people);
    expected.set(own, totalsByUnit(people.unit, people.expected));
  }
  writePacked(join(folder, PLACES), places);
  return { partition, expected, places: totalsByUnit(Uint32Array.from(places, unitOfPair)) };
}

/** Allocates people to cells, for working counts and {@link cutTilesIn}. */
export function allocateIn({
  partition,
  folder,
  people,
  from,
  own,
  allCells,
}: PartitionJob & {
  readonly people: ApportionedPeople;
  /** Filled by `intersectIn` or `correctIn`. */
  readonly from: readonly string[];
  readonly own: string;
  readonly allCells: string;
}): void {
  const expected = mergeExpected(
    from.map((part) => readPacked<ExpectedPeople>(join(part, EXPECTED, partition))),
  );
  const places = people.hasPlaces ? readPacked<Float64Array>(join(own, PLACES)) : new Float64Array();
  const cells = people.hasAllCells ? PartitionSpill.finished(allCells).read(partition) : Buffer.alloc(0);
  const all = placesWithAllCells(places, cells, people.overCapacity);
  const allocations = allocateInPartition(expected, all, people);
  writeAllocations(folder, partition, allocations);
  const sums = sumAllocations(allocations);
  const units: CellsOfUnits = { ...sums, unit: unitsOfCells(allocations, sums.cell) };
  writePacked(join(folder, UNITS), units);
  writePacked(join(folder, SHARED), inSeveralPartitions(peopleByTile(partition, units), people));
}
export const allocateInJob = job(allocateIn);

/**
 * Of units in several partitions.
 * @param folder filled by `allocateIn`
 */
export const readShared = (folder: string): PeopleByTile => readPacked(join(folder, SHARED));

export function cutTilesIn({
  partition,
  folder,
  people,
  allocated,
  shared,
}: PartitionJob & {
  readonly people: ApportionedPeople;
  /** Filled by `allocateIn`. */
  readonly allocated: string;
  /** From all partitions, of this one's units. */
  readonly shared: PeopleByTile;
}): void {
  const cells = readPacked<CellsOfUnits>(join(allocated, UNITS));
  const units = unitsInTiles(peopleByTile(partition, cells), shared, cells, people);
  writePartitionTiles(folder, 'living', partition, cells, units);
}
export const cutTilesInJob = job(cutTilesIn);
