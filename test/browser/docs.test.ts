import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocs, readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { pathOfPage } from '../../tiles-builder/page/docs/render-page.ts';
import { describeInBrowser, launchBrowser, violationsOf } from './browser.ts';

describeInBrowser('documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
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
    rmSync(folder, { recursive: true });
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

  test('code is copied, words are found, and a call is tried', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const asked: string[] = [];
    await context.route('**/api/**', async (route) => {
      asked.push(`${route.request().headers().authorization} ${route.request().url()}`);
      const headers = { 'RateLimit-Policy': '"apikey";q=600;w=60' };
      await route.fulfill({ json: { success: true, error: '', livingcount: 42 }, headers });
    });
    await page.goto(`${origin}/docs/examples`);
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(await block.locator('code').textContent());
    expect(copied).toContain('API_KEY');

    const search = page.getByRole('searchbox', { name: 'Search the documentation' });
    await search.fill('retry-after');
    await page
      .locator('#search')
      .getByRole('link', { name: /Limits/ })
      .first()
      .waitFor();
    await search.fill('zebras');
    await expect.poll(() => page.locator('#search li').count()).toBe(0);
    await search.fill('groups persons hidden');
    await page.locator('#search li a').first().waitFor();
    await search.press('Enter');
    await page.waitForURL(/\/docs\/privacy#/);

    await page.goto(`${origin}/docs/api`);
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    const form = page.locator('#call-form form');
    await form.getByLabel('key').fill('pc_someone');
    await form.getByLabel('secret').fill('secret');
    await form.getByLabel('time').fill('300');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('"livingcount": 42').waitFor();
    expect(await form.locator('pre').nth(1).textContent()).toMatch(/^HTTP 200\nRateLimit-Policy: /);
    expect(await form.locator('pre').first().textContent()).not.toContain('pc_someone');
    const [call] = asked;
    expect(call).toContain(`Basic ${Buffer.from('pc_someone:secret').toString('base64')}`);
    expect(new URL(call.split(' ')[2]).searchParams.get('time')).toBe('300');
    await context.close();
  });
});
