/** The lock file pins all content, and none runs code to install. */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

/** Packages without a hash in their registry. */
const UNPINNED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `@chdb/lib-${platform}@26.7.3-stable.1`,
);

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const lockIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
const lock = lockIn(ROOT);
const { '': root, ...packages } = lock.packages;
const { '': _, ...ofChdb } = lockIn(join(ROOT, 'chdb')).packages;
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('each package is pinned by a hash of its content, and the registry is the user’s own', () => {
  const all = [...Object.entries(packages), ...Object.entries(ofChdb)];
  expect(all.length).toBeGreaterThan(300);
  const unpinned = all.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unpinned.map(([path, { version }]) => `${nameOf(path)}@${version}`).sort()).toEqual(
    [...UNPINNED].sort(),
  );
  expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

function found(path: string, name: string): string | undefined {
  const at = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
  if (at in packages) return at;
  return path === ''
    ? undefined
    : found(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

test('no package lacks one that it needs, on whatever platform', () => {
  let needed = 0;
  const absent = Object.entries(lock.packages).flatMap(([path, own]) => {
    const peers = Object.keys(own.peerDependencies ?? {}).filter(
      (name) => !own.peerDependenciesMeta?.[name]?.optional,
    );
    const names = [own.dependencies, own.optionalDependencies, own.devDependencies].flatMap((some) =>
      Object.keys(some ?? {}),
    );
    return [...names, ...peers]
      .filter((name) => {
        needed++;
        return found(path, name) === undefined;
      })
      .map((name) => `${path} needs ${name}`);
  });
  expect(needed).toBeGreaterThan(300);
  expect(absent).toEqual([]);
});

test('the lock is that of package.json, which names exact versions', () => {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const) {
    expect(root[kind]).toEqual(packageJson[kind]);
    for (const [name, version] of Object.entries(packageJson[kind])) {
      expect(packages[`node_modules/${name}`].version).toBe(version);
    }
  }
});

test('no package runs code when it is installed', () => {
  for (const folder of ['.', 'chdb'])
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const withScript = [...Object.entries(packages), ...Object.entries(ofChdb)].flatMap(([path, own]) =>
    own.hasInstallScript ? path : [],
  );
  // They work without it.
  expect(withScript.map(nameOf).sort()).toEqual(['chdb', 'esbuild', 'workerd']);
  // npm runs none of these.
  expect(Object.keys(packageJson.scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
});

const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
const nodesFor = (platform: string): string[] =>
  Object.keys(packages).filter((path) => {
    const { os, cpu, bin } = packages[path];
    return (
      bin?.node !== undefined &&
      [os].flat().some((os) => [cpu].flat().some((cpu) => `${os}-${cpu}` === platform))
    );
  });

test.each(PLATFORMS)('the Node.js that runs commands on %s is one package of the lock', (platform) => {
  expect(nodesFor(platform)).toHaveLength(1);
});

test('no other package brings a Node.js, and this is that of the lock', () => {
  const all = Object.keys(packages).filter((path) => packages[path].bin?.node !== undefined);
  expect(all.sort()).toEqual(PLATFORMS.flatMap(nodesFor).sort());
  const [own] = nodesFor(`${process.platform}-${process.arch}`);
  if (own === undefined) return;
  expect(realpathSync(process.execPath)).toBe(realpathSync(join(ROOT, own, packages[own].bin!.node)));
  expect(process.versions.node).toBe(packages[own].version);
});
