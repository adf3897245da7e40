/** The documentation in a browser: nothing loaded from elsewhere, nothing that axe finds wrong, nothing wider than a phone. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocs, readPages } from '../../tiles-builder/page/docs/build-docs.ts';
import { pathOfPage } from '../../tiles-builder/page/docs/render-page.ts';
import { describeInBrowser, launchBrowser } from '../support/browser.ts';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

describeInBrowser('documentation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
  let server: Server;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    buildDocs(folder);
    server = createServer((request, response) => {
      const path = request.url!;
      const type = { css: 'text/css', svg: 'image/svg+xml' }[path.slice(path.lastIndexOf('.') + 1)];
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
    for (const { name } of readPages()) {
      await page.goto(origin + pathOfPage(name));
      const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(tooWide, `${name} is wider than the screen`).toBe(false);
      // Dark colours are the same on every page: one with all elements tells.
      if (options.colorScheme === 'dark' && name !== 'build') continue;
      await page.evaluate(axe);
      const violations = await page.evaluate(async () => {
        const { axe: run } = globalThis as unknown as { axe: { run(): Promise<AxeResult> } };
        const found = await run.run();
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(violations, name).toEqual([]);
    }
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    await page.close();
  });
});
