/**
 * Fits a log-linear model of the people by day in a block, by maximum likelihood over a grid of exponents; the block's capacity
 * and the inhabitants near it are its inputs.
 */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { forEachNear } from '../partitions/cell-coordinates.ts';
import { numbersBelow, PARTITION_RESOLUTION } from '../partitions/partitions.ts';
import { ROADSIDE_PERSONS } from './parameters.ts';
import { NOBODY, type PeopleByCell, type Places } from './partition-columns.ts';

/** A block is an H3 cell about 130 m wide, wider than the location error. */
const BLOCK_RESOLUTION = 10;
/** Blocks are compared within cells about 2.4 km wide. */
const COMPARED_RESOLUTION = 7;
/** Inhabitants near a block are in its cell of 0.1 km² and the six around. */
const NEAR_RESOLUTION = 9;
/** Exponents range from 0, equal blocks, to 1, people in proportion to capacity. */
const EXPONENTS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const;
/** Factors range from hardly anybody along roads without mapped buildings to unmapped buildings there. The first of equals is taken. */
const ROADSIDE_FACTORS = [1, 1 / 4, 1 / 16, 4, 16, 64, 256, 1_024, 4_096] as const;
/** Exponents range from 0, all roads equally, to 1, people in proportion to the inhabitants near. */
const INHABITANTS_EXPONENTS = [0, 0.5, 1] as const;
/** The model takes this share of persons to be anywhere, whatever the capacity. */
const ASTRAY = 0.05;

/**
 * People of a block are in proportion to capacity ^ capacity_exponent and, without a mapped building, to roadside_factor · (1 +
 * inhabitants near) ^ inhabitants_exponent: unmapped workplaces follow who lives near.
 */
export interface CapacityExponents {
  readonly capacity_exponent: number;
  readonly inhabitants_exponent: number;
  readonly roadside_factor: number;
}

interface Block {
  readonly number: number;
  persons: number;
  capacity: number;
  inhabitantsNear: number;
  isRoadside: boolean;
}

/** Persons of the panel by area, in the order of {@link Places}. */
export interface PersonsByArea {
  readonly area: Uint32Array;
  readonly persons: Float64Array;
}

const NO_PERSONS: PersonsByArea = { area: new Uint32Array(), persons: new Float64Array() };

/** Candidates that follow the map most come first. */
const CANDIDATES = EXPONENTS.toReversed().flatMap((capacity_exponent) =>
  INHABITANTS_EXPONENTS.flatMap((inhabitants_exponent) =>
    ROADSIDE_FACTORS.map(
      (roadside_factor): CapacityExponents => ({ capacity_exponent, inhabitants_exponent, roadside_factor }),
    ),
  ),
);

/** Exponents of people in proportion to capacity, where nothing can be learnt. */
export const NOTHING_LEARNT = CANDIDATES[0];

/**
 * Log-likelihoods of a partition's persons' places by candidate; those of partitions add up.
 * @param inhabitants none where they are the capacity itself
 */
export function capacityLikelihoods(
  places: Places,
  seen: PersonsByArea,
  inhabitants: PeopleByCell = NOBODY,
): Float64Array {
  const inCells = Map.groupBy(blocksOf(places, inhabitants, seen), ({ number }) =>
    Math.floor(number / BLOCKS_COMPARED),
  );
  const likelihoods = new Float64Array(CANDIDATES.length);
  for (const blocks of inCells.values()) {
    if (!blocks.some(({ persons }) => persons > 0)) continue;
    const byInhabitants = INHABITANTS_EXPONENTS.map((exponent) =>
      Float64Array.from(blocks, (block) => pullOfInhabitants(block, exponent)),
    );
    let at = 0;
    for (const exponent of EXPONENTS.toReversed()) {
      const byCapacity = Float64Array.from(blocks, ({ capacity }) => capacity ** exponent);
      for (const own of byInhabitants) {
        const pulls = byCapacity.map((pull, i) => pull * own[i]);
        for (const likelihood of likelihoodsIn(blocks, pulls)) likelihoods[at++] += likelihood;
      }
    }
  }
  return likelihoods;
}

/** Returns the candidate of maximum likelihood. Three coarse numbers for the whole panel disclose nobody. */
export function likeliestExponents(partitions: readonly Float64Array[]): CapacityExponents {
  let likeliest = NOTHING_LEARNT;
  let greatest = -Infinity;
  for (const [i, candidate] of CANDIDATES.entries()) {
    const likelihood = partitions.reduce((sum, own) => sum + own[i], 0);
    if (likelihood <= greatest) continue;
    greatest = likelihood;
    likeliest = candidate;
  }
  return likeliest;
}

