/**
 * `npm run pictures -- http://localhost:8787 KEY:SECRET [NAME…]`: takes the documentation's pictures of the demo. Commit those
 * that changed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../browser/browser.ts';
import { screenshot } from './screenshot.ts';
import { STATES } from './states.ts';

/** States on the page about the map. */
export const PICTURED = [
  'search',
  'search-either-order',
  'drawn',
  'no-key',
  'keyboard',
  'parts',
  'sites',
  'three-places',
  'density-living',
  'take-away',
  'print',
];
export const PICTURES_FOLDER = join(import.meta.dirname, '../../src/web/docs/pictures');
const VIEWPORT = { width: 960, height: 600 };
const QUALITY = 0.72;

if (import.meta.main) {
  const [address, credentials, ...names] = process.argv.slice(2);
  if (!credentials) {
    console.error('Usage: npm run pictures -- ADDRESS KEY:SECRET [NAME…]');
    process.exit(1);
  }
  const browser = await launchBrowser();
  const converter = await browser.newPage();
  const wanted = names.length > 0 ? names : PICTURED;
  for (const state of STATES.filter(({ name }) => wanted.includes(name))) {
    const png = await screenshot({ browser, address, credentials }, state, {
      viewport: VIEWPORT,
      colorScheme: 'light',
    });
    const webp = await converter.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${QUALITY});
    })()`);
    const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
    writeFileSync(join(PICTURES_FOLDER, `${state.name}.webp`), bytes);
    console.log(`${state.name}.webp: ${Math.ceil(bytes.byteLength / 1_000)} kB`);
  }
  await browser.close();
}
