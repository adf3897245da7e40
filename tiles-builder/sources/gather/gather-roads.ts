/** Consumer that gathers roads, ferries, barriers and turn restrictions into columns of numbers. */
import { ChunkedNumbers } from '../../base/numbers/chunked-numbers.ts';
import type { Tags } from '../../base/records.ts';
import type { Gatherer, Relation } from '../features.ts';
import { BarrierLines, isBarrierLine, isWaterArea } from './barrier-lines.ts';
import { GatheredBarriers } from './gathered-barriers.ts';
import { GatheredLines } from './gathered-lines.ts';
import { GatheredRestrictions, isTurnRestriction } from './gathered-restrictions.ts';
import { isRoad, type OsmRoads } from './osm-roads.ts';
import { TagCombinations } from './road-tags.ts';

/** 20 bytes a way and 12 a node reference. Only OSM sources have barriers and turn restrictions. */
export function gatherRoads(): Gatherer<OsmRoads> {
  const combinations = new TagCombinations();
  const names = new Map<string | undefined, number>([[undefined, 0]]);
  const wayIds = new ChunkedNumbers(Float64Array);
  const wayTags = new ChunkedNumbers(Uint32Array);
  const wayNames = new ChunkedNumbers(Uint32Array);
  const wayFirstNode = new ChunkedNumbers(Uint32Array);
  const lines = new GatheredLines();
  const ferries: number[] = [];
  const tagsOfLines = new Map<number, Tags>();
  const barriers = new GatheredBarriers(combinations);
  const barrierLines = new BarrierLines();
  const restrictions = new GatheredRestrictions(combinations);
  return {
    lines: {
      wants: (tags) => isRoad(tags) || isBarrierLine(tags),
      take: ({ id, tags, ...nodes }) => {
        if (isBarrierLine(tags)) barrierLines.add(nodes.lon, nodes.lat);
        if (!isRoad(tags)) return;
        if (tags.highway === undefined) ferries.push(wayIds.length);
        wayIds.push(id);
        wayTags.push(combinations.numberOf(tags));
        let name = names.get(tags.name);
        if (name === undefined) {
          name = names.size;
          names.set(tags.name, name);
        }
        wayNames.push(name);
        wayFirstNode.push(lines.length);
        lines.append(nodes);
      },
    },
    areas: {
      wants: isWaterArea,
      take: ({ polygons }) => barrierLines.addOutline(polygons),
    },
    nodes: {
      key: 'barrier',
      take: (id, tags) => barriers.add(id, tags),
    },
    relations: {
      wants: (tags) => isTurnRestriction(tags) || tags.route === 'ferry',
      take: (relation) => {
        if (isTurnRestriction(relation.tags)) restrictions.add(relation);
        else noteFerryLine(relation, tagsOfLines);
      },
    },
    ended: (numberOf) => {
      barriers.locate(numberOf);
      restrictions.locate(numberOf);
    },
    gathered: () => {
      const { numberHere, ...nodes } = lines.numbered();
      const tags = wayTags.joined();
      const ids = wayIds.joined();
      for (const way of ferries) {
        const ofLine = tagsOfLines.get(ids[way]);
        if (ofLine) tags[way] = combinations.numberOf({ ...ofLine, ...combinations.all[tags[way]] });
      }
      wayFirstNode.push(nodes.wayNodes.length);
      return {
        tagCombinations: combinations.all,
        distinctNames: [...names.keys()],
        wayIds: ids,
        wayTags: tags,
        wayNames: wayNames.joined(),
        wayFirstNode: wayFirstNode.joined(),
        ...nodes,
        ...barrierLines.joined(),
        barriers: barriers.among(numberHere),
        restrictions: restrictions.among(numberHere, ids),
      };
    },
  };
}

/** Ways without tags of their own inherit a ferry relation's; `duration` only if the relation is one way. */
function noteFerryLine({ members, tags: ofLine }: Relation, tagsOfLines: Map<number, Tags>): void {
  const { duration, ...tags } = ofLine;
  const ways = members.filter(({ type }) => type === 'way');
  const ofEach = ways.length === 1 && duration !== undefined ? { ...tags, duration } : tags;
  for (const { id } of ways) tagsOfLines.set(id, { ...ofEach, ...tagsOfLines.get(id) });
}