/**
 * Log-likelihoods of the persons' blocks by `ROADSIDE_FACTORS`.
 * @param pulls of the blocks, without that factor
 */
function likelihoodsIn(blocks: readonly Block[], pulls: Float64Array): Float64Array {
  let [inBuilt, inRoadside] = [0, 0];
  for (let i = 0; i < pulls.length; i++) {
    if (blocks[i].isRoadside) inRoadside += pulls[i];
    else inBuilt += pulls[i];
  }
  const likelihoods = new Float64Array(ROADSIDE_FACTORS.length);
  for (let i = 0; i < pulls.length; i++) {
    const { persons, isRoadside } = blocks[i];
    if (persons === 0) continue;
    for (const [k, factor] of ROADSIDE_FACTORS.entries()) {
      const share = (pulls[i] * (isRoadside ? factor : 1)) / (inBuilt + inRoadside * factor);
      likelihoods[k] += persons * Math.log((1 - ASTRAY) * share + ASTRAY / pulls.length);
    }
  }
  return likelihoods;
}

const pullOfInhabitants = ({ isRoadside, inhabitantsNear }: Block, exponent: number): number =>
  isRoadside ? (1 + inhabitantsNear) ** exponent : 1;

const pullOf = (block: Block, exponents: CapacityExponents): number =>
  block.capacity ** exponents.capacity_exponent *
  pullOfInhabitants(block, exponents.inhabitants_exponent) *
  (block.isRoadside ? exponents.roadside_factor : 1);

/** Returns factors by area, equal in a block, by which the sizes of places are multiplied. */
export function capacityScales(
  places: Places,
  exponents: CapacityExponents,
  inhabitants: PeopleByCell = NOBODY,
): (area: number) => number {
  const scales = new Float64Array(BLOCKS_IN_PARTITION);
  for (const block of blocksOf(places, inhabitants, NO_PERSONS)) {
    scales[block.number] = pullOf(block, exponents) / block.capacity;
  }
  const areasInBlock = numbersBelow(BLOCK_RESOLUTION, places.resolution);
  return (area) => scales[Math.floor(area / areasInBlock)];
}

const BLOCKS_IN_PARTITION = numbersBelow(PARTITION_RESOLUTION, BLOCK_RESOLUTION);
const BLOCKS_COMPARED = numbersBelow(COMPARED_RESOLUTION, BLOCK_RESOLUTION);
const NEARS_IN_PARTITION = numbersBelow(PARTITION_RESOLUTION, NEAR_RESOLUTION);
const BLOCKS_IN_NEAR = numbersBelow(NEAR_RESOLUTION, BLOCK_RESOLUTION);
const CELLS_IN_NEAR = numbersBelow(NEAR_RESOLUTION, GRID_RESOLUTION);

/** Blocks with capacity, in the order of their first places. */
function blocksOf(places: Places, inhabitants: PeopleByCell, seen: PersonsByArea): Block[] {
  const blocks: Block[] = [];
  const known: (Block | undefined)[] = Array(BLOCKS_IN_PARTITION);
  const areasInBlock = numbersBelow(BLOCK_RESOLUTION, places.resolution);
  for (let i = 0; i < places.area.length; i++) {
    const number = Math.floor(places.area[i] / areasInBlock);
    let block = known[number];
    if (!block) {
      block = { number, persons: 0, capacity: 0, inhabitantsNear: 0, isRoadside: true };
      known[number] = block;
      blocks.push(block);
    }
    block.capacity += places.size[i];
    block.isRoadside &&= places.size[i] <= ROADSIDE_PERSONS;
  }
  const near = inhabitantsNear(inhabitants);
  for (const block of blocks) block.inhabitantsNear = near[Math.floor(block.number / BLOCKS_IN_NEAR)];
  for (let i = 0; i < seen.area.length; i++) {
    const block = known[Math.floor(seen.area[i] / areasInBlock)];
    if (block) block.persons += seen.persons[i];
  }
  return blocks;
}

/** Sums inhabitants by cell of `NEAR_RESOLUTION`, with those of cells around it in the partition. */
function inhabitantsNear({ cell, millipersons }: PeopleByCell): Float64Array {
  const inside = new Float64Array(NEARS_IN_PARTITION);
  for (const [i, own] of cell.entries())
    inside[Math.floor(own / CELLS_IN_NEAR)] += millipersons[i] / MILLIPERSONS;
  const near = new Float64Array(NEARS_IN_PARTITION);
  for (const [number, people] of inside.entries()) {
    if (people === 0) continue;
    forEachNear(number, NEAR_RESOLUTION, 1, (around) => {
      near[around] += people;
    });
  }
  return near;
}
