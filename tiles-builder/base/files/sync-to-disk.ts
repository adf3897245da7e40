import { readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

const AT_ONCE = 16;

/** Syncs a file, or a folder with its content (fsync). */
export async function syncToDisk(path: string): Promise<void> {
  if (!statSync(path).isDirectory()) return sync(path, 'r+');
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const entry of entries) {
        const inside = join(entry.parentPath, entry.name);
        await (entry.isDirectory() ? syncNames(inside) : sync(inside, 'r+'));
      }
    }),
  );
  await syncNames(path);
}

export async function syncNames(folder: string): Promise<void> {
  // Windows syncs entries by itself.
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
