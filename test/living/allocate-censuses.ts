/** Allocates census units to cells by partition. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import type { CensusUnit } from '../../tiles-builder/base/records.ts';
import { PlanarArea, squareMetresPerSquareDegree } from '../../tiles-builder/geometry/planar-area.ts';
import { allocateInPartition, placesWithAllCells } from '../../tiles-builder/living/allocate-in-partition.ts';
import {
  apportionToPartitions,
  type PartitionTotals,
} from '../../tiles-builder/living/apportion-to-partitions.ts';
import { type CountedCensus, putOnMap } from '../../tiles-builder/living/census-on-map.ts';
import { decideCoverages } from '../../tiles-builder/living/decide-coverages.ts';
import { type CensusExamination, examineCensus } from '../../tiles-builder/living/examine-census.ts';
import { mergeExpected, totalsByUnit } from '../../tiles-builder/living/expected-people.ts';
import { type HomesOfPartition, homesOfSites } from '../../tiles-builder/living/homes.ts';
import {
  censusInCoverage,
  type IntersectedHomes,
  intersectHomes,
  sumIntersected,
} from '../../tiles-builder/living/intersect-homes.ts';
import { type LivingReport, reportLiving } from '../../tiles-builder/living/living-report.ts';
import { censusInReach, measureUnits, sumMeasured } from '../../tiles-builder/living/measure-units.ts';
import { countPeople } from '../../tiles-builder/living/people-of-units.ts';
import type { Sites } from '../../tiles-builder/living/sites.ts';
import { sampleIn, TrainingSample } from '../../tiles-builder/living/training-sample.ts';
import { unitOfPair } from '../../tiles-builder/living/unit-cell-pairs.ts';
import type { Weights } from '../../tiles-builder/living/weights.ts';
import { PartitionSpill } from '../../tiles-builder/partitions/partition-spill.ts';
import {
  boxAroundPartition,
  cellInPartition,
  numberInPartition,
  partitionAt,
  partitionOf,
} from '../../tiles-builder/partitions/partitions.ts';
import { nestSquares } from '../../tiles-builder/sources/census/nest-squares.ts';
import { UnitTable } from '../../tiles-builder/sources/census/unit-table.ts';
import { areasOfTown, type Town } from '../support/towns/town-sites.ts';

export interface Homes {
  readonly areas: readonly Cell[];
  readonly read: (area: Cell) => HomesOfPartition;
}

/** `null` where units and map decide the coverage. */
export interface Census {
  readonly units: readonly CensusUnit[];
  readonly coverage: Zone | null;
}

/** With expected people a square metre. */
export interface Dwelling {
  readonly footprint: Zone;
  readonly people_per_m2: number;
  readonly mapped: boolean;
}

export interface Allocation {
  readonly unit: number;
  readonly cell: Cell;
  readonly millipersons: number;
}

export interface AllocatedPeople {
  /** Empty where no census meets the map. */
  readonly coverage: Zone;
  readonly report: LivingReport;
  /** By census, in the given order. */
  readonly examinations: readonly CensusExamination[];
  readonly censuses: readonly CountedCensus[];
  /** Thousandths of a person. */
  readonly people: ReadonlyMap<Cell, number>;
  /** By partition, unit and cell. */
  readonly allocations: readonly Allocation[];
}

