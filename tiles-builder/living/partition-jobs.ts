/**
 * Jobs of living counts, one partition each, in threads: find dwelling sites, sample training units, measure units, intersect
 * homes with units and cells, allocate people to cells, cut tiles. All but sampling write a folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import { readPacked, writePacked } from '../base/files/packed-file.ts';
import { jobsOf } from '../base/threads/job-threads.ts';
import { Footprints } from '../geometry/footprints.ts';
import { BuiltUpSpill } from '../partitions/built-up/built-up-spill.ts';
import { PartitionSpill } from '../partitions/partition-spill.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import { writePartitionTiles } from '../tiles/partition-tiles.ts';
import { allocateInPartition, placesWithAllCells } from './allocate-in-partition.ts';
import { allocationsFile, sumAllocations } from './allocations.ts';
import type { ApportionedPeople, PartitionTotals } from './apportion-to-partitions.ts';
import { type ExpectedPeople, mergeExpected, totalsByUnit, type UnitTotals } from './expected-people.ts';
import { type HomesOfPartition, homesOfSites } from './homes.ts';
import { type CensusInCoverage, type ExpectedOfUnits, intersectHomes } from './intersect-homes.ts';
import { type CensusInReach, type MeasuredUnits, measureUnits } from './measure-units.ts';
import { type Sites, sitesOf } from './sites.ts';
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
const MEASURED = 'measured';
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

/** Finds dwelling sites and cells along roads. */
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
  writePacked(join(folder, SITES), sites);
  writePacked(join(folder, ROADSIDE), new RoadsideCells(roadside).of(partition));
}
export const findSitesJob = job(findSites);

/** @param sites filled by `findSites` */
function readSites(sites: string): Sites {
  const stored = readPacked<Sites>(join(sites, SITES));
  return { ...stored, footprints: new Footprints(stored.footprints) };
}

/**
 * Reads cell numbers, ascending and distinct.
 * @param sites filled by `findSites`
 */
export const readRoadside = (sites: string): Uint32Array => readPacked(join(sites, ROADSIDE));
/** Also counts buildings that report more dwellings than fit. */
export function readSample({
  sites,
  units,
}: {
  readonly sites: string;
  readonly units: readonly (TrainingUnits | null)[];
}): { readonly samples: readonly (SampleColumns | null)[]; readonly overfull: number } {
  const found = readSites(sites);
  return { samples: units.map((own) => own && sampleIn(found, own)), overfull: found.overfull };
}
export const readSampleJob = job(readSample);

export interface HomesPlace {
  /** Folder filled by `findSites`, `null` without buildings and roads. */
  readonly sites: string | null;
  /** Weights in the order of censuses. */
  readonly weights: readonly Weights[];
}

function readHomes({ sites, weights }: HomesPlace): HomesOfPartition {
  if (sites === null) return homesOfSites(null, weights, new Uint32Array());
  return homesOfSites(readSites(sites), weights, readRoadside(sites));
}

/** Measures what units of the censuses have on the map. */
export function measureIn({
  partition,
  folder,
  homes,
  censuses,
}: PartitionJob & { readonly homes: HomesPlace; readonly censuses: readonly CensusInReach[] }): void {
  writePacked(join(folder, MEASURED), measureUnits(partition, readHomes(homes), censuses));
}
export const measureInJob = job(measureIn);

/** @param folder filled by `measureIn` */
export const readMeasured = (folder: string): readonly MeasuredUnits[] => readPacked(join(folder, MEASURED));

interface FoundInPartition {
  readonly expected: readonly ExpectedOfUnits[];
  readonly totals: PartitionTotals;
}

/** Intersects homes with units and cells inside the coverages. */
export function intersectIn({
  partition,
  folder,
  homes,
  censuses,
}: PartitionJob & { readonly homes: HomesPlace; readonly censuses: readonly CensusInCoverage[] }): void {
  const { expected, places, byPartition } = intersectHomes(partition, readHomes(homes), censuses);
  mkdirSync(join(folder, EXPECTED));
  const totals = new Map<Cell, UnitTotals>();
  for (const [into, list] of byPartition) {
    const people = list.summed();
    writePacked(join(folder, EXPECTED, into), people);
    totals.set(into, totalsByUnit(people.unit, people.expected));
  }
  writePacked(join(folder, PLACES), places);
  const placesByUnit = totalsByUnit(Uint32Array.from(places, unitOfPair));
  const found: FoundInPartition = { expected, totals: { partition, expected: totals, places: placesByUnit } };
  writePacked(join(folder, FOUND), found);
}
export const intersectInJob = job(intersectIn);

/** @param folder filled by `intersectIn` */
export const readIntersected = (folder: string): FoundInPartition => readPacked(join(folder, FOUND));

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
  /** Folders filled by `intersectIn`. */
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
  writePacked(join(folder, allocationsFile(partition)), allocations);
  const sums = sumAllocations(allocations);
  const units: CellsOfUnits = { ...sums, unit: unitsOfCells(allocations, sums.cell) };
  writePacked(join(folder, UNITS), units);
  writePacked(join(folder, SHARED), inSeveralPartitions(peopleByTile(partition, units), people));
}
export const allocateInJob = job(allocateIn);

/**
 * Reads the people of units that lie in several partitions.
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
  /** Folder filled by `allocateIn`. */
  readonly allocated: string;
  /** People of this partition's units, from all partitions. */
  readonly shared: PeopleByTile;
}): void {
  const cells = readPacked<CellsOfUnits>(join(allocated, UNITS));
  const units = unitsInTiles(peopleByTile(partition, cells), shared, cells, people);
  writePartitionTiles(folder, 'living', partition, cells, units);
}
export const cutTilesInJob = job(cutTilesIn);
