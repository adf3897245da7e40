/**
 * Persons away from home expected by area, the prior of likeliest areas: totals of k-anonymous groups that form after
 * Richardson–Lucy deconvolution of where persons were found.
 * @param room with each area once
 */
import { indexOfSorted } from '../numbers/sorted-numbers.ts';
import { sumByKey } from '../numbers/sum-by-key.ts';
import { numbersBelow } from '../partitions/partitions.ts';
import { type GroupTotal, groupsOf } from './count-partition.ts';
import { Membership } from './h3-groups.ts';
import { likeliestAreaIn, type NearOf } from './likeliest-areas.ts';
import type { Places } from './partition-columns.ts';

const ROUNDS = 10;
/** About 0.1 km². */
const BLOCK_RESOLUTION = 9;

/** Persons of the panel, by number of the cell where they were found. */
export interface PersonsByCell {
  readonly cell: Uint32Array;
  readonly persons: Float64Array;
}

export function learnExpected(room: Places, found: PersonsByCell, near: NearOf): GroupTotal[] {
  const likeliestArea = likeliestAreaIn(deconvolved(room, found, near), near);
  const likeliest = { area: found.cell.map(likeliestArea), persons: found.persons };
  const groups = groupsOf(likeliest, room);
  if (groups.length === 0) return [];
  const members = new Membership(groups, room.resolution);
  const persons = new Float64Array(groups.length);
  for (const [i, area] of likeliest.area.entries()) persons[members.of(area)] += likeliest.persons[i];
  return groups.map((cell, group) => ({ cell, persons: persons[group] }));
}

/** Disaggregates totals by room, half in their groups, half in the blocks of these; without totals, room itself. */
export function expectedPersons(room: Places, totals: readonly GroupTotal[]): Places {
  if (totals.length === 0) return room;
  const members = new Membership(
    totals.map(({ cell }) => cell),
    room.resolution,
  );
  const groupOf = Int32Array.from(room.area, (area) => members.around(area));
  const roomIn = new Float64Array(totals.length);
  for (const [i, group] of groupOf.entries()) if (group >= 0) roomIn[group] += room.size[i];
  const inGroup = room.size.map((own, i) =>
    own === 0 || groupOf[i] < 0 ? 0 : (totals[groupOf[i]].persons * own) / roomIn[groupOf[i]],
  );
  const areasInBlock = numbersBelow(BLOCK_RESOLUTION, room.resolution);
  const blockOf = room.area.map((area) => Math.floor(area / areasInBlock));
  const { key: blocks, sums } = sumByKey(blockOf, inGroup, room.size);
  const size = room.size.map((own, i) => {
    const block = indexOfSorted(blocks, blockOf[i]);
    return own === 0 ? 0 : (inGroup[i] + (sums[0][block] * own) / sums[1][block]) / 2;
  });
  return { ...room, size };
}

/** EM algorithm (Richardson 1972, Lucy 1974). What room alone lets expect is a Dirichlet prior of as many persons as there are. */
function deconvolved(room: Places, found: PersonsByCell, near: NearOf): Places {
  const { key: cells, sums } = sumByKey(found.cell, found.persons);
  const reaches = Array.from(cells, near);
  const posteriorOf = (prior: Float64Array): Float64Array => {
    const posterior = new Float64Array(prior.length);
    for (const [i, { index, likelihood }] of reaches.entries()) {
      let all = 0;
      for (let k = 0; k < index.length; k++) all += prior[index[k]] * likelihood[k];
      if (all === 0) continue;
      for (let k = 0; k < index.length; k++)
        posterior[index[k]] += (sums[0][i] * prior[index[k]] * likelihood[k]) / all;
    }
    return posterior;
  };
  const byRoom = posteriorOf(room.size);
  let expected = byRoom;
  for (let round = 0; round < ROUNDS; round++) {
    const posterior = posteriorOf(expected);
    expected = byRoom.map((own, i) => own + posterior[i]);
  }
  return { ...room, size: expected };
}
