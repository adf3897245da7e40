/** Spills buildings, land use, streets and establishments to disk by partition as they are read, and reads partitions back. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import type { Ring } from '../../../src/geo/positions.ts';
import type { Consumer } from '../../sources/features.ts';
import { isBuilding } from '../../sources/gather/is-building.ts';
import { PartitionSpill } from '../partition-spill.ts';
import { readAreas } from './area-records.ts';
import { type BuildingSpills, type Buildings, readBuildings, spillBuilding } from './building-records.ts';
import { buildingUse } from './building-use.ts';
import { BUSINESS_KEYS, personsAtPoint, useByDayOfArea } from './capacity-at-work.ts';
import {
  type Establishments,
  readDayLand,
  readEstablishments,
  spillDayLand,
  spillEstablishment,
  withUsesAround,
} from './day-records.ts';
import { type DwellingShareAt, dwellingShareOf, dwellingShareOfArea, spillLandUse } from './land-use.ts';
import { buildableShareOf, readStreets, type StreetPieces, spillStreet } from './street-records.ts';

export interface BuiltUpPartition {
  readonly partition: Cell;
  readonly buildings: Buildings;
  readonly dwellingShareAt: DwellingShareAt;
  readonly streets: StreetPieces;
}

const TAKEN = 'taken.json';
const SPILLS = ['buildings', 'halo', 'landUse', 'streets', 'dayLand', 'establishments'] as const;

export class BuiltUpSpill {
  readonly #folder: string;
  readonly #spills: Readonly<Record<(typeof SPILLS)[number], PartitionSpill>>;
  readonly #buildings: BuildingSpills;
  readonly #taken: { buildings: number; left_out: number };

  constructor(
    folder: string,
    open = (own: string): PartitionSpill => new PartitionSpill(own),
    taken = { buildings: 0, left_out: 0 },
  ) {
    this.#folder = folder;
    const spills = SPILLS.map((name) => [name, open(join(folder, name))]);
    this.#spills = Object.fromEntries(spills);
    this.#buildings = { own: this.#spills.buildings, halo: this.#spills.halo };
    this.#taken = taken;
  }

  /** @throws Error for another process' incomplete or missing spill */
  static taken(folder: string): BuiltUpSpill {
    const taken = JSON.parse(readFileSync(join(folder, TAKEN), 'utf8'));
    return new BuiltUpSpill(folder, PartitionSpill.finished, taken);
  }

  /** In other formats than OSM, polygons without any `building` attribute are all buildings. */
  readonly takesBuildings: Consumer = {
    areas: {
      wants: isBuilding,
      impliedKey: 'building',
      take: ({ polygons, tags }) => {
        this.#taken.buildings++;
        spillBuilding(this.#buildings, polygons, buildingUse(tags));
      },
      leaveOut: () => this.#taken.left_out++,
    },
  };

  readonly takesLandUse: Consumer = {
    areas: {
      wants: (tags) => dwellingShareOfArea(tags) !== null,
      take: ({ polygons, tags }) => spillLandUse(this.#spills.landUse, polygons, dwellingShareOfArea(tags)!),
    },
  };

  readonly takesStreets: Consumer = {
    lines: {
      wants: (tags) => buildableShareOf(tags) !== undefined,
      take: ({ tags, ...nodes }) => spillStreet(this.#spills.streets, nodes, buildableShareOf(tags)!),
    },
  };

  readonly takesUsesByDay: readonly Consumer[] = [
    {
      areas: {
        wants: (tags) => useByDayOfArea(tags) !== null,
        take: ({ polygons, tags }) => spillDayLand(this.#spills.dayLand, polygons, useByDayOfArea(tags)!),
      },
    },
    ...BUSINESS_KEYS.map((key): Consumer => {
      return {
        points: {
          key,
          take: ({ position, tags }) => {
            // A point arrives once for each of its keys.
            if (key !== BUSINESS_KEYS.find((own) => tags[own] !== undefined)) return;
            const persons = personsAtPoint(tags);
            if (persons !== null) spillEstablishment(this.#spills.establishments, position, persons);
          },
        },
      };
    }),
  ];

  get buildings(): number {
    return this.#taken.buildings;
  }

  /** Buildings with an incomplete or self-intersecting outline. */
  get leftOut(): number {
    return this.#taken.left_out;
  }

  finish(): void {
    for (const spill of Object.values(this.#spills)) spill.finish();
    writeFileSync(join(this.#folder, TAKEN), JSON.stringify(this.#taken));
  }

  /** Partitions with buildings or streets in or near them, ascending. */
  partitions(): Cell[] {
    const { own, halo } = this.#buildings;
    return [...new Set([own, halo, this.#spills.streets].flatMap((spill) => spill.partitions()))].sort();
  }

  of(partition: Cell): BuiltUpPartition {
    return {
      partition,
      buildings: this.buildingsOf(partition),
      dwellingShareAt: dwellingShareOf(readAreas(this.#spills.landUse.read(partition))),
      streets: readStreets(this.#spills.streets.read(partition)),
    };
  }

  buildingsOf(partition: Cell): Buildings {
    const { own, halo } = this.#buildings;
    return readBuildings(Buffer.concat([own.read(partition), halo.read(partition)]));
  }

  /** Reads buildings without the halo. */
  ownBuildingsOf(partition: Cell): Buildings {
    return readBuildings(this.#buildings.own.read(partition));
  }

  /** Completes buildings by the uses by day of the land around them. */
  byDay(partition: Cell, buildings: Buildings): Buildings {
    return withUsesAround(buildings, readDayLand(this.#spills.dayLand.read(partition)));
  }

  establishmentsOf(partition: Cell): Establishments {
    return readEstablishments(this.#spills.establishments.read(partition));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly outlines = (): Iterable<Ring> => this.#outlines();

  *#outlines(): Generator<Ring> {
    for (const partition of this.#buildings.own.partitions()) {
      const { count, footprints } = this.ownBuildingsOf(partition);
      for (let i = 0; i < count; i++) yield* footprints.zoneOf(i).flat();
    }
  }
}
