/** Lists and reads building footprints that a publisher serves by quadkey (Bing Maps Tile System), as Microsoft does. */
import type { MultiPolygon, Polygon } from 'geojson';
import { boxOfTile } from '../../src/geo/map-tiles.ts';
import { type BoundingBox, boxesOverlap } from '../../src/geo/positions.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { eachRecord, textIn } from '../sources/table-rows.ts';
import { type FootprintSource, slugOf } from './catalogue.ts';
import type { Source } from './fetch-sources.ts';
import { boxOfPolygon } from './geofabrik.ts';
import { sourceOf } from './plan.ts';
import type { Prepared } from './prepare-squares.ts';
import { writePolygons } from './prepare-units.ts';

const ZOOM = 9;

/**
 * Lists the tiles that overlap an extract. At borders, each country has its own file of the same tile.
 * @param linksFile CSV with `Location`, `QuadKey` and `Url`
 * @throws BadInput if there are none
 */
export async function listFootprintTiles(
  footprints: FootprintSource,
  linksFile: string,
  extract: Polygon | MultiPolygon,
): Promise<Source[]> {
  const boxes = (extract.type === 'Polygon' ? [extract.coordinates] : extract.coordinates).map(
    (coordinates) => boxOfPolygon({ type: 'Polygon', coordinates }),
  );
  const tiles: Source[] = [];
  await eachRecord(linksFile, ['Location', 'QuadKey', 'Url'], (row) => {
    // Numbers lose the zeros at their start.
    const quadkey = textIn(row, 'QuadKey').padStart(ZOOM, '0');
    if (!/^[0-3]{9}$/.test(quadkey))
      throw new BadInput(linksFile, row.where, `${quadkey} is no quadkey of zoom ${ZOOM}`);
    const tile = boxOfQuadkey(quadkey);
    if (!boxes.some((box) => boxesOverlap(box, tile))) return;
    const name = `${quadkey}-${slugOf(textIn(row, 'Location'))}.geojsonl.gz`;
    tiles.push(sourceOf(footprints, { address: textIn(row, 'Url'), name }, {}));
  });
  if (tiles.length > 0) return tiles;
  throw new BadInput(linksFile, null, 'has no footprints here', 'Build without --footprints.');
}

function boxOfQuadkey(quadkey: string): BoundingBox {
  let [x, y] = [0, 0];
  for (const digit of quadkey) [x, y] = [2 * x + (Number(digit) & 1), 2 * y + (Number(digit) >> 1)];
  return boxOfTile({ zoom: quadkey.length, x, y });
}

/** Writes the footprints in a box as GeoJSON lines. */
export async function prepareFootprints(files: readonly string[], prepared: Prepared): Promise<void> {
  const sources = files.map((file) => ({ file }));
  await writePolygons(sources, [], 'Select footprints', prepared, () => () => ({}));
}
