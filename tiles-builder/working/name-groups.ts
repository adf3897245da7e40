import { createHmac } from 'node:crypto';
import type { RoomFollowed } from './room-followed.ts';
import type { PrivacyGroup } from './spread-by-day.ts';
import type { WeightArea } from './weight-areas.ts';

/** What a version follows. Files of builders that kept no weight areas keep their names. */
interface Named {
  readonly groups: readonly PrivacyGroup[];
  readonly weight_areas?: readonly WeightArea[] | undefined;
}

/**
 * A name of how areas are grouped, hexadecimal: nobody without the secret can tell from it what it names, not even by trying.
 * It says nothing of the persons in the groups. Without a secret, as where people are simulated, it can be tried.
 */
export function nameGroups({ groups, weight_areas = [] }: Named, secret: Uint8Array | undefined): string {
  const layout = groups.map((group) =>
    JSON.stringify([
      group.whereabouts,
      group.cell,
      group.areas.toSorted(),
      group.joined.toSorted(),
      ...numbersOf(group),
    ]),
  );
  const weights = weight_areas.map(({ cell, areas }) => JSON.stringify(['weight', cell, areas.toSorted()]));
  return createHmac('sha256', secret ?? '')
    .update(`groups\n${[...layout.sort(), ...weights.sort()].join('\n')}`)
    .digest('hex');
}

/** Those of builders that knew the power of room alone keep their names. */
const numbersOf = ({ room_exponent, inhabitants_exponent, roadside_factor }: RoomFollowed): number[] =>
  inhabitants_exponent === 0 && roadside_factor === 1
    ? [room_exponent]
    : [room_exponent, inhabitants_exponent, roadside_factor];
