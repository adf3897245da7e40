/** Roads, ferries, barriers and turn restrictions. */
import { GrowingArray } from '../../numbers/growing-array.ts';
import { indexOfSorted, sortedDistinct } from '../../numbers/sorted-numbers.ts';
import type { Tags } from '../../records.ts';
import { type Gatherer, NOWHERE, type Relation } from '../features.ts';
import { isRoad, MISSING_NODE, type OsmRoads, type TurnRestriction } from './osm-roads.ts';

/** Gathers what bears on travelling. Sources other than OSM's own have no barriers and no turn restrictions. */
export function gatherRoads(): Gatherer<OsmRoads> {
  const ways: { readonly id: number; readonly tags: Tags }[] = [];
  /** Nodes of all ways, one way's after the other's; where each way's end. */
  const nodeIds = new GrowingArray(Float64Array);
  const lon = new GrowingArray(Int32Array);
  const lat = new GrowingArray(Int32Array);
  const ends = new GrowingArray(Float64Array);
  const barriers: [id: number, tags: Tags][] = [];
  const tagsOfLines = new Map<number, Tags>();
  const restrictions: Relation[] = [];
  return {
    lines: {
      wants: isRoad,
      take: (line) => {
        ways.push({ id: line.id, tags: line.tags });
        nodeIds.append(line.nodeIds);
        lon.append(line.lon);
        lat.append(line.lat);
        ends.push(nodeIds.length);
      },
    },
    nodes: { key: 'barrier', take: (id, tags) => barriers.push([id, tags]) },
    relations: {
      wants: (tags) => isTurnRestriction(tags) || tags.route === 'ferry',
      take: (relation) => {
        if (isTurnRestriction(relation.tags)) restrictions.push(relation);
        else noteFerryLine(relation, tagsOfLines);
      },
    },
    gathered: () => {
      const ids = sortedDistinct(nodeIds.view().slice());
      const nodeLon = new Int32Array(ids.length);
      const nodeLat = new Int32Array(ids.length);
      const nodes = new Int32Array(nodeIds.length);
      const isKnown = new Uint8Array(ids.length);
      for (let i = 0; i < nodes.length; i++) {
        const node = indexOfSorted(ids, nodeIds.values[i]);
        nodes[i] = lon.values[i] === NOWHERE ? MISSING_NODE : node;
        if (lon.values[i] === NOWHERE) continue;
        isKnown[node] = 1;
        nodeLon[node] = lon.values[i];
        nodeLat[node] = lat.values[i];
      }
      const nodeOf = (id: number): number => {
        const node = indexOfSorted(ids, id);
        return node >= 0 && isKnown[node] === 1 ? node : MISSING_NODE;
      };
      return {
        ways: ways.map(({ id, tags }, way) => ({
          id,
          tags: tags.highway === undefined ? { ...tagsOfLines.get(id), ...tags } : tags,
          nodes: nodes.subarray(way === 0 ? 0 : ends.values[way - 1], ends.values[way]),
        })),
        nodeLon,
        nodeLat,
        barriers: new Map(
          barriers.flatMap(([id, tags]): [number, Tags][] => {
            const node = nodeOf(id);
            return node === MISSING_NODE ? [] : [[node, tags]];
          }),
        ),
        restrictions: restrictions.flatMap((relation) => turnRestriction(relation, nodeOf)),
      };
    },
  };
}

/**
 * What is said of a ferry's line holds for its ways, unless they say otherwise; how long it takes does only where the line is
 * one way.
 */
function noteFerryLine({ members, tags: ofLine }: Relation, tagsOfLines: Map<number, Tags>): void {
  const { duration, ...tags } = ofLine;
  const ways = members.filter(({ type }) => type === 'way');
  const ofEach = ways.length === 1 && duration !== undefined ? { ...tags, duration } : tags;
  for (const { id } of ways) tagsOfLines.set(id, { ...ofEach, ...tagsOfLines.get(id) });
}

function isTurnRestriction(tags: Tags): boolean {
  return tags.type === 'restriction' && Object.keys(tags).some((key) => key.startsWith('restriction'));
}

function turnRestriction({ id, members, tags }: Relation, nodeOf: (id: number) => number): TurnRestriction[] {
  const waysWith = (role: string): number[] =>
    members.filter((member) => member.role === role && member.type === 'way').map((member) => member.id);
  const [via, ...others] = members.filter((member) => member.role === 'via');
  if (via?.type !== 'node' || others.length > 0) return [];
  const viaNode = nodeOf(via.id);
  const fromWays = waysWith('from');
  const toWays = waysWith('to');
  if (viaNode === MISSING_NODE || fromWays.length === 0 || toWays.length === 0) return [];
  return [{ id, tags, fromWays, viaNode, toWays }];
}
