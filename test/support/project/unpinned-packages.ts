/**
 * Packages without a hash in the lock file, as its registry did not offer them. npm installs what the user's registry offers in
 * this version. `audit-dependencies.ts` fails where that names a hash, which then goes into the lock file.
 */
export const UNPINNED = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
  (platform) => `@chdb/lib-${platform}@26.7.3-stable.1`,
);
