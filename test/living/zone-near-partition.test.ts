import { expect, test } from 'vitest';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { PlanarArea, shareInside } from '../../tiles-builder/geometry/planar-area.ts';
import { outlinesNear, ZoneNearPartition } from '../../tiles-builder/living/zone-near-partition.ts';
import { boxAroundPartition, partitionAt } from '../../tiles-builder/partitions/partitions.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const MIDDLE: Position = [2.35, 48.85];
const VERTICES = 100_000;

function border(random: Random): Zone {
  const ring = Array.from({ length: VERTICES }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / VERTICES;
    const reach = 4 * (1 - 0.1 * random.unit());
    return [MIDDLE[0] + reach * Math.cos(angle), MIDDLE[1] + reach * Math.sin(angle)];
  });
  return [[[...ring, ring[0]]]];
}

const square = (west: number, south: number, side: number): Zone => [
  [rectangle(west, south, west + side, south + side)],
];

test.each([Date.now() % 1e9])('an area knows of a long border what is near it (seed %i)', (seed) => {
  const random = new Random(seed);
  const zone = border(random);
  const whole = new PlanarArea(zone);
  for (const east of [0, 3.2, 3.9, 4.4]) {
    const [lon, lat] = [MIDDLE[0] + east, MIDDLE[1]];
    const box = boxAroundPartition(partitionAt(lon, lat));
    const outlines = [
      ...Array.from({ length: 20 }, () =>
        square(random.between(box.west, box.east), random.between(box.south, box.north), 0.1),
      ),
      square(lon, lat, 1.5),
    ];
    const units = UnitTable.of(outlines.map((outline, i) => ({ id: `unit ${i}`, outline, people: 1 })));
    const near = units.near(box);
    expect(near.units.length).toBeGreaterThan(15);
    const sent = outlinesNear(whole, box, near);
    expect(sent.reduce((sum, { vertices }) => sum + vertices.length / 2, 0)).toBeLessThan(VERTICES / 4);
    const beside = new ZoneNearPartition(sent, box);
    for (const unit of near.units) {
      const outline = new PlanarArea(units.outline(unit));
      expect(beside.shareOf(outline)).toBeCloseTo(shareInside(outline, whole), 9);
    }
  }
});
