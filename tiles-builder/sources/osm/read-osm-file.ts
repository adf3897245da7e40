/** Reads an OSM PBF file for all consumers: first its relations, then nodes into a disk store, and ways. */
import { statSync } from 'node:fs';
import { BadInput } from '../../base/failures/bad-input.ts';
import type { Progress } from '../../base/records.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { type Consumer, NO_NODE, type ReadOptions, type ReadSource } from '../features.ts';
import { type AreaRelation, areaRelationOf } from './area-relations.ts';
import { AreaAssembly } from './areas.ts';
import { blobsOf, decoded } from './blobs.ts';
import { ElementOrder } from './element-order.ts';
import { type ElementHandlers, readPrimitiveBlock } from './elements.ts';
import { readFileHeader } from './file-header.ts';
import { NodeStore } from './node-store.ts';

/** @throws BadInput if the file is missing, damaged, unsorted, or requires an unsupported feature */
export async function readOsmFile(
  file: string,
  consumers: readonly Consumer[],
  { progress, scratch }: ReadOptions,
): Promise<ReadSource> {
  const header = await readFileHeader(file);
  const relations = await readRelations(file, consumers, progress);
  const store = new NodeStore(scratch);
  try {
    await readNodesAndWays(file, consumers, relations, store, progress);
    for (const consumer of consumers) consumer.ended?.((id) => store.numberOf(id));
    return { isExtract: true, statedBounds: header.bounds };
  } finally {
    store.close();
  }
}

async function readBlobs(
  file: string,
  handlers: ElementHandlers,
  progress: Progress,
  step: string,
): Promise<void> {
  const { size } = statSync(file);
  for await (const { content, start, end } of blobsOf(file)) {
    if (start > 0) decoded(file, start, content, (pbf) => readPrimitiveBlock(file, pbf, handlers));
    progress(step, end, size);
  }
}

async function readRelations(
  file: string,
  consumers: readonly Consumer[],
  progress: Progress,
): Promise<readonly AreaRelation[]> {
  const order = new ElementOrder(file);
  const areaConsumers = consumers.flatMap((consumer) => consumer.areas ?? []);
  const takers = consumers.flatMap((consumer) => consumer.relations ?? []);
  const areas: AreaRelation[] = [];
  const handlers: ElementHandlers = {
    kind: (kind) => order.enter(kind),
    relation: (id, members, tags) => {
      order.next(2, id);
      const relation = { id, members, tags };
      const area = areaRelationOf(relation, areaConsumers);
      if (area) areas.push(area);
      for (const { wants, take } of takers) if (wants(tags)) take(relation);
    },
  };
  await readBlobs(file, handlers, progress, 'Read relations');
  return areas;
}

/** A file that is not sorted has been refused: all nodes come before the first way. */
async function readNodesAndWays(
  file: string,
  consumers: readonly Consumer[],
  relations: readonly AreaRelation[],
  store: NodeStore,
  progress: Progress,
): Promise<void> {
  const order = new ElementOrder(file);
  const nodeTakers = consumers.flatMap((consumer) => consumer.nodes ?? []);
  const pointTakers = consumers.flatMap((consumer) => consumer.points ?? []);
  const lineTakers = consumers.flatMap((consumer) => consumer.lines ?? []);
  const areas = new AreaAssembly(
    consumers.flatMap((consumer) => consumer.areas ?? []),
    relations,
  );
  const handlers: ElementHandlers = {
    kind: (kind) => {
      if (kind > 0) store.finish();
    },
    nodes: (batch) => {
      for (const id of batch.ids) order.next(0, id);
      store.add(batch);
      if (store.count > NO_NODE) throw new BadInput(file, null, 'has more nodes than can be numbered');
    },
    nodeKeys: new Set([...nodeTakers, ...pointTakers].map(({ key }) => key)),
    taggedNode: (id, tags, lon, lat) => {
      for (const { key, take } of nodeTakers) if (tags[key] !== undefined) take(id, tags);
      for (const { key, take } of pointTakers) {
        if (tags[key] !== undefined)
          take({ position: [lon / UNITS_PER_DEGREE, lat / UNITS_PER_DEGREE], tags });
      }
    },
    way: (id, nodeIds, tags) => {
      order.next(1, id);
      const takers = lineTakers.filter(({ wants }) => wants(tags));
      const isArea = areas.needs(id, tags);
      if (takers.length === 0 && !isArea) return;
      const nodes = store.locate(nodeIds);
      for (const { take } of takers) take({ id, tags, ...nodes });
      if (isArea) areas.takeWay(id, tags, nodes);
    },
  };
  await readBlobs(file, handlers, progress, 'Read nodes and ways');
  store.finish();
  areas.finish();
}