/** @param mapped where data is complete */
export function allocate(censuses: readonly Census[], homes: Homes, mapped: Zone): AllocatedPeople {
  const folder = mkdtempSync(join(tmpdir(), 'allocate-'));
  try {
    const sources = censuses.map(({ units: listed, coverage }) => {
      const { units, ...nesting } = nestSquares('census', UnitTable.of(listed));
      return { units, nesting, coverage };
    });
    const middles = sources.flatMap(({ units }) =>
      [...units].map((_, unit) => partitionAt(...units.middle(unit))),
    );
    const areas = [...new Set([...homes.areas, ...middles])].sort();
    const onMap = putOnMap(sources, mapped);
    const inReach = onMap.map(censusInReach);
    const measured = sumMeasured(
      onMap,
      areas.map((area) =>
        measureUnits(
          area,
          homes.read(area),
          inReach.map((of) => of(area)),
        ),
      ),
    );
    const { covered, unlisted, coverages } = decideCoverages(measured, mapped);
    const inCoverage = measured.map((census, i) => censusInCoverage({ ...census, ...coverages[i] }, mapped));
    const found = areas.map((area) => ({
      area,
      ...intersectHomes(
        area,
        homes.read(area),
        inCoverage.map((of) => of(area)),
      ),
    }));
    const inside = sumIntersected(
      onMap,
      found.map(({ expected }) => expected),
    );
    const counted = measured.map((census, i) => countPeople({ ...census, ...coverages[i] }, inside[i]));
    const allCells = new PartitionSpill(join(folder, 'all-cells'));
    const apportioned = apportionToPartitions(counted, found.map(totalsOf), allCells);
    const people = new Map<Cell, number>();
    const allocations: Allocation[] = [];
    for (const [area, own] of apportioned) {
      const expected = mergeExpected(
        found.flatMap(({ byPartition }) => byPartition.get(area)?.summed() ?? []),
      );
      const places = found.find((from) => from.area === area)?.places ?? new Float64Array();
      const all = placesWithAllCells(places, allCells.read(area), own.overCapacity);
      const { unit, cell, millipersons } = allocateInPartition(expected, all, own);
      for (const [i, number] of cell.entries()) {
        const at = cellInPartition(area, number);
        people.set(at, (people.get(at) ?? 0) + millipersons[i]);
        allocations.push({ unit: unit[i], cell: at, millipersons: millipersons[i] });
      }
    }
    return {
      coverage: covered,
      report: reportLiving(counted),
      examinations: counted.map((census, i) => examineCensus(census, unlisted[i], null)),
      censuses: counted,
      people,
      allocations,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function totalsOf({
  area,
  places,
  byPartition,
}: IntersectedHomes & { readonly area: Cell }): PartitionTotals {
  const expected = Array.from(byPartition, ([into, list]) => {
    const { unit, expected } = list.summed();
    return [into, totalsByUnit(unit, expected)] as const;
  });
  return {
    partition: area,
    expected: new Map(expected),
    places: totalsByUnit(Uint32Array.from(places, unitOfPair)),
  };
}

export function homesOf(dwellings: readonly Dwelling[], roadside: Iterable<Cell> = []): Homes {
  const sites = dwellings.map(({ footprint, mapped, people_per_m2 }) => {
    const area = new PlanarArea(footprint);
    const corners = footprint[0][0].slice(1);
    const mean = (axis: 0 | 1): number =>
      corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
    const area_m2 = area.area() * squareMetresPerSquareDegree(area.box.south);
    return { area, lon: mean(0), lat: mean(1), area_m2, mapped: mapped ? 1 : 0, people_per_m2 };
  });
  const byArea = Map.groupBy(sites, ({ lon, lat }) => partitionAt(lon, lat));
  const byRoad = Map.groupBy(roadside, partitionOf);
  const read = (area: Cell): HomesOfPartition => {
    const own = byArea.get(area) ?? [];
    const column = (name: 'lon' | 'lat' | 'area_m2' | 'people_per_m2'): Float64Array =>
      Float64Array.from(own, (site) => site[name]);
    return {
      count: own.length,
      ...{ lon: column('lon'), lat: column('lat'), area_m2: column('area_m2') },
      mapped: Uint8Array.from(own, (site) => site.mapped),
      footprint: (site) => own[site].area,
      people_per_m2: [column('people_per_m2')],
      roadside: Uint32Array.from(byRoad.get(area) ?? [], numberInPartition).sort(),
    };
  };
  return { areas: [...new Set([...byArea.keys(), ...byRoad.keys()])].sort(), read };
}

/** Without missing buildings; weights are learnt from each census. */
export function allocateTown(censuses: readonly Census[], town: Town, mapped: Zone): AllocatedPeople {
  const areas = areasOfTown(town, true);
  const weights = censuses.map(({ units, coverage }) =>
    learntFrom(new TrainingSample(UnitTable.of(units), coverage ?? mapped), areas),
  );
  return allocate(censuses, homesOfTown(areas, weights), mapped);
}

export function learntFrom(sample: TrainingSample, areas: readonly Sites[]): Weights {
  for (const sites of areas) sample.take(sampleIn(sites, sample.near(boxAroundPartition(sites.partition))));
  return sample.learnt().weights;
}

export function homesOfTown(areas: readonly Sites[], weights: readonly Weights[]): Homes {
  const sitesOf = new Map(areas.map((sites) => [sites.partition, sites]));
  return {
    areas: [...sitesOf.keys()].sort(),
    read: (area) => homesOfSites(sitesOf.get(area) ?? null, weights, new Uint32Array()),
  };
}
