/** Water, to be drawn on a map. */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../records.ts';
import { type Gatherer, knownPositions } from '../features.ts';
import { AreaList } from './area-list.ts';

export interface Water {
  /** Lakes, wide rivers, basins. */
  readonly areas: readonly Zone[];
  /** Middle lines of rivers and canals. */
  readonly rivers: readonly Position[][];
  /** Middle lines of lesser watercourses. */
  readonly streams: readonly Position[][];
  /** Pieces of the shore, land on their left and the sea on their right. */
  readonly coastlines: readonly Position[][];
}

type LineKind = 'rivers' | 'streams' | 'coastlines';

const KIND_OF_WATERWAY: Readonly<Record<string, LineKind>> = {
  river: 'rivers',
  canal: 'rivers',
  stream: 'streams',
  drain: 'streams',
  ditch: 'streams',
};

const isWaterArea = ({ natural, waterway, landuse }: Tags): boolean =>
  natural === 'water' || waterway === 'riverbank' || landuse === 'reservoir' || landuse === 'basin';

/** Watercourses in tunnels are not to be seen. */
function lineKind({ natural, waterway, tunnel }: Tags): LineKind | undefined {
  if (natural === 'coastline') return 'coastlines';
  return waterway === undefined || (tunnel !== undefined && tunnel !== 'no')
    ? undefined
    : KIND_OF_WATERWAY[waterway];
}

/** Gathers water; of lines, the nodes that the source holds. */
export function gatherWater(): Gatherer<Water> {
  const areas = new AreaList();
  const lines: Record<LineKind, Position[][]> = { rivers: [], streams: [], coastlines: [] };
  return {
    areas: { wants: isWaterArea, take: (area) => areas.add(area) },
    lines: {
      wants: (tags) => lineKind(tags) !== undefined,
      take: ({ tags, ...nodes }) => {
        const kind = lineKind(tags);
        const line = knownPositions(nodes);
        if (kind && line.length > 1) lines[kind].push(line);
      },
    },
    gathered: () => ({ areas: areas.inSourceOrder().map(({ polygons }) => polygons), ...lines }),
  };
}
