/**
 * Reads sites from a register of workplaces or schools: rows that `only` selects, with their people or size class (band),
 * changed by the user's corrections.
 */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { didYouMean } from '../../base/failures/nearest-name.ts';
import { SeenTexts } from '../../base/numbers/seen-texts.ts';
import { type Band, bandsOf } from '../../sources/config/bands.ts';
import type { RegisterConfig } from '../../sources/config/config.ts';
import { type Feature, featuresOf, geometryPolygons, geometryRings } from '../../sources/feature-geometry.ts';
import { withLayer } from '../../sources/formats/open-layer.ts';
import { InvalidPolygons } from '../../sources/invalid-polygons.ts';
import { isBlank, requireNumber } from '../../sources/numbers.ts';
import { readCorrections } from './corrections.ts';
import type { Site } from './site-records.ts';

export interface ListedSite extends Omit<Site, 'register'> {
  /** A point or polygons, `null` if unknown. */
  readonly place: Position | Zone | null;
}

export interface ReadRegister {
  /** Rows that count, and those without a number of people. */
  readonly rows: number;
  readonly without_number: number;
}

/**
 * @param isSchool whether its people are pupils; `firstBand`: number of its first band among all registers'
 * @param take is called for each site with people
 */
export async function readRegister(
  config: RegisterConfig,
  { isSchool, firstBand }: { readonly isSchool: boolean; readonly firstBand: number },
  scratch: string,
  take: (site: ListedSite) => void,
  progress: (rows: number, total?: number) => void,
): Promise<ReadRegister> {
  const { file } = config;
  const corrections = await readCorrections(config);
  const peopleOf = peopleReader(config, firstBand);
  const ids = new SeenTexts();
  const invalid = new InvalidPolygons(file);
  const siteIn = (feature: Feature, { name, valueIn }: Row): ListedSite | null => {
    const { people = null, position = null } = corrections.get(name) ?? {};
    corrections.delete(name);
    const listed = people === null ? peopleOf(name, valueIn(config.people)) : { people, band: null };
    if (listed === null) return null;
    const present = presentOf(config, name, valueIn);
    const place = position ?? placeOf(file, name, feature, invalid);
    // A correction has no limit.
    const most = people === null ? (config.most_people ?? Infinity) : Infinity;
    return { ...listed, isSchool, name, present, most, place };
  };
  const read = { rows: 0, without_number: 0 };
  await withLayer(config, scratch, async (layer) => {
    for await (const batch of featuresOf(config, layer)) {
      for (const feature of batch) {
        const row = rowOf(config, feature, layer.properties);
        if (!row.counts) continue;
        read.rows++;
        if (config.id !== undefined) requireNew(file, row.name, ids);
        const site = siteIn(feature, row);
        if (site === null) read.without_number++;
        else if (site.people !== 0 || site.band !== null) take(site);
      }
      progress(read.rows, layer.count ?? undefined);
    }
  });
  invalid.requireNone();
  for (const id of corrections.keys()) {
    throw new BadInput(config.corrections!, id, 'is in no row of the register that counts');
  }
  return read;
}

/** Lists bands in the order of their numbers. */
export const bandsOfRegister = ({ bands }: RegisterConfig): readonly Band[] =>
  bands === undefined ? [] : Object.values(bandsOf(bands));

type ValueIn = (column: string) => unknown;

interface Row {
  readonly name: string;
  readonly valueIn: ValueIn;
  readonly counts: boolean;
}

const textOf = (value: unknown): string => String(value ?? '').trim();

function rowOf(
  { file, id, only = {} }: RegisterConfig,
  { where, id: own, properties }: Feature,
  names: readonly string[] | null,
): Row {
  const valueIn = (column: string): unknown => {
    const known = names ?? Object.keys(properties);
    if (!known.includes(column)) {
      throw new BadInput(file, where, `has no column ${column}`, didYouMean(column, known));
    }
    return properties[column];
  };
  const counts = Object.entries(only).every(([column, texts]) =>
    [texts].flat().includes(textOf(valueIn(column))),
  );
  const name = !counts || id === undefined ? own : textOf(valueIn(id));
  if (name === '') throw new BadInput(file, where, `has no ${id}`);
  return { name, valueIn, counts };
}

function requireNew(file: string, id: string, ids: SeenTexts): void {
  if (ids.add(id)) return;
  const advice = 'Its people would be counted twice: leave one out, or name the rows that count by "only".';
  throw new BadInput(file, id, 'is listed twice', advice);
}

type ReadPeople = (name: string, value: unknown) => Pick<Site, 'people' | 'band'> | null;

function peopleReader(config: RegisterConfig, firstBand: number): ReadPeople {
  const { file, people, bands } = config;
  if (bands === undefined) {
    return (name, value) =>
      isBlank(value) ? null : { people: requireNumber(config, name, people, value), band: null };
  }
  const limits = Object.entries(bandsOf(bands));
  const texts = limits.map(([text]) => text);
  return (name, value) => {
    if (isBlank(value)) return null;
    const text = textOf(value);
    const band = texts.indexOf(text);
    if (band < 0) {
      throw new BadInput(file, name, `${people} has "${text}", which is no band`, didYouMean(text, texts));
    }
    const [, [, most]] = limits[band];
    return { people: 0, band: most === 0 ? null : firstBand + band };
  };
}

function presentOf(config: RegisterConfig, name: string, valueIn: ValueIn): number {
  const { present = 1 } = config;
  if (typeof present === 'number') return present;
  const share = requireNumber(config, name, present, valueIn(present));
  if (share > 1)
    throw new BadInput(config.file, name, `${present} has ${share}, which is no share from 0 to 1`);
  return share;
}

/** @param invalid notes invalid rings, which end the build after reading */
function placeOf(
  file: string,
  name: string,
  feature: Feature,
  invalid: InvalidPolygons,
): Position | Zone | null {
  if (feature.geometry === null) return null;
  const polygons = geometryPolygons(file, feature);
  if (polygons) return invalid.validOf(name, polygons);
  const points = geometryRings(file, feature);
  if (points.length === 1 && points[0].length === 1) return points[0][0];
  throw new BadInput(file, name, `a Point or Polygon expected, not a ${feature.geometry.type}`);
}
