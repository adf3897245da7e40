import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocs, readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { pathOfPage } from '../../tiles-builder/page/docs/render-page.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { describeInBrowser, launchBrowser, violationsOf } from './browser.ts';

describeInBrowser('documentation', () => {
  const folder = temporaryFolder();
  let server: Server;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    await buildDocs(folder);
    server = createServer((request, response) => {
      const path = request.url!;
      const type = {
        css: 'text/css',
        svg: 'image/svg+xml',
        webp: 'image/webp',
        js: 'text/javascript',
        json: 'application/json',
      }[path.slice(path.lastIndexOf('.') + 1)];
      response.setHeader('Content-Type', type ?? 'text/html; charset=utf-8');
      response.end(readFileSync(join(folder, type ? path : `${path}.html`)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test('a phone shows the page first, and all that a search finds', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${origin}/docs/map`);
    const top = (await page.locator('h1').boundingBox())!.y;
    expect(top).toBeLessThan(250);
    await page.getByText('All pages').click();
    await page.getByRole('link', { name: 'The map', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('density of people');
    const found = page.locator('#search ul');
    await found.getByRole('link').nth(7).waitFor();
    expect(await found.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await page.goto(`${origin}/docs/start-calls`);
    const examples = (await page.locator('.code code').allTextContents()).join();
    expect([examples.includes(origin), examples.includes('localhost:8787')]).toEqual([true, false]);
    await page.close();
  });

  test.each([
    ['a desktop in light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
    ['a phone in dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
  ] as const)('every page is in order on %s', async (_, options) => {
    const page = await browser.newPage(options);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const { name, group } of readPages()) {
      await page.goto(origin + pathOfPage(name));
      const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(tooWide, `${name} is wider than the screen`).toBe(false);
      const screens = await page.evaluate<number>(
        'document.querySelector("main").scrollHeight / innerHeight',
      );
      const isForReading = options.colorScheme === 'light' && !['Appendices', 'Privacy'].includes(group);
      if (isForReading) expect(screens, `${name} is too long`).toBeLessThan(4);
      if (options.colorScheme === 'dark' && name !== 'build') continue;
      expect(await violationsOf(page), name).toEqual([]);
    }
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    await page.close();
  });
});
