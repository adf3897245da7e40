import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { cellToChildren, cellToParent, getPentagons, getRes0Cells, latLngToCell } from 'h3-js';
import { afterAll, expect, test } from 'vitest';
import {
  Panel,
  type PanelPersons,
  PanelWriter,
  personsOf,
} from '../../tiles-builder/daytime/panel-persons.ts';

const root = mkdtempSync(join(tmpdir(), 'panel-'));
afterAll(() => rmSync(root, { recursive: true }));

const CELLS = [
  ...cellToChildren(latLngToCell(48.1, -1.65, 10), 12).slice(0, 12),
  ...[getRes0Cells()[0], getRes0Cells().at(-1)!, getPentagons(4)[0]].flatMap((cell) => [
    cellToChildren(cellToParent(cellToChildren(cell, 6)[0], 6), 12)[0],
    cellToChildren(cellToChildren(cell, 6).at(-1)!, 12).at(-1)!,
  ]),
  latLngToCell(-41.3, 174.8, 12),
];
const persons = fc.record({
  home: fc.constantFrom(...CELLS),
  occupation: fc.constantFrom(null, ...CELLS),
  persons: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(2 ** 32 - 1)),
});

const textOf = ({ home, occupation }: PanelPersons): string => `${home}:${occupation ?? ''}`;
const before = (a: PanelPersons, b: PanelPersons): number => (textOf(a) < textOf(b) ? -1 : 1);

test.each([Date.now() % 1e9])('adds up and orders what was written (seed %i)', (seed) => {
  fc.assert(
    fc.property(fc.array(persons, { maxLength: 120 }), (written) => {
      const folder = mkdtempSync(join(root, 'written-'));
      const writer = new PanelWriter(folder);
      for (const own of written) writer.add(own);
      writer.finish();

      const summed = new Map<string, PanelPersons>();
      for (const own of written) {
        const persons = (summed.get(textOf(own))?.persons ?? 0) + own.persons;
        summed.set(textOf(own), { ...own, persons });
      }
      const all = [...summed.values()].sort(before);
      expect([...new Panel(folder, 'home').persons()]).toEqual(all);

      const byOccupation = new Panel(folder, 'occupation');
      const partitionOf = ({ occupation }: PanelPersons) => occupation && cellToParent(occupation, 4);
      const expected = Map.groupBy(all, partitionOf);
      expected.delete(null);
      expect(byOccupation.partitions()).toEqual([...expected.keys()].sort());
      for (const [partition, own] of expected)
        expect(byOccupation.personsIn(partition!)).toEqual(personsOf(own));
    }),
    { seed, numRuns: 60 },
  );
});
