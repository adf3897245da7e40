/** The staging environment of wrangler.toml has all that production has, and shares none of it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { projectFolder } from './support/processes/run-command.ts';

interface Environment {
  readonly name: string;
  readonly routes: unknown;
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name: string }[];
  readonly ratelimits: readonly {
    readonly name: string;
    readonly namespace_id: string;
    readonly simple: unknown;
  }[];
  readonly version_metadata: unknown;
}

const config = join(projectFolder, 'wrangler.toml');
const production: Environment = unstable_readConfig({ config });
const staging: Environment = unstable_readConfig({ config, env: 'staging' });

test('staging has the bindings of production, on buckets and rate limits of its own', () => {
  const bindingsOf = ({ r2_buckets, ratelimits, version_metadata }: Environment): unknown[] => [
    r2_buckets.map(({ binding }) => binding),
    ratelimits.map(({ name, simple }) => [name, simple]),
    version_metadata,
  ];
  expect(bindingsOf(staging)).toEqual(bindingsOf(production));
  const resourcesOf = ({ r2_buckets, ratelimits }: Environment): unknown[] => [
    ...r2_buckets.map(({ bucket_name }) => bucket_name),
    ...ratelimits.map(({ namespace_id }) => namespace_id),
  ];
  expect(new Set([...resourcesOf(staging), ...resourcesOf(production)])).toHaveLength(8);
});

test('staging never answers at the host of production', () => {
  expect([staging.name, staging.routes]).toEqual([`${production.name}-staging`, []]);
});
