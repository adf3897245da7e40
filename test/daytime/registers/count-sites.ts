/** Counts sites at points in some streets of one partition. */
import { cellToChildren, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import type { Cell } from '../../../src/geo/cells.ts';
import { NOTHING_LEARNT } from '../../../tiles-builder/daytime/capacity-exponents.ts';
import { countRegisters } from '../../../tiles-builder/daytime/registers/count-registers.ts';
import type { RegistersInPartition } from '../../../tiles-builder/daytime/registers/register-counting.ts';
import type { RegisterTotals } from '../../../tiles-builder/daytime/registers/register-totals.ts';
import { middleAround } from '../../../tiles-builder/daytime/registers/site-buildings.ts';
import { FootprintList } from '../../../tiles-builder/geometry/footprints.ts';
import { centreOf } from '../../../tiles-builder/geometry/grid-cells.ts';
import { numberInPartition, partitionOf } from '../../../tiles-builder/partitions/partitions.ts';
import { type Band, estimateBands } from '../../../tiles-builder/sources/config/bands.ts';

const quarters = gridDisk(latLngToCell(57.7, 11.97, 9), 1).slice(0, 3);
export const partition = partitionOf(cellToChildren(quarters[0], 12)[0]);
export const cells = quarters
  .flatMap((quarter) => cellToChildren(quarter, 12))
  .filter((cell) => partitionOf(cell) === partition);

export interface SiteInCell {
  readonly cell: Cell;
  readonly people: number;
}

type Release = RegistersInPartition['release'];
interface Settings extends Partial<Pick<Release, 'earlier' | 'round'>> {
  /** Of sites in turn. */
  readonly bands?: readonly Band[];
  /** Cells by building. Other cells have capacity of their own, except every third. */
  readonly halls?: readonly (readonly Cell[])[];
  /** Inhabitants, all at home by day. */
  readonly living?: readonly (readonly [Cell, number])[];
}

export function countSites(
  sites: readonly SiteInCell[],
  { bands = [], halls = [], living = [], ...release }: Settings = {},
): RegisterTotals & { readonly people: ReadonlyMap<Cell, number> } {
  const anchorOf = (hall: readonly Cell[]): Cell => hall.toSorted()[0];
  const inHalls = new Set(halls.flat());
  const places = [
    ...cells.flatMap((cell, i) =>
      i % 3 === 0 || inHalls.has(cell) ? [] : [[cell, cell, 1 + (i % 7)] as const],
    ),
    ...halls.flatMap((hall) => hall.map((cell, i) => [anchorOf(hall), cell, 1 + i] as const)),
  ];
  const { people, totals } = countRegisters({
    partition,
    sites: {
      points: sites.map(({ cell, people }, i) => {
        const [lat, lon] = cellToLatLng(cell);
        const band = bands.length > 0 ? i % bands.length : null;
        const listed = { band, people: band === null ? people : 0, present: 1, most: Infinity };
        return { register: 0, name: `site ${i}`, isSchool: false, position: [lon, lat], ...listed };
      }),
      ...{ outlined: [], numbers: [], outlines: new FootprintList().finish() },
    },
    anchors: sites.map(({ cell }) => {
      const hall = halls.find((own) => own.includes(cell));
      return hall ? anchorOf(hall) : middleAround(centreOf(cell));
    }),
    ...{ outlines: [], shares: [] },
    places: {
      ...{ partition, resolution: 12 },
      area: Uint32Array.from(places, ([anchor]) => numberInPartition(anchor)),
      cell: Uint32Array.from(places, ([, cell]) => numberInPartition(cell)),
      size: Float64Array.from(places, ([, , size]) => size),
    },
    release: { exponents: NOTHING_LEARNT, ...release },
    allocations: {
      unit: Uint32Array.from(living, () => 0),
      cell: Uint32Array.from(living, ([cell]) => numberInPartition(cell)),
      millipersons: Uint32Array.from(living, ([, people]) => people * MILLIPERSONS),
    },
    ...{ atHome: Float64Array.of(1), dispersion: 1 },
    bands: estimateBands(
      bands,
      bands.map(() => 100),
    ),
    isCovered: () => true,
  });
  return { ...totals, people };
}
