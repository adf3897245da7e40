/** Writes the polygons of a census or a register near a region with their people, from features alone or joined with a table, as GeoJSON lines. */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { boundingBoxOf, boxesOverlap } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { type Feature, featuresOf, geometryPolygons } from '../sources/feature-geometry.ts';
import { withLayer } from '../sources/formats/open-layer.ts';
import type { Download, UnitLayout } from './catalogue.ts';
import { eachRecord, nothingHere, type Prepared, requireColumns } from './prepare-squares.ts';

/** @returns number of units written */
export async function prepareUnits(
  layout: UnitLayout,
  fileOf: (file: Download) => string,
  { box, scratch, out, progress }: Prepared,
): Promise<number> {
  const { table, files } = layout;
  const joined = table && (await readTable(table, layout.people, fileOf(table)));
  const column = table?.unit ?? layout.people;
  const drawn = new Set<string>();
  const stream = createWriteStream(out);
  let [read, written] = [0, 0];
  const write = async (file: string, feature: Feature): Promise<void> => {
    const value = feature.properties[column];
    const people = joined ? joined.get(String(value)) : value;
    if (people === undefined && table?.lists_people_alone) return;
    if (joined) {
      // Each of its features would get all people of the unit.
      if (drawn.has(String(value))) throw new BadInput(file, feature.where, `draws the unit ${value} again`);
      drawn.add(String(value));
    }
    const polygons = geometryPolygons(file, feature);
    if (!polygons?.length) throw new BadInput(file, feature.where, 'is no polygon');
    if (!boxesOverlap(boundingBoxOf(polygons.flat()), box)) return;
    if (people === undefined) throw new BadInput(file, String(value), 'has no row in the table of people');
    written++;
    const geometry = { type: 'MultiPolygon', coordinates: polygons };
    const line = JSON.stringify({ type: 'Feature', properties: { people }, geometry });
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  };
  for (const { layer: name, ...download } of files) {
    const source = { file: fileOf(download), layer: name };
    await withLayer(source, scratch, async (layer) => {
      if (layer.properties) requireColumns(source.file, [column], layer.properties);
      for await (const batch of featuresOf(source, layer)) {
        read += batch.length;
        progress('Select units of the census', read);
        for (const feature of batch) await write(source.file, feature);
      }
    });
  }
  stream.end();
  await finished(stream);
  for (const unit of joined?.keys() ?? []) {
    if (!drawn.has(unit)) throw new BadInput(fileOf(table!), unit, 'has no polygon');
  }
  if (written > 0) return written;
  rmSync(out);
  throw nothingHere(layout, fileOf(files[0]));
}

/** @returns people by the unit's id */
async function readTable(
  { key }: NonNullable<UnitLayout['table']>,
  people: string,
  file: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await eachRecord(file, [...Object.keys(key), people], '', async (where, valueIn) => {
    const id = Object.entries(key)
      .map(([column, digits]) => valueIn(column).padStart(digits, '0'))
      .join('');
    if (found.has(id)) throw new BadInput(file, where, `lists the unit ${id} again`);
    found.set(id, valueIn(people));
  });
  return found;
}
