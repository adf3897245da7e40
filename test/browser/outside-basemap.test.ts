/** A foreign basemap loads from the configured origins only. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage, outsideBasemap } from '../../tiles-builder/page/build-page.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { describeInBrowser, launchBrowser } from './browser.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml' };
const servers: Server[] = [];

async function serve(answer: (path: string) => { body: string | Buffer; headers: object }): Promise<string> {
  const server = createServer(({ url }, response) => {
    const { body, headers } = answer(url!);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', ...headers }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nothing = JSON.stringify({ type: 'FeatureCollection', features: [] });
const json = (body: string): { body: string; headers: object } => ({
  body,
  headers: { 'Content-Type': 'application/json' },
});

test('the environment names the style, and further origins that it loads from', () => {
  expect(outsideBasemap({})).toBeNull();
  const BASEMAP_STYLE = 'https://maps.example.org/style.json?key=1';
  const BASEMAP_ORIGINS = 'https://tiles.example.org  https://maps.example.org';
  expect(outsideBasemap({ BASEMAP_STYLE, BASEMAP_ORIGINS })).toEqual({
    style: BASEMAP_STYLE,
    origins: ['https://maps.example.org', 'https://tiles.example.org'],
  });
});

describeInBrowser('a basemap from elsewhere', () => {
  const parent = temporaryFolder();
  let page: string;
  let named: string;
  let unnamed: string;
  const askedOf = { named: [] as string[], unnamed: [] as string[] };
  beforeAll(async () => {
    unnamed = await serve((path) => {
      askedOf.unnamed.push(path);
      return json(nothing);
    });
    named = await serve((path) => {
      askedOf.named.push(path);
      return path === '/style.json'
        ? json(
            JSON.stringify({
              version: 8,
              sources: {
                near: { type: 'geojson', data: `${named}/near.json` },
                far: { type: 'geojson', data: `${unnamed}/far.json` },
              },
              layers: [
                { id: 'near', type: 'fill', source: 'near' },
                { id: 'far', type: 'fill', source: 'far' },
              ],
            }),
          )
        : json(nothing);
    });
    const folder = join(parent, 'page');
    await buildPage(outsideBasemap({ BASEMAP_STYLE: `${named}/style.json` }), folder);
    const policy = /^ {2}(Content-Security-Policy): (.*)$/m.exec(
      readFileSync(join(folder, '_headers'), 'utf8'),
    )!;
    page = await serve((path) => {
      if (path === '/map/regions.json') return json('[]');
      const file = path === '/' ? 'index.html' : path.slice(1);
      const type = TYPES[extname(file)] ?? 'text/javascript';
      return {
        body: readFileSync(join(folder, file)),
        headers: { 'Content-Type': type, [policy[1]]: policy[2] },
      };
    });
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  test('is loaded from the named origin alone', async () => {
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      await tab.goto(page);
      await tab.locator('#map[data-drawn]').waitFor();
      expect(askedOf.named).toContain('/near.json');
      expect(askedOf.unnamed).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
