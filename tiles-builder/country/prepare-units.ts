/** Converts polygons of a census or register near a region to GeoJSON lines with people, their own or joined from a table. */
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { boundingBoxOf, boxesOverlap } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { type Feature, featuresOf, geometryPolygons } from '../sources/feature-geometry.ts';
import type { LayerSource } from '../sources/formats/layer.ts';
import { withLayer } from '../sources/formats/open-layer.ts';
import { eachRecord, requireColumns, textIn } from '../sources/table-rows.ts';
import type { Download, UnitLayout } from './catalogue.ts';
import { nothingHere, type Prepared } from './prepare-squares.ts';

/** @returns number of units written */
export async function prepareUnits(
  layout: UnitLayout,
  fileOf: (file: Download) => string,
  prepared: Prepared,
): Promise<number> {
  const { table, files } = layout;
  const joined = table && (await readTable(table, layout.people, fileOf(table)));
  const column = table?.unit ?? layout.people;
  const drawn = new Set<string>();
  const sources = files.map(({ layer, ...file }) => ({ file: fileOf(file), layer }));
  const written = await writePolygons(
    sources,
    [column],
    'Select units of the census',
    prepared,
    (file, { properties, where }) => {
      const value = properties[column];
      const people = joined ? joined.get(String(value)) : value;
      if (people === undefined && table?.lists_people_alone) return null;
      if (joined) {
        // Each of its features would get all people of the unit.
        if (drawn.has(String(value))) throw new BadInput(file, where, `draws the unit ${value} again`);
        drawn.add(String(value));
      }
      return () => {
        if (people === undefined)
          throw new BadInput(file, String(value), 'has no row in the table of people');
        return { people };
      };
    },
  );
  for (const unit of joined?.keys() ?? []) {
    if (!drawn.has(unit)) throw new BadInput(fileOf(table!), unit, 'has no polygon');
  }
  if (written > 0) return written;
  rmSync(prepared.out);
  throw nothingHere(layout, sources[0].file);
}

/**
 * Writes polygons that overlap a box as GeoJSON lines.
 * @param choose makes the properties of a polygon in the box; `null` leaves a feature out
 * @returns number of polygons written
 */
export async function writePolygons(
  sources: readonly LayerSource[],
  columns: readonly string[],
  step: string,
  { box, scratch, out, progress }: Prepared,
  choose: (file: string, feature: Feature) => (() => object) | null,
): Promise<number> {
  const stream = createWriteStream(out);
  let [read, written] = [0, 0];
  const write = async (file: string, feature: Feature): Promise<void> => {
    const chosen = choose(file, feature);
    if (chosen === null) return;
    const polygons = geometryPolygons(file, feature);
    if (!polygons?.length) throw new BadInput(file, feature.where, 'is no polygon');
    if (!boxesOverlap(boundingBoxOf(polygons.flat()), box)) return;
    written++;
    const geometry = { type: 'MultiPolygon', coordinates: polygons };
    const line = JSON.stringify({ type: 'Feature', properties: chosen(), geometry });
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  };
  for (const source of sources) {
    await withLayer(source, scratch, async (layer) => {
      if (layer.properties) requireColumns(source.file, null, columns, layer.properties);
      for await (const batch of featuresOf(source, layer)) {
        read += batch.length;
        progress(step, read);
        for (const feature of batch) await write(source.file, feature);
      }
    });
  }
  stream.end();
  await finished(stream);
  return written;
}

/** @returns people by the unit's id */
async function readTable(
  { key }: NonNullable<UnitLayout['table']>,
  people: string,
  file: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await eachRecord(file, [...Object.keys(key), people], (row) => {
    const id = Object.entries(key)
      .map(([column, digits]) => textIn(row, column).padStart(digits, '0'))
      .join('');
    if (found.has(id)) throw new BadInput(file, row.where, `lists the unit ${id} again`);
    found.set(id, textIn(row, people));
  });
  return found;
}
