/** Refuses features that cross the antimeridian, which the builder does not support. */
import type { Ring } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { type Consumer, knownPositions } from './features.ts';

export function requireOneSide(file: string, where: string, rings: Iterable<Ring>): void {
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      if (Math.abs(ring[i][0] - ring[i - 1][0]) <= 180) continue;
      throw new BadInput(
        file,
        where,
        `crosses the antimeridian between longitudes ${ring[i - 1][0]} and ${ring[i][0]}`,
        'Build the parts west and east of it as two regions.',
      );
    }
  }
}

export function onOneSide(file: string, consumer: Consumer): Consumer {
  const { lines, areas } = consumer;
  return {
    ...consumer,
    ...(lines && {
      lines: {
        ...lines,
        take: (line) => {
          requireOneSide(file, `way/${line.id}`, [knownPositions(line)]);
          lines.take(line);
        },
      },
    }),
    ...(areas && {
      areas: {
        ...areas,
        take: (area) => {
          requireOneSide(file, area.id, area.polygons.flat());
          areas.take(area);
        },
      },
    }),
  };
}
