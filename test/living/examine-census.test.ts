import { expect, test } from 'vitest';
import type { PeopleOfUnits } from '../../tiles-builder/living/census-on-map.ts';
import { countedUnits, examineCensus } from '../../tiles-builder/living/examine-census.ts';
import { STATUS } from '../../tiles-builder/living/unit-status.ts';
import { EUROPEAN_GRID, squareOutline } from '../../tiles-builder/sources/census/grid-square.ts';
import { NOTHING_NESTED } from '../../tiles-builder/sources/census/nest-squares.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';

const square = { projection: EUROPEAN_GRID, size_m: 1_000, east_m: 4_000_000, north_m: 2_900_000 };
const ofPolygons = UnitTable.of([
  { id: 'Exempelby', people: 8, outline: [[squareOutline(square)]] },
  { id: 'Nyby', people: 20, outline: [[squareOutline({ ...square, east_m: 4_005_000 })]] },
]);

const examine = (units: UnitTable, statuses: readonly number[], inside: readonly number[]) =>
  examineCensus(
    {
      source: { units, coverage: null, nesting: NOTHING_NESTED },
      statuses: Uint8Array.from(statuses),
      isCounted: Uint8Array.from(inside, (own) => (own > 0 ? 1 : 0)),
      people: { inside: Float64Array.from(inside) } as Pick<PeopleOfUnits, 'inside'> as PeopleOfUnits,
    },
    [],
    null,
  );

test('people of a census are counted, contradicted by the map, or elsewhere', () => {
  const at = (id: string): number => [0, 1].find((unit) => ofPolygons.id(unit) === id)!;
  const statuses = [0, 1].map((unit) => (unit === at('Nyby') ? STATUS.contradicted : STATUS.placed));
  const inside = [0, 1].map((unit) => (unit === at('Nyby') ? 0 : 5_000));
  expect(examine(ofPolygons, statuses, inside)).toMatchObject({
    ...{ units: 2, listed_people: 28, counted_people: 5, elsewhere_people: 3 },
    ...{ contradicted_units: 1, contradicted_people: 20 },
    uncounted_people: { off_map: 0, off_coverage: 3, without_room: 20 },
    contradicted: [{ id: 'Nyby', people: 20 }],
  });
});

test('units that the map contradicts are listed by their people, of as many by their place', () => {
  const people = [5, 30, 5, 12, 30];
  const units = UnitTable.of(
    people.map((own, i) => ({
      id: `village ${i}`,
      people: own,
      outline: [[squareOutline({ ...square, east_m: 4_000_000 + 5_000 * i })]],
    })),
  );
  const numbers = [...people.keys()];
  const { contradicted } = examine(
    units,
    people.map(() => STATUS.contradicted),
    people.map(() => 0),
  );
  const expected = numbers.sort((a, b) => units.people[b] - units.people[a] || a - b);
  expect(contradicted.map(({ id }) => id)).toEqual(expected.map((unit) => units.id(unit)));
});

test('of units whose people are counted, those are misplaced that the map contradicts where a coverage is named', () => {
  const held = (coverage: null | object, status: number) =>
    ({
      source: { units: ofPolygons, coverage },
      statuses: Uint8Array.of(status, STATUS.placed),
      people: { inside: Float64Array.of(7_500, 0) },
    }) as unknown as Parameters<typeof countedUnits>[0][number];
  const [named, unnamed, placed] = [
    held({}, STATUS.contradicted),
    held(null, STATUS.contradicted),
    held({}, STATUS.placed),
  ];
  const position = ofPolygons.middle(0);
  expect([...countedUnits([named, unnamed, placed])]).toEqual([
    { position, counted_people: 7.5, isMisplaced: true },
    { position, counted_people: 7.5, isMisplaced: false },
    { position, counted_people: 7.5, isMisplaced: false },
  ]);
});
