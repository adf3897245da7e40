/**
 * Packages of which the lock file has no hash: the registry that it was made with did not offer them. npm installs what the
 * user's registry offers in this version. `audit-dependencies.ts` fails where that names a hash, which then goes into the lock file.
 */
export const UNPINNED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `@chdb/lib-${platform}@26.7.3-stable.1`,
);
