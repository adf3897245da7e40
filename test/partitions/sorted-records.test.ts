import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Records, RecordWriter } from '../../tiles-builder/partitions/sorted-records.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly numbers: readonly number[];
}

const place = fc.record({
  x: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-1_800_000_000, 1_800_000_000)),
  y: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-900_000_000, 900_000_000)),
  numbers: fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 40 }),
});

function written(places: readonly Place[]): Buffer {
  const writer = new RecordWriter();
  return Buffer.concat(
    places.map(({ x, y, numbers }) =>
      Buffer.from(
        writer.record(x, y, (pbf) => {
          pbf.writeVarint(numbers.length);
          for (const number of numbers) pbf.writeSVarint(number);
        }),
      ),
    ),
  );
}

function read(bytes: Uint8Array): Place[] {
  const found: Place[] = [];
  const records = new Records(bytes);
  records.read((x, y, pbf, place) => {
    expect(place).toBe(found.length);
    const numbers = Array.from({ length: pbf.readVarint() }, () => pbf.readSVarint());
    found.push({ x, y, numbers });
  });
  expect(records.count).toBe(found.length);
  return found;
}

test.each([Date.now() % 1e9])(
  'records are restored, in an order that depends on them alone (seed %i)',
  (seed) => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (places, numbers) => {
        const found = read(written(places));
        const asText = (all: readonly Place[]): string[] => all.map((own) => JSON.stringify(own)).sort();
        expect(asText(found)).toEqual(asText(places));
        for (let i = 1; i < found.length; i++) {
          const [a, b] = [found[i - 1], found[i]];
          expect(a.y < b.y || (a.y === b.y && a.x <= b.x)).toBe(true);
        }
        const mixed = places
          .map((own) => ({ own, at: numbers.next().value }))
          .sort((a, b) => a.at - b.at)
          .map(({ own }) => own);
        expect(read(written(mixed))).toEqual(found);
      }),
      { seed, numRuns: 100 },
    );
  },
);
