/** Packages without a hash in their registry. `audit-dependencies.ts` fails once it has one. */
export const UNPINNED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `@chdb/lib-${platform}@26.7.3-stable.1`,
);
