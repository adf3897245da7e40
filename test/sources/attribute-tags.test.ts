import { expect, test } from 'vitest';
import type { Tags } from '../../tiles-builder/base/records.ts';
import { attributeTags } from '../../tiles-builder/sources/attribute-tags.ts';
import type { BuildingAttributes } from '../../tiles-builder/sources/config/building-attributes.ts';
import type { Layer } from '../../tiles-builder/sources/formats/layer.ts';

type Properties = Readonly<Record<string, unknown>>;

/** @param names by default each feature's own */
function layerOf(features: readonly Properties[], names: readonly string[] | null = null): Layer {
  const stored = features.map((properties, i) => ({
    where: `feature ${i + 1}`,
    id: String(i),
    properties,
    geometry: null,
  }));
  return {
    crs: {},
    hasProperty: () => true,
    properties: names,
    count: null,
    async *batches() {
      yield stored.slice(0, 2);
      yield stored.slice(2);
    },
  };
}

async function tagsOf(properties: Properties, named?: BuildingAttributes): Promise<Tags | null> {
  const source = { file: 'buildings.gpkg', attributes: named };
  const tags = await attributeTags(source, layerOf([properties], Object.keys(properties)));
  return tags?.(source, { where: 'feature 1', properties }) ?? null;
}

const none = { nombre_de_logements: null };
test.each<[Properties, Tags]>([
  [{ USAGE1: 'Résidentiel', NB_LOGTS: 3, NB_ETAGES: 2, HAUTEUR: 7.5, LEGER: 'Non' }, { building: 'residential', 'building:flats': '3', 'building:levels': '2', height: '7.5' }], // biome-ignore format: a line
  [
    { USAGE1: 'Annexe', NB_LOGTS: null, LEGER: 'Oui' },
    { building: 'shed', wall: 'no' },
  ],
  [
    { USAGE1: 'Château', NB_LOGTS: 0, LEGER: '0' },
    { building: 'Château', 'building:flats': '0' },
  ],
  [{ USAGE1: '', NB_LOGTS: '', NB_ETAGES: undefined }, { building: 'yes' }],
  [
    { USAGE1: 'Indifférencié', NB_LOGTS: 1 },
    { building: 'yes', 'building:flats': '1' },
  ],
  [{ usage_1: 'Industriel', nombre_de_logements: 0, nombre_d_etages: 1, hauteur: 12, construction_legere: true }, { building: 'industrial', 'building:flats': '0', 'building:levels': '1', height: '12', wall: 'no' }], // biome-ignore format: a line
  [{ usage_1: 'Agricole', ...none, construction_legere: false }, { building: 'farm_auxiliary' }],
  [
    { usage_1: 'Religieux', ...none, construction_legere: '1' },
    { building: 'church', wall: 'no' },
  ],
  [
    { usage_1: 'Sportif', ...none, construction_legere: 'TRUE' },
    { building: 'sports_hall', wall: 'no' },
  ],
  [{ usage_1: 'Commercial et services', ...none }, { building: 'commercial' }],
])('BD TOPO is known by its properties, in both of its spellings: %j', async (properties, tags) => {
  expect(await tagsOf(properties)).toEqual(tags);
  expect(await tagsOf(properties, 'bdtopo')).toEqual(tags);
});

test.each<[Properties, Tags]>([
  [{ subtype: 'residential', class: 'house', num_floors: 2, height: 6.1 }, { building: 'house', 'building:levels': '2', height: '6.1' }], // biome-ignore format: a line
  [{ subtype: 'education', class: null, num_floors: null }, { building: 'school' }],
  [{ subtype: 'medical', class: null, num_floors: null }, { building: 'hospital' }],
  [{ subtype: 'civic', class: null, num_floors: null }, { building: 'civic' }],
  [
    { subtype: null, class: null, num_floors: 3 },
    { building: 'yes', 'building:levels': '3' },
  ],
  [{ subtype: null, class: 'house', num_floors: 3, is_underground: true }, { building: 'no' }],
  [{ subtype: null, class: 'house', num_floors: null, is_underground: false }, { building: 'house' }],
])('Overture is known by its properties: %j', async (properties, tags) =>
  expect(await tagsOf(properties)).toEqual(tags),
);

test('properties that the configuration names are taken, with uses by its own list', async () => {
  const named = { dwellings: 'flats', floors: 'storeys', height: 'h', use: 'kind', uses: { W: 'house' } };
  const properties = { flats: 4, storeys: 2, h: 0, kind: 'W', building: 'no' };
  const numbers = { 'building:flats': '4', 'building:levels': '2', height: '0' };
  expect(await tagsOf(properties, named)).toEqual({ building: 'house', ...numbers });
  expect(await tagsOf({ ...properties, kind: 'barn' }, named)).toMatchObject({ building: 'barn' });
  expect(await tagsOf({ ...properties, kind: 7 }, named)).toMatchObject({ building: 'yes' });
  const floors = { building: 'yes', 'building:levels': '2' };
  expect(await tagsOf(properties, { floors: 'storeys' })).toEqual(floors);
});
