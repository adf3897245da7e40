/** Debian's Chromium, if it is installed and tests in a browser are asked for. */
import { existsSync } from 'node:fs';

export const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
export const whySkipped = chromiumPath
  ? process.env.BROWSER === '1'
    ? null
    : 'they take minutes; set BROWSER=1 to run them'
  : 'there is no Chromium: apt-get install chromium, or name one in the variable CHROMIUM';
