/** Buildings, land use and streets, gathered while their source is read, and given back area by area. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../src/geo/cells.ts';
import type { Ring } from '../../src/geo/positions.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import type { Consumer } from '../read/features.ts';
import { isBuilding } from '../read/gather/is-building.ts';
import { type Buildings, readBuildings, spillBuilding } from './building-records.ts';
import { buildingUse } from './building-use.ts';
import { dwellingShareOfArea } from './land-use.ts';
import { type DwellingShareAt, readLandUse, spillLandUse } from './land-use-records.ts';
import { frontageOf, readStreets, type StreetPieces, spillStreet } from './street-records.ts';

/** Where people can be, within an area and its halo. */
export interface BuiltUpArea {
  readonly area: Cell;
  readonly buildings: Buildings;
  readonly dwellingShareAt: DwellingShareAt;
  readonly streets: StreetPieces;
}

const TAKEN = 'taken.json';

export class BuiltUpSpill {
  readonly #folder: string;
  readonly #buildings: AreaSpill;
  readonly #landUse: AreaSpill;
  readonly #streets: AreaSpill;
  /** How many buildings were taken; with an outline that is incomplete or crosses itself none is. */
  readonly #taken: { buildings: number; left_out: number };

  constructor(
    folder: string,
    open = (own: string): AreaSpill => new AreaSpill(own),
    taken = { buildings: 0, left_out: 0 },
  ) {
    this.#folder = folder;
    this.#buildings = open(join(folder, 'buildings'));
    this.#landUse = open(join(folder, 'land-use'));
    this.#streets = open(join(folder, 'streets'));
    this.#taken = taken;
  }

  /** What another process has taken. @throws Error where it did not come to its end, or its folder is gone */
  static taken(folder: string): BuiltUpSpill {
    const taken = JSON.parse(readFileSync(join(folder, TAKEN), 'utf8'));
    return new BuiltUpSpill(folder, AreaSpill.finished, taken);
  }

  /** Takes footprints. Where a source is not OSM's own and no feature has a tag `building`, every area is one. */
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
      take: ({ polygons, tags }) => spillLandUse(this.#landUse, polygons, dwellingShareOfArea(tags)!),
    },
  };

  readonly takesStreets: Consumer = {
    lines: {
      wants: (tags) => frontageOf(tags) !== undefined,
      take: ({ tags, ...nodes }) => spillStreet(this.#streets, nodes, frontageOf(tags)!),
    },
  };

  /** How many buildings were taken. */
  get buildings(): number {
    return this.#taken.buildings;
  }

  /** How many buildings had an outline that is incomplete or crosses itself. */
  get leftOut(): number {
    return this.#taken.left_out;
  }

  /** To be called when all has been taken: what waits in memory goes to the disk, for other processes too. */
  finish(): void {
    for (const spill of [this.#buildings, this.#landUse, this.#streets]) spill.finish();
    writeFileSync(join(this.#folder, TAKEN), JSON.stringify(this.#taken));
  }

  /** The areas that buildings or streets are in or near to, ascending. */
  areas(): Cell[] {
    return [...new Set([...this.#buildings.areas(), ...this.#streets.areas()])].sort();
  }

  of(area: Cell): BuiltUpArea {
    return {
      area,
      buildings: this.buildingsOf(area),
      dwellingShareAt: readLandUse(this.#landUse.read(area)),
      streets: readStreets(this.#streets.read(area)),
    };
  }

  buildingsOf(area: Cell): Buildings {
    return readBuildings(this.#buildings.read(area));
  }

  /** Removes the folder. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The outlines of all buildings, area by area. */
  readonly outlines = (): Iterable<Ring> => this.#outlines();

  *#outlines(): Generator<Ring> {
    for (const area of this.#buildings.areas()) {
      const { count, footprints, isOwned } = this.buildingsOf(area);
      for (let i = 0; i < count; i++) if (isOwned[i] === 1) yield* footprints.zoneOf(i).flat();
    }
  }
}
