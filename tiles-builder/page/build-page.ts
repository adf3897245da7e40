/**
 * Builds the map page (Vite), documentation (Markdown) and response headers into `dist`, if the hash of their sources has
 * changed.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { leftoversIn, removeLeftovers, unfinishedOf } from '../base/files/atomic-folder.ts';
import { hashOfSources } from '../base/files/hash-sources.ts';
import { buildDocs } from './docs/build-docs.ts';

const projectFolder = join(import.meta.dirname, '../..');
const sourceFolder = join(projectFolder, 'src/web');
const pageFolder = join(projectFolder, 'dist');
const STAMP_FILE = '.assetsignore';
const INGREDIENTS = [
  'src',
  'tiles-builder/country',
  'tiles-builder/page',
  'test/examples',
  'package-lock.json',
];

/**
 * @param folder by default that of wrangler.toml
 * @returns whether anything was outdated
 */
export async function buildPage(folder = pageFolder): Promise<boolean> {
  const stamp = `# ${hashOfSources(INGREDIENTS)}\n`;
  const isBuilt = (): boolean => {
    const file = join(folder, STAMP_FILE);
    return existsSync(file) && readFileSync(file, 'utf8') === stamp;
  };
  if (isBuilt()) return false;
  removeLeftovers(leftoversIn(dirname(folder)).filter(({ madeFor }) => madeFor === folder));
  const unfinished = unfinishedOf(folder);
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    await build({
      configFile: false,
      root: sourceFolder,
      logLevel: 'warn',
      build: { outDir: unfinished, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1_500 },
    });
    await buildDocs(unfinished);
    writeFileSync(join(unfinished, '_headers'), headersFile());
    writeFileSync(join(unfinished, STAMP_FILE), stamp);
    chmodSync(unfinished, 0o755);
    if (isBuilt()) return false;
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return true;
}

export const removeUnfinishedPage = (): void =>
  rmSync(unfinishedOf(pageFolder), { recursive: true, force: true });

/** Headers that restrict loading to this origin. */
function headersFile(): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return `/*
  Content-Security-Policy: ${policy}
  Cross-Origin-Opener-Policy: same-origin
  Referrer-Policy: no-referrer
  Strict-Transport-Security: max-age=15552000
  X-Content-Type-Options: nosniff

/docs/files/*
  ! Content-Type
  Content-Type: text/plain; charset=utf-8
  Content-Disposition: attachment

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;
}
