/** Points where a drawn zone's sides cross, by testing every pair; none beyond 2,000 sides. */
import type { Position } from '../../geo/positions.ts';
import { closedRings, type Drawing } from '../question.ts';

/** More are not drawn by hand. */
const MAX_SIDES = 2_000;

/** Strictly inside both sides. */
export function crossingsOf({ parts }: Drawing): Position[] {
  const sides = parts.flatMap((outline) =>
    closedRings(outline).flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to] as const)),
  );
  if (sides.length > MAX_SIDES) return [];
  return sides.flatMap(([a, b], i) =>
    sides.slice(i + 1).flatMap(([c, d]) => {
      const at = crossing(a, b, c, d);
      return at ? [at] : [];
    }),
  );
}

function crossing(a: Position, b: Position, c: Position, d: Position): Position | null {
  const [abX, abY] = [b[0] - a[0], b[1] - a[1]];
  const [cdX, cdY] = [d[0] - c[0], d[1] - c[1]];
  const turn = abX * cdY - abY * cdX;
  if (turn === 0) return null;
  const alongAB = ((c[0] - a[0]) * cdY - (c[1] - a[1]) * cdX) / turn;
  const alongCD = ((c[0] - a[0]) * abY - (c[1] - a[1]) * abX) / turn;
  const isInside = alongAB > 0 && alongAB < 1 && alongCD > 0 && alongCD < 1;
  return isInside ? [a[0] + alongAB * abX, a[1] + alongAB * abY] : null;
}
