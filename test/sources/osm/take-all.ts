/** Takes lines, relations, and barrier nodes. */

import type { Tags } from '../../../tiles-builder/base/records.ts';
import type { Consumer, LineNodes, Relation } from '../../../tiles-builder/sources/features.ts';

export interface TakenElements {
  readonly nodes: { id: number; tags: Tags }[];
  readonly ways: { id: number; tags: Tags; nodes: number[]; lon: number[]; lat: number[] }[];
  readonly relations: Relation[];
}

export function takeAll(): { readonly taken: TakenElements; readonly consumer: Consumer } {
  const taken: TakenElements = { nodes: [], ways: [], relations: [] };
  const list = ({ nodes, lon, lat }: LineNodes): { nodes: number[]; lon: number[]; lat: number[] } => ({
    nodes: [...nodes],
    lon: [...lon],
    lat: [...lat],
  });
  const consumer: Consumer = {
    nodes: { key: 'barrier', take: (id, tags) => taken.nodes.push({ id, tags }) },
    lines: {
      wants: () => true,
      take: ({ id, tags, ...nodes }) => taken.ways.push({ id, tags, ...list(nodes) }),
    },
    relations: { wants: () => true, take: (relation) => taken.relations.push(relation) },
  };
  return { taken, consumer };
}
