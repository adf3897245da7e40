/** Asks a running service to count a zone around a populous cell until it has the dataset's version (90 s), and compares. */
import { setTimeout } from 'node:timers/promises';
import { cellToBoundary, cellToLatLng } from 'h3-js';
import * as v from 'valibot';
import { countPeople } from '../../src/count/count-people.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { LAYERS, type Layer } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { peopleByCell, peopleByTile } from '../dataset/count-tiles.ts';
import { manifestIn, readerOfFolder } from '../dataset/dataset-folder.ts';

/** The Worker caches live versions for a shorter time. */
export const SERVICE_WAIT_MS = 90_000;
const PAUSE_MS = 3_000;
const CALL_TIMEOUT_MS = 15_000;
/** Width of the zone in cells. */
const ZONE_SCALE = 3;

export interface AskedService {
  readonly url: URL;
  readonly key: string;
  readonly secret: string;
}

export interface ServiceQuestion {
  readonly layer: Layer;
  readonly zone: Polygon;
  readonly people: number;
}

export interface ServiceCheck {
  readonly question: ServiceQuestion;
  /** The last count, `null` if the version never answered. */
  readonly answered: number | null;
  readonly waited_s: number;
  readonly fault: string | null;
}

const answerSchema = v.object({
  success: v.boolean(),
  error: v.string(),
  details: v.optional(v.object({ datasets: v.array(v.object({ version: v.string() })) })),
});

/** Reads the address of a service, and a key for it from the environment. */
export function serviceAt(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): AskedService {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new BadInput('--check-url', null, `${JSON.stringify(address)} is not the address of a service`);
  }
  const { API_KEY: key, API_SECRET: secret } = environment;
  if (key && secret) return { url, key, secret };
  throw new BadInput(
    '--check-url',
    null,
    'needs the key and secret of a caller in the environment, API_KEY and API_SECRET',
  );
}

export async function checkService(
  { url, key, secret }: AskedService,
  folder: string,
  wait_ms = SERVICE_WAIT_MS,
): Promise<ServiceCheck> {
  const manifest = manifestIn(folder);
  const question = await chooseQuestion(folder, manifest);
  const asked = new URL(`/api/v1/${question.layer}count`, url);
  asked.searchParams.set('zone', JSON.stringify({ type: 'Polygon', coordinates: question.zone }));
  asked.searchParams.set('details', 'true');
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const startedAt_ms = performance.now();
  const waited_ms = (): number => performance.now() - startedAt_ms;
  for (;;) {
    const { version, count, failure } = await ask(asked, authorization, question.layer);
    const waited_s = waited_ms() / 1000;
    if (version === manifest.version) {
      const expected = Math.round(question.people);
      const fault =
        count === expected
          ? null
          : `the service counts ${count} people in a zone where the dataset has ${expected}`;
      return { question, answered: count, waited_s, fault };
    }
    if (waited_ms() + PAUSE_MS > wait_ms) {
      const found = failure ?? `it answers from ${version}`;
      return {
        question,
        answered: null,
        waited_s,
        fault: `no answer from ${manifest.version} within ${wait_ms / 1000} s: ${found}`,
      };
    }
    await setTimeout(PAUSE_MS);
  }
}

interface ServiceAnswer {
  readonly version: string | null;
  readonly count: number | null;
  readonly failure: string | null;
}

async function ask(url: URL, authorization: string, layer: Layer): Promise<ServiceAnswer> {
  const failed = (failure: string): ServiceAnswer => ({ version: null, count: null, failure });
  try {
    const response = await fetch(url, {
      headers: { Authorization: authorization },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const answer = v.safeParse(answerSchema, body);
    if (!answer.success)
      return failed(`status ${response.status} with an answer that is none of the service's`);
    const { success, error, details } = answer.output;
    if (!success) return failed(`status ${response.status}: ${error}`);
    const count = Number((body as Record<string, unknown>)[`${layer}count`]);
    return { version: details?.datasets[0]?.version ?? null, count, failure: null };
  } catch (cause) {
    return failed((cause as Error).message);
  }
}

/** Small zone around the cell with most people, in the tile with most. */
async function chooseQuestion(folder: string, manifest: Manifest): Promise<ServiceQuestion> {
  for (const layer of LAYERS) {
    const reader = readerOfFolder(folder, manifest, new LoadedObjects(0));
    const cell = await fullestCell(layer, manifest, reader);
    if (cell === null) continue;
    const zone = zoneAround(cell);
    return { layer, zone, people: (await countPeople(layer, [zone], reader)).people };
  }
  throw new BadInput(folder, null, 'has nobody in it to ask a service about');
}

async function fullestCell(layer: Layer, manifest: Manifest, reader: DatasetReader): Promise<Cell | null> {
  const overviews = await reader.readOverviews(layer, manifest[layer]?.overviews ?? []);
  const tile = fullest(peopleByTile(overviews.values()));
  if (tile === null) return null;
  return fullest(peopleByCell((await reader.readCountTiles(layer, [tile])).get(tile)!));
}

const fullest = (people: ReadonlyMap<Cell, number>): Cell | null =>
  [...people].reduce<[Cell | null, number]>((most, own) => (own[1] > most[1] ? own : most), [null, 0])[0];

function zoneAround(cell: Cell): Polygon {
  const [centreLat, centreLon] = cellToLatLng(cell);
  const scaled = (from: number, to: number): number => Number((from + (to - from) * ZONE_SCALE).toFixed(6));
  const ring = cellToBoundary(cell, true).map(
    ([lon, lat]): Position => [scaled(centreLon, lon), scaled(centreLat, lat)],
  );
  return [ring];
}
