/** Outlines the features of an extract that was cut along an unknown line, by rasterising them and a morphological closing. */
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import type { BoundingBox, Position, Ring, Zone } from '../../../src/geo/positions.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import { CellRows } from '../../geometry/cell-rows.ts';
import { rightHanded } from '../../geometry/rings.ts';
import { traceCellRows } from '../../geometry/trace-cell-rows.ts';

const CELL_M = 100;
/** Roadless land is mapped where narrower than twice this, or surrounded by roads. */
const EMPTY_M = 1_000;

export function mappedOutline(lines: Iterable<Ring>, box: BoundingBox): Zone {
  const middle = ((box.south + box.north) / 2) * (Math.PI / 180);
  const height = CELL_M / METRES_PER_DEGREE;
  const width = height / Math.cos(middle);
  const columns = Math.max(1, Math.ceil((box.east - box.west) / width));
  const rows = Math.max(1, Math.ceil((box.north - box.south) / height));
  const visited = new Map<number, NumberSet>();
  const visit = (lon: number, lat: number): void => {
    const column = Math.floor((lon - box.west) / width);
    const row = Math.floor((lat - box.south) / height);
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return;
    const ofRow = visited.get(row);
    if (ofRow) ofRow.add(column);
    else visited.set(row, new NumberSet([column]));
  };
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const [lon, lat] = line[i];
      const [lonB, latB] = line[i + 1] ?? line[i];
      const steps = Math.max(
        1,
        Math.ceil(Math.max(Math.abs(lonB - lon) / width, Math.abs(latB - lat) / height)),
      );
      for (let step = 0; step < steps; step++) {
        visit(lon + ((lonB - lon) * step) / steps, lat + ((latB - lat) * step) / steps);
      }
    }
  }
  const wider = new CellRows();
  const reach = EMPTY_M / CELL_M;
  for (const [row, columns] of visited) {
    for (const column of columns) wider.add(row, column - reach, column + 1 + reach);
  }
  const closed = wider.grownByRows(reach).shrunk(reach);
  const degrees = ([column, row]: Position): Position => [
    box.west + column * width,
    box.south + row * height,
  ];
  return traceCellRows(closed).map(([shell]) => rightHanded([shell!.map(degrees)]));
}
