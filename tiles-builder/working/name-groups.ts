import { createHmac } from 'node:crypto';
import type { PrivacyGroup } from './spread-by-day.ts';

/**
 * A name of how areas are grouped, hexadecimal: nobody without the secret can tell from it what it names, not even by trying.
 * It says nothing of the persons in the groups. Without a secret, as where people are simulated, it can be tried.
 */
export function nameGroups(groups: readonly PrivacyGroup[], secret: Uint8Array | undefined): string {
  const layout = groups.map(({ whereabouts, cell, areas, joined, room_exponent }) =>
    JSON.stringify([whereabouts, cell, areas.toSorted(), joined.toSorted(), room_exponent]),
  );
  return createHmac('sha256', secret ?? '')
    .update(`groups\n${layout.sort().join('\n')}`)
    .digest('hex');
}
