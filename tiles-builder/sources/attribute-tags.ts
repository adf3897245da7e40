/**
 * Translates the properties of buildings to OpenStreetMap tags by tables: of BD TOPO or Overture, recognised by property names,
 * or as configured.
 */

import { BadInput } from '../base/failures/bad-input.ts';
import { didYouMean } from '../base/failures/nearest-name.ts';
import type { Tags } from '../base/records.ts';
import type { AttributeNames, Preset } from './config/building-attributes.ts';
import type { Layer, LayerSource } from './formats/layer.ts';
import { numberIn } from './numbers.ts';

const BDTOPO_USES = {
  Agricole: 'farm_auxiliary',
  Annexe: 'shed',
  'Commercial et services': 'commercial',
  Industriel: 'industrial',
  Indifférencié: 'yes',
  Religieux: 'church',
  Résidentiel: 'residential',
  Sportif: 'sports_hall',
};

/** Overture's `subtype`, used without a `class`. */
const OVERTURE_USES: Readonly<Record<string, string>> = {
  agricultural: 'farm_auxiliary',
  education: 'school',
  entertainment: 'public',
  medical: 'hospital',
  military: 'government',
  outbuilding: 'shed',
  religious: 'church',
};

interface Attributed {
  readonly where: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

type TagsOf = (source: LayerSource, building: Attributed) => Tags;

const SOURCES: readonly (readonly [Preset, names: readonly string[], TagsOf | null])[] = [
  ['osm', ['building'], null],
  ['bdtopo', ['USAGE1', 'NB_LOGTS'], bdTopo('USAGE1', 'NB_LOGTS', 'NB_ETAGES', 'HAUTEUR', 'LEGER')],
  [
    'bdtopo',
    ['usage_1', 'nombre_de_logements'],
    bdTopo('usage_1', 'nombre_de_logements', 'nombre_d_etages', 'hauteur', 'construction_legere'),
  ],
  ['overture', ['subtype', 'class', 'num_floors'], overtureTags],
];

function bdTopo(use: string, dwellings: string, floors: string, height: string, light: string): TagsOf {
  const tagsOf = mapped({ use, uses: BDTOPO_USES, dwellings, floors, height });
  return (source, building) => {
    const value = building.properties[light];
    const isLight = value === true || /^(oui|1|true)$/i.test(String(value));
    return isLight ? { ...tagsOf(source, building), wall: 'no' } : tagsOf(source, building);
  };
}

function overtureTags(source: LayerSource, building: Attributed): Tags {
  const { class: own, subtype, is_underground } = building.properties;
  if (is_underground === true) return { building: 'no' };
  const use =
    typeof own === 'string' ? own : typeof subtype === 'string' ? (OVERTURE_USES[subtype] ?? subtype) : 'yes';
  return { ...mapped({ floors: 'num_floors', height: 'height' })(source, building), building: use };
}

function mapped({ dwellings, floors, height, use, uses }: AttributeNames): TagsOf {
  const numbers = Object.entries({ 'building:flats': dwellings, 'building:levels': floors, height });
  return (source, { where, properties }) => {
    const tags: Record<string, string> = { building: 'yes' };
    for (const [tag, property] of numbers) {
      if (property === undefined) continue;
      const number = numberIn(source, where, property, properties[property]);
      if (number !== null) tags[tag] = String(number);
    }
    const value = use === undefined ? undefined : properties[use];
    if (typeof value === 'string' && value !== '') tags.building = uses?.[value] ?? value;
    return tags;
  };
}

/** @returns `null` if no mapping is needed or known */
export async function attributeTags(
  { file, attributes: named }: LayerSource,
  layer: Layer,
): Promise<TagsOf | null> {
  const names = await propertiesOf(layer);
  const has = (wanted: readonly string[]): boolean => wanted.every((own) => names.includes(own));
  if (named === undefined) return SOURCES.find(([, wanted]) => has(wanted))?.[2] ?? null;
  if (typeof named === 'string') {
    const known = SOURCES.filter(([preset]) => preset === named);
    const source = known.find(([, wanted]) => has(wanted));
    if (source) return source[2];
    const list = known.map(([, wanted]) => wanted.join(' and ')).join(', or ');
    throw new BadInput(file, null, `has not the properties of ${named}: ${list}`, didYouMean('', names));
  }
  for (const property of [named.dwellings, named.floors, named.height, named.use]) {
    if (property === undefined || names.includes(property)) continue;
    throw new BadInput(file, null, `has no property ${property}`, didYouMean(property, names));
  }
  return mapped(named);
}

async function propertiesOf({ properties, batches }: Layer): Promise<readonly string[]> {
  if (properties) return properties;
  for await (const batch of batches()) {
    return [...new Set(batch.flatMap((feature) => Object.keys(feature.properties)))];
  }
  return [];
}
