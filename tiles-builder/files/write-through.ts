import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const AT_ONCE = 16;

/** Waits until a folder and all that it holds are on the disk, so that they are still there after a loss of power. */
export async function writeThrough(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        await (entry.isDirectory() ? writeNamesThrough(path) : sync(path, 'r+'));
      }
    }),
  );
  await writeNamesThrough(folder);
}

/** Waits until the names in a folder are on the disk. */
export async function writeNamesThrough(folder: string): Promise<void> {
  // Windows writes names by itself, and opens no folders.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
