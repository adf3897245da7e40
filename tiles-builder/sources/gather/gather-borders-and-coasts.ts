/**
 * Collects coastlines, and administrative areas whose box meets half of a sample of roads or more, from which the extent of an
 * extract is inferred.
 */
import { type BoundingBox, boundingBoxOf, boxesOverlap, type Position } from '../../../src/geo/positions.ts';
import type { Tags } from '../../base/records.ts';
import { type Gatherer, knownPositions, type Line, type PolygonFeature } from '../features.ts';
import { isRoad } from './osm-roads.ts';
import { PolygonList } from './polygon-list.ts';

/** A sample that is full retains every second line. */
const SAMPLED_LINES = 1_024;
const LEAST_SHARE = 1 / 2;

export interface BordersAndCoasts {
  readonly borders: readonly PolygonFeature[];
  /** Coastlines, with land on their left. */
  readonly coastlines: readonly Position[][];
}

export const isCoastline = ({ natural }: Tags): boolean => natural === 'coastline';

export function gatherBordersAndCoasts(): Gatherer<BordersAndCoasts> {
  const borders = new PolygonList();
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

  shareIn(area: BoundingBox): number {
    if (this.#boxes.length < SAMPLED_LINES / 4) return 1;
    return this.#boxes.filter((box) => boxesOverlap(box, area)).length / this.#boxes.length;
  }
}
