/** Serves the built page and documentation as Cloudflare's static assets do: pages without `.html`, headers of its `_headers`. */
import { getMimeType } from 'hono/utils/mime';

interface HeaderRule {
  readonly path: RegExp;
  readonly removed: readonly string[];
  readonly set: readonly (readonly [string, string])[];
}

let rules: Promise<readonly HeaderRule[]> | null = null;

/** @returns `null` if there is no such file, or another method is asked */
export async function servePage(request: Request, folder: Fetcher): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const { pathname } = new URL(request.url);
  for (const file of filesOf(pathname)) {
    const found = await folder.fetch(`http://folder${file}`, { method: request.method });
    if (!found.ok || found.headers.get('Content-Type') !== 'application/octet-stream') continue;
    const headers = new Headers({ 'Content-Type': getMimeType(file) ?? 'application/octet-stream' });
    rules ??= readRules(folder);
    for (const { path, removed, set } of await rules) {
      if (!path.test(pathname)) continue;
      for (const name of removed) headers.delete(name);
      for (const [name, value] of set) headers.set(name, value);
    }
    return new Response(found.body, { headers });
  }
  return null;
}

function filesOf(path: string): string[] {
  if (path === '/_headers') return [];
  if (path.endsWith('/')) return [`${path}index.html`, `${path.slice(0, -1)}.html`];
  return /\.[^/]+$/.test(path) ? [path] : [`${path}.html`];
}

/** Reads Cloudflare's format: a path with `*`, then indented headers; `! NAME` removes one. */
async function readRules(folder: Fetcher): Promise<readonly HeaderRule[]> {
  const text = await (await folder.fetch('http://folder/_headers')).text();
  return text
    .split(/\n(?=\/)/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [path, ...lines] = block.split('\n').map((line) => line.trim());
      const escaped = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
      return {
        path: new RegExp(`^${escaped}$`),
        removed: lines.filter((line) => line.startsWith('! ')).map((line) => line.slice(2)),
        set: lines.flatMap((line) => {
          const colon = line.indexOf(': ');
          return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 2)] as const];
        }),
      };
    });
}
