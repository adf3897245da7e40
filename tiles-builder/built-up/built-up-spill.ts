/** Buildings, land use and streets, gathered while their source is read, and given back area by area. */
import { rmSync } from 'node:fs';
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

export class BuiltUpSpill {
  readonly #folder: string;
  readonly #buildings: AreaSpill;
  readonly #landUse: AreaSpill;
  readonly #streets: AreaSpill;
  #count = 0;
  #leftOut = 0;

  /** @param folder see AreaSpill */
  constructor(folder: string) {
    this.#folder = folder;
    this.#buildings = new AreaSpill(join(folder, 'buildings'));
    this.#landUse = new AreaSpill(join(folder, 'land-use'));
    this.#streets = new AreaSpill(join(folder, 'streets'));
  }

  /** Takes footprints. Where a source is not OSM's own and no feature has a tag `building`, every area is one. */
  readonly takesBuildings: Consumer = {
    areas: {
      wants: isBuilding,
      impliedKey: 'building',
      take: ({ polygons, tags }) => {
        this.#count++;
        spillBuilding(this.#buildings, polygons, buildingUse(tags));
      },
      leaveOut: () => this.#leftOut++,
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
    return this.#count;
  }

  /** How many buildings had an outline that is incomplete or crosses itself. */
  get leftOut(): number {
    return this.#leftOut;
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
