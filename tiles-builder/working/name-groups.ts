import { createHmac } from 'node:crypto';
import type { RoomFollowed } from './room-followed.ts';
import type { PrivacyGroup } from './spread-by-day.ts';

/**
 * A name of how areas are grouped, hexadecimal: nobody without the secret can tell from it what it names, not even by trying.
 * It says nothing of the persons in the groups. Without a secret, as where people are simulated, it can be tried.
 */
export function nameGroups(groups: readonly PrivacyGroup[], secret: Uint8Array | undefined): string {
  const layout = groups.map((group) =>
    JSON.stringify([
      group.whereabouts,
      group.cell,
      group.areas.toSorted(),
      group.joined.toSorted(),
      ...followedBy(group),
    ]),
  );
  return createHmac('sha256', secret ?? '')
    .update(`groups\n${layout.sort().join('\n')}`)
    .digest('hex');
}

/** Those of builders that knew the power of room alone keep their names. */
const followedBy = ({ room_exponent, inhabitants_exponent, roadside_factor }: RoomFollowed): number[] =>
  inhabitants_exponent === 0 && roadside_factor === 1
    ? [room_exponent]
    : [room_exponent, inhabitants_exponent, roadside_factor];
