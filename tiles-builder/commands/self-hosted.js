/** Puts next to the bundled Worker in `.self-hosted` what workerd serves it with: its program, configuration and page. */
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const FOLDER = new URL('../../.self-hosted/', import.meta.url);
copyFileSync(createRequire(import.meta.url)('workerd').default, new URL('workerd', FOLDER));
copyFileSync(new URL('../../src/self-hosted/config.capnp', import.meta.url), new URL('config.capnp', FOLDER));
rmSync(new URL('page', FOLDER), { recursive: true, force: true });
cpSync(new URL('../../dist', import.meta.url), new URL('page', FOLDER), { recursive: true });
