/** Reads an OSM PBF file once for all consumers: relations, nodes into a disk store, then ways. */
import { BadInput } from '../../base/failures/bad-input.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import type { Progress } from '../../base/records.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { type Consumer, NO_NODE, type ReadOptions, type ReadSource } from '../features.ts';
import { type AreaRelation, AreaRelations } from './area-relations.ts';
import { AreaAssembly } from './areas.ts';
import { findSections, type Section } from './blob-sections.ts';
import { BlobFile, decoded } from './blobs.ts';
import { ElementOrder } from './element-order.ts';
import { type ElementHandlers, readPrimitiveBlock } from './elements.ts';
import { readFileHeader } from './file-header.ts';
import { NodeStore } from './node-store.ts';

/** @throws BadInput where the file is missing, damaged, unsorted, or requires an unsupported feature */
export async function readOsmFile(
  file: string,
  consumers: readonly Consumer[],
  { progress, scratch }: ReadOptions,
): Promise<ReadSource> {
  const blobs = await BlobFile.open(file);
  try {
    const header = await readFileHeader(blobs);
    const sections = await findSections(blobs);
    const relations = await readRelations(blobs, sections.relations, consumers, progress);
    const store = new NodeStore(scratch);
    try {
      await readNodes(blobs, sections.nodes, consumers, store, progress);
      await readWays(blobs, sections.ways, consumers, relations, store, progress);
      for (const consumer of consumers) consumer.ended?.((id) => store.numberOf(id));
      return { isExtract: true, statedBounds: header.bounds };
    } finally {
      store.close();
    }
  } finally {
    await blobs.close();
  }
}

async function readSection(
  blobs: BlobFile,
  { from, to }: Section,
  handlers: ElementHandlers,
  progress: Progress,
  step: string,
): Promise<void> {
  const total = blobs.bytesBetween(from, to);
  let done = 0;
  for await (const { content, start, bytes } of blobs.readAll(from, to)) {
    decoded(blobs.file, start, content, (pbf) => readPrimitiveBlock(pbf, handlers));
    done += bytes;
    progress(step, done, total);
  }
}

async function readRelations(
  blobs: BlobFile,
  section: Section,
  consumers: readonly Consumer[],
  progress: Progress,
): Promise<readonly AreaRelation[]> {
  const order = new ElementOrder(blobs.file);
  const areas = new AreaRelations(consumers.flatMap((consumer) => consumer.areas ?? []));
  const takers = consumers.flatMap((consumer) => consumer.relations ?? []);
  const handlers: ElementHandlers = {
    kind: (kind) => order.enter(kind),
    relation: (id, members, tags) => {
      order.next(2, id);
      const relation = { id, members, tags };
      areas.take(relation);
      for (const { wants, take } of takers) if (wants(tags)) take(relation);
    },
  };
  await readSection(blobs, section, handlers, progress, 'Read relations');
  return areas.all;
}

async function readNodes(
  blobs: BlobFile,
  section: Section,
  consumers: readonly Consumer[],
  store: NodeStore,
  progress: Progress,
): Promise<void> {
  const order = new ElementOrder(blobs.file);
  const takers = consumers.flatMap((consumer) => consumer.nodes ?? []);
  const pointTakers = consumers.flatMap((consumer) => consumer.points ?? []);
  const handlers: ElementHandlers = {
    kind: (kind) => order.enter(kind),
    nodes: (batch) => {
      for (const id of batch.ids) order.next(0, id);
      store.add(batch);
    },
    nodeKeys: new Set([...takers, ...pointTakers].map(({ key }) => key)),
    taggedNode: (id, tags, lon, lat) => {
      for (const { key, take } of takers) if (tags[key] !== undefined) take(id, tags);
      for (const { key, take } of pointTakers) {
        if (tags[key] !== undefined)
          take({ position: [lon / UNITS_PER_DEGREE, lat / UNITS_PER_DEGREE], tags });
      }
    },
  };
  await readSection(blobs, section, handlers, progress, 'Read nodes');
  if (store.count > NO_NODE)
    throw new BadInput(blobs.file, null, `has ${whole(store.count)} nodes, more than can be numbered`);
  store.finish();
}

async function readWays(
  blobs: BlobFile,
  section: Section,
  consumers: readonly Consumer[],
  relations: readonly AreaRelation[],
  store: NodeStore,
  progress: Progress,
): Promise<void> {
  const order = new ElementOrder(blobs.file);
  const takers = consumers.flatMap((consumer) => consumer.lines ?? []);
  const areas = new AreaAssembly(
    consumers.flatMap((consumer) => consumer.areas ?? []),
    relations,
  );
  const handlers: ElementHandlers = {
    kind: (kind) => order.enter(kind),
    way: (id, nodeIds, tags) => {
      order.next(1, id);
      const lineTakers = takers.filter(({ wants }) => wants(tags));
      const isArea = areas.needs(id, tags);
      if (lineTakers.length === 0 && !isArea) return;
      const nodes = store.locate(nodeIds);
      for (const { take } of lineTakers) take({ id, tags, ...nodes });
      if (isArea) areas.takeWay(id, tags, nodes);
    },
  };
  await readSection(blobs, section, handlers, progress, 'Read ways');
  areas.finish();
}
