/** Dwelling sites of small towns. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { Building, Tags } from '../../../tiles-builder/base/records.ts';
import { capacityInPartition } from '../../../tiles-builder/daytime/capacity-by-cell.ts';
import type { Places } from '../../../tiles-builder/daytime/partition-columns.ts';
import { coordinateUnits } from '../../../tiles-builder/geometry/coordinate-units.ts';
import type { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import { SITE_CONTEXT, SITE_FIGURES, type Sites, sitesOf } from '../../../tiles-builder/living/sites.ts';
import { BuiltUpSpill } from '../../../tiles-builder/partitions/built-up/built-up-spill.ts';

export interface Town {
  readonly buildings?: readonly Building[];
  readonly landUse?: readonly { readonly polygons: Zone; readonly tags: Tags }[];
  readonly streets?: readonly { readonly line: readonly Position[]; readonly tags: Tags }[];
}

export function takeTown({ buildings = [], landUse = [], streets = [] }: Town, spill: BuiltUpSpill): void {
  const area = { id: '', order: 0 };
  for (const { footprint, tags } of buildings) {
    spill.takesBuildings.areas!.take({ ...area, polygons: footprint, tags });
  }
  for (const own of landUse) spill.takesLandUse.areas!.take({ ...area, ...own });
  for (const { line, tags } of streets) {
    spill.takesStreets.lines!.take({
      id: 0,
      tags,
      nodes: new Uint32Array(line.length),
      lon: Int32Array.from(line, ([lon]) => coordinateUnits(lon)),
      lat: Int32Array.from(line, ([, lat]) => coordinateUnits(lat)),
    });
  }
}

export function withSpill<T>(town: Town, use: (spill: BuiltUpSpill) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'town-'));
  try {
    const spill = new BuiltUpSpill(folder);
    takeTown(town, spill);
    return use(spill);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** By day, with establishments and buildings of all partitions. */
export const capacityIn = (
  spill: BuiltUpSpill,
  partition: Cell,
  roadside: Iterable<number>,
  coverage: PlanarArea,
): Places =>
  capacityInPartition(
    partition,
    spill.byDay(partition, spill.buildingsOf(partition)),
    Uint32Array.from(roadside),
    coverage,
    spill.establishmentsOf(partition),
  );

/** @param complete no building is missing */
export const areasOfTown = (town: Town, complete: boolean): Sites[] =>
  withSpill(town, (spill) => spill.partitions().map((area) => sitesOf(spill.of(area), complete)));

type Figures = Record<(typeof SITE_FIGURES)[number] | (typeof SITE_CONTEXT)[number] | 'mapped', number>;

/**
 * Houses along streets last.
 * @param others further columns
 */
export function sitesOfTown<Others extends object>(
  areas: readonly Sites[],
  buildings: readonly Building[],
  others: (sites: Sites, site: number) => Others = () => ({}) as Others,
): (Figures & Others)[] {
  const all = areas.flatMap((sites) =>
    Array.from({ length: sites.count }, (_, site) => ({
      place: placeOf(sites.footprints.zoneOf(site)),
      figures: {
        ...Object.fromEntries(
          [...SITE_FIGURES, ...SITE_CONTEXT].map((figure) => [figure, sites[figure][site]]),
        ),
        mapped: sites.mapped[site],
        ...others(sites, site),
      } as Figures & Others,
    })),
  );
  const found = buildings.map(({ footprint }) => {
    const place = placeOf(footprint);
    const [site] = all.splice(
      all.findIndex((own) => own.place === place),
      1,
    );
    return site.figures;
  });
  return [...found, ...all.map(({ figures }) => figures)];
}

const placeOf = (footprint: Zone): string => footprint.flat(2).flat().map(coordinateUnits).join();
