/** Collects roads, ferries, barriers and turn restrictions from features into columns of numbers. */
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import type { Tags } from '../../base/records.ts';
import type { Gatherer, Relation } from '../features.ts';
import { BarrierLines, isBarrierLine, isWaterArea } from './barrier-lines.ts';
import { numberedNodes } from './gathered-lines.ts';
import {
  type GatheredRestriction,
  isTurnRestriction,
  restrictionOf,
  restrictionsAmong,
} from './gathered-restrictions.ts';
import { isRoad, MISSING_NODE, type OsmRoads } from './osm-roads.ts';
import { TagCombinations } from './road-tags.ts';

/** It takes 20 bytes a way and 12 a node reference. Only OSM sources have barriers and turn restrictions. */
export function gatherRoads(): Gatherer<OsmRoads> {
  const combinations = new TagCombinations();
  const names = new Map<string | undefined, number>([[undefined, 0]]);
  const wayIds = new GrowingArray(Float64Array);
  const wayTags = new GrowingArray(Uint32Array);
  const wayNames = new GrowingArray(Uint32Array);
  const wayFirstNode = new GrowingArray(Uint32Array);
  const lines = {
    nodes: new GrowingArray(Uint32Array),
    lon: new GrowingArray(Int32Array),
    lat: new GrowingArray(Int32Array),
  };
  const ferries: number[] = [];
  const tagsOfLines = new Map<number, Tags>();
  const barrierIds = new GrowingArray(Float64Array);
  const barrierTags = new GrowingArray(Uint32Array);
  let barrierNodes = new Uint32Array();
  const barrierLines = new BarrierLines();
  const restrictions: GatheredRestriction[] = [];
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
        wayFirstNode.push(lines.nodes.length);
        lines.nodes.append(nodes.nodes);
        lines.lon.append(nodes.lon);
        lines.lat.append(nodes.lat);
      },
    },
    areas: {
      wants: isWaterArea,
      take: ({ polygons }) => barrierLines.addOutline(polygons),
    },
    nodes: {
      key: 'barrier',
      take: (id, tags) => {
        barrierIds.push(id);
        barrierTags.push(combinations.numberOf(tags));
      },
    },
    relations: {
      wants: (tags) => isTurnRestriction(tags) || tags.route === 'ferry',
      take: (relation) => {
        if (!isTurnRestriction(relation.tags)) return noteFerryLine(relation, tagsOfLines);
        const restriction = restrictionOf(relation, combinations.numberOf(relation.tags));
        if (restriction) restrictions.push(restriction);
      },
    },
    ended: (numberOf) => {
      barrierNodes = Uint32Array.from(barrierIds.view(), numberOf);
      for (const restriction of restrictions) restriction.viaNode = numberOf(restriction.viaId);
    },
    gathered: () => {
      const { numberHere, ...nodes } = numberedNodes(lines);
      const tags = wayTags.taken();
      const ids = wayIds.taken();
      for (const way of ferries) {
        const ofLine = tagsOfLines.get(ids[way]);
        if (ofLine) tags[way] = combinations.numberOf({ ...ofLine, ...combinations.all[tags[way]] });
      }
      wayFirstNode.push(nodes.wayNodes.length);
      const onRoads = [...barrierNodes.keys()].filter((i) => numberHere(barrierNodes[i]) !== MISSING_NODE);
      return {
        tagCombinations: combinations.all,
        distinctNames: [...names.keys()],
        wayIds: ids,
        wayTags: tags,
        wayNames: wayNames.taken(),
        wayFirstNode: wayFirstNode.taken(),
        ...nodes,
        ...barrierLines.joined(),
        barriers: {
          nodes: Uint32Array.from(onRoads, (i) => numberHere(barrierNodes[i])),
          tags: Uint32Array.from(onRoads, (i) => barrierTags.values[i]),
        },
        restrictions: restrictionsAmong(restrictions, numberHere, ids),
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
