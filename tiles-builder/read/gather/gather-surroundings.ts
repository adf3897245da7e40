/** What tells where an extract ends: the administrative areas along whose border it may have been cut, and the shores. */
import { type BoundingBox, boundingBoxOf, type Position } from '../../../src/geo/positions.ts';
import type { Tags } from '../../records.ts';
import { type Area, type Gatherer, knownPositions, type Line } from '../features.ts';
import { AreaList } from './area-list.ts';
import { isRoad } from './osm-roads.ts';

/** Lines that are kept for a first look at an area; of those that come, every second, fourth, … when there are too many. */
const SAMPLED_LINES = 1_024;
/** An area into whose box fewer of the sampled lines reach is not the one, as nearly all would enter that. */
const LEAST_SHARE = 1 / 2;

export interface Surroundings {
  /** Administrative areas that the source holds whole, without those that lie beside most of its roads. */
  readonly borders: readonly Area[];
  /** Pieces of the shore, land on their left and the sea on their right. */
  readonly coastlines: readonly Position[][];
}

export const isCoastline = ({ natural }: Tags): boolean => natural === 'coastline';

/** Of the borders it keeps those that may reach around most roads; the others, by far the most, would fill the memory for nothing. */
export function gatherSurroundings(): Gatherer<Surroundings> {
  const borders = new AreaList();
  const coastlines: Position[][] = [];
  const sample = new LineSample();
  return {
    lines: {
      wants: (tags) => isRoad(tags) || isCoastline(tags),
      take: (line) => {
        if (isRoad(line.tags)) sample.add(line);
        const positions = isCoastline(line.tags) ? knownPositions(line) : [];
        if (positions.length > 1) coastlines.push(positions);
      },
    },
    areas: {
      relationType: 'boundary',
      wants: ({ boundary }) => boundary === 'administrative',
      take: (area) => {
        if (sample.shareIn(boundingBoxOf(area.polygons.flat())) >= LEAST_SHARE) borders.add(area);
      },
    },
    gathered: () => ({ borders: borders.inSourceOrder(), coastlines }),
  };
}

class LineSample {
  #boxes: BoundingBox[] = [];
  #step = 1;
  #count = 0;

  add(line: Line): void {
    if (this.#count++ % this.#step !== 0) return;
    const positions = knownPositions(line);
    if (positions.length > 0) this.#boxes.push(boundingBoxOf([positions]));
    if (this.#boxes.length < SAMPLED_LINES) return;
    this.#boxes = this.#boxes.filter((_, i) => i % 2 === 0);
    this.#step *= 2;
  }

  /** 1 while too few lines have come to say so. */
  shareIn(area: BoundingBox): number {
    if (this.#boxes.length < SAMPLED_LINES / 4) return 1;
    const inside = this.#boxes.filter(
      (box) =>
        box.west <= area.east && box.east >= area.west && box.south <= area.north && box.north >= area.south,
    );
    return inside.length / this.#boxes.length;
  }
}
