/** The packed server, asked by the protocol's own client, which holds each answer against the tool's schema. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { packClientInto } from '../support/project/pack-client.ts';
import { CENTRE, circle, countIn, type MadeService, people, startMadeService } from './made-service.ts';

const folder = temporaryFolder();
const points = people(600, 0.03);
const [lon, lat] = CENTRE;
const walk = { lon, lat, travel: 'pedestrian', minutes: 15 };
let service: MadeService;
let server: string;
let agent: Client;

async function connected(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'ignore' }),
  );
  return client;
}

const ask = async (name: string, given: object, of = agent): Promise<Record<string, unknown>> => {
  const { isError, content, structuredContent } = await of.callTool({ name, arguments: { ...given } });
  const [{ text }] = content as [{ text: string }];
  if (!isError) expect(JSON.parse(text)).toEqual(structuredContent);
  return isError ? { refused: text } : (structuredContent as Record<string, unknown>);
};

beforeAll(async () => {
  service = await startMadeService(points);
  server = join(packClientInto(folder, 'mcp'), 'dist/clients/mcp/main.js');
  for (const dependency of ['@modelcontextprotocol', 'zod'])
    symlinkSync(join(projectFolder, 'node_modules', dependency), join(folder, 'node_modules', dependency));
  agent = await connected({ SERVICE_URL: service.url, API_KEY: 'key', API_SECRET: 'secret' });
  await agent.listTools();
});
afterAll(async () => {
  await agent?.close();
  service?.close();
});

test('a count has its interval, its sources and what it means', async () => {
  const expected = countIn(points, [circle(CENTRE, 900)]);
  expect(expected).toBeGreaterThan(10);
  expect(await ask('count_people', { count: 'livingcount', place: walk })).toEqual({
    people: expected,
    low: expected - 1,
    high: expected + 1,
    area_km2: 0.000_001,
    isLowerBound: false,
    isSimulated: true,
    sources: ['census 2026 Made'],
    meaning: expect.stringContaining('Inhabitants'),
  });
});

test('places are compared, with each person once in all of them together', async () => {
  const zone = { type: 'Polygon', coordinates: [circle([lon + 0.004, lat], 900)] };
  const rings = [circle(CENTRE, 900), zone.coordinates[0]];
  const inUnion = points.filter((point) => rings.some((ring) => countIn([point], [ring]) === 1)).length;
  const compared = await ask('compare_places', { count: 'workingcount', places: [walk, { zone }] });
  expect(compared).toMatchObject({
    together: { people: inUnion },
    places: rings.map((ring) => ({ people: countIn(points, [ring]) })),
    meaning: expect.stringContaining('working hours'),
  });
  const [first, second] = compared.places as { adds: number }[];
  expect(first.adds + second.adds).toBe(inUnion);
});

test('a place is found by the beginning of its name', async () => {
  const { places } = await ask('find_place', { name: 'Hag', near: { lon, lat } });
  expect((places as { name: string }[]).map(({ name }) => name)).toEqual(['Haga', 'Hagen']);
});

test('what is refused is an error with the sentence of the service, never a number', async () => {
  const count = 'livingcount';
  expect(await ask('count_people', { count, place: { ...walk, lon: 13 } })).toEqual({
    refused: 'not covered',
  });
  expect(await ask('count_people', { count, place: { ...walk, travel: 'bicycle' } })).toEqual({
    refused: expect.stringContaining('travel'),
  });
  expect(await ask('count_people', { count, place: { lon, lat } })).toEqual({
    refused: 'a place has lon, lat, travel and minutes, or else a zone',
  });
  const stranger = await connected({ SERVICE_URL: service.url, API_KEY: 'key', API_SECRET: 'wrong' });
  expect(await ask('count_people', { count, place: walk }, stranger)).toEqual({ refused: 'who are you?' });
  await stranger.close();
  await expect(connected({ SERVICE_URL: service.url })).rejects.toThrow(/closed/i);
});
