/** Map page in a browser, with the grid town in its bucket. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { type CalledService, serviceAt } from '../support/servers/http-service.ts';
import { launchBrowser } from './browser.ts';

const ACTION_TIMEOUT_MS = 30_000;

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly requests: string[];
  readonly errors: string[];
}

export interface MapSite {
  readonly service: CalledService;
  /** By default with a key, and able to draw maps. */
  open(
    fragment?: string,
    options?: BrowserContextOptions & { readonly withKey?: boolean; readonly withMap?: boolean },
  ): Promise<Visit>;
  /** Ends with {@link expectBlameless}. */
  openForTest: MapSite['open'];
  answerTo(page: Page): Promise<number>;
  close(): Promise<void>;
}

export async function openMapSite(): Promise<MapSite> {
  const { url, credentials } = inject('gridTown');
  const service = serviceAt(new URL(url), credentials);
  const browser: Browser = await launchBrowser();

  const open: MapSite['open'] = async (
    fragment = '',
    { withKey = true, withMap = true, ...options } = {},
  ) => {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 640 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    const visit: Visit = { context, page: await context.newPage(), requests: [], errors: [] };
    context.on('request', (request) => visit.requests.push(request.url()));
    visit.page.on('pageerror', (error) => visit.errors.push(error.message));
    visit.page.on('console', (message) => {
      // The browser also reports failed answers.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        visit.errors.push(message.text());
      }
    });
    if (withKey) {
      const stored = JSON.stringify(service.credentials);
      await context.addInitScript((text) => {
        sessionStorage.setItem('population-count.credentials', text);
      }, stored);
    }
    if (!withMap) await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await visit.page.goto(new URL(`/${fragment}`, service.url).href);
    await visit.page.locator(withMap ? '#map[data-drawn]' : '#map.no-map').waitFor();
    return visit;
  };
  const openForTest: MapSite['open'] = async (...options) => {
    const visit = await open(...options);
    onTestFinished(async () => {
      await visit.context.close();
      expectBlameless(site, visit);
    });
    return visit;
  };
  const answerTo = async (page: Page): Promise<number> => {
    const question = new URL(new URL(page.url()).hash.slice(1), service.url);
    const answer = await service.ask(question.pathname, Object.fromEntries(question.searchParams));
    const body = (await answer.json()) as Record<string, number>;
    return body.livingcount ?? body.workingcount;
  };
  const close = (): Promise<void> => browser.close();
  const site: MapSite = { service, open, openForTest, answerTo, close };
  return site;
}

/** Nothing foreign is loaded, nothing fails, no address has a secret. */
export function expectBlameless({ service }: MapSite, { requests, errors }: Visit): void {
  const elsewhere = requests.filter(
    (url) => !/^(data|blob):/.test(url) && new URL(url).host !== service.url.host,
  );
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
  expect(requests.filter((url) => url.includes(service.credentials.secret))).toEqual([]);
}

export async function numberOf(page: Page): Promise<number> {
  await page.locator('#answer[data-state="answer"][aria-busy="false"]').waitFor();
  return Number(await page.locator('.number data').getAttribute('value'));
}

export async function failureOf(page: Page): Promise<string> {
  await page.locator('#answer[data-state="failure"]').waitFor();
  return (await page.locator('#answer').textContent())!;
}

/** As shares of width and height. */
export async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.locator('#map').boundingBox())!;
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}
