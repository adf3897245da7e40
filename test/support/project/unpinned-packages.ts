/**
 * Packages whose registry had no hash for the lock file. `audit-dependencies.ts` fails where it has one now, which then goes
 * into the lock file.
 */
export const UNPINNED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `@chdb/lib-${platform}@26.7.3-stable.1`,
);
