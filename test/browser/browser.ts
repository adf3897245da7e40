/** Chromium with playwright-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { chromiumPath, whySkipped } from './find-chromium.ts';

export function describeInBrowser(name: string, suite: () => void): void {
  // Vitest silences the console.
  if (whySkipped) process.stdout.write(`Skipped: ${name} (${whySkipped})\n`);
  describe.skipIf(whySkipped !== null)(name, suite);
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'],
  });
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const axeFile = createRequire(import.meta.url).resolve('axe-core');

export async function violationsOf(page: Page): Promise<string[]> {
  // The page's policy does not apply to evaluation by the browser.
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResult> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
