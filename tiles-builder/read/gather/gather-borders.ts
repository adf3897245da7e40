/** Administrative areas along whose border an extract may have been cut. */
import { type BoundingBox, boundingBoxOf } from '../../../src/geo/positions.ts';
import { isRoad } from '../../sources/osm-roads.ts';
import { type Area, type Gatherer, type Line, NOWHERE, UNITS_PER_DEGREE } from '../features.ts';
import { AreaList } from './area-list.ts';

/** Lines that are kept for a first look at an area; of those that come, every second, fourth, … when there are too many. */
const SAMPLED_LINES = 1_024;
/** An area into whose box fewer of the sampled lines reach is not the one, as nearly all would enter that. */
const LEAST_SHARE = 1 / 2;

/** Gathers those that may reach around most of the roads; the others, by far the most, would fill the memory for nothing. */
export function gatherBorders(): Gatherer<readonly Area[]> {
  const areas = new AreaList();
  const sample = new LineSample();
  return {
    lines: { wants: isRoad, take: (line) => sample.add(line) },
    areas: {
      relationType: 'boundary',
      wants: ({ boundary }) => boundary === 'administrative',
      take: (area) => {
        if (sample.shareIn(boundingBoxOf(area.polygons.flat())) >= LEAST_SHARE) areas.add(area);
      },
    },
    gathered: () => areas.inSourceOrder(),
  };
}

class LineSample {
  #boxes: BoundingBox[] = [];
  #step = 1;
  #count = 0;

  add(line: Line): void {
    if (this.#count++ % this.#step !== 0) return;
    const box = boxOf(line);
    if (box) this.#boxes.push(box);
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

/** Degrees; `null` where the source holds none of the line's nodes. */
function boxOf({ lon, lat }: Line): BoundingBox | null {
  const lons = [...lon].filter((value) => value !== NOWHERE);
  const lats = [...lat].filter((value) => value !== NOWHERE);
  if (lons.length === 0) return null;
  return {
    west: Math.min(...lons) / UNITS_PER_DEGREE,
    south: Math.min(...lats) / UNITS_PER_DEGREE,
    east: Math.max(...lons) / UNITS_PER_DEGREE,
    north: Math.max(...lats) / UNITS_PER_DEGREE,
  };
}
