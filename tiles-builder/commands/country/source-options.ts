/** Defines the options of all commands that ask publishers for sources. */
import { join, resolve } from 'node:path';
import type { Command } from 'cac';
import type { FetchOptions } from '../../country/fetch-sources.ts';
import { SEVERAL } from '../run-command.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export const projectFolder = join(import.meta.dirname, '../../..');

export interface SourceOptions {
  readonly folder: string;
  readonly mirror: readonly string[];
  readonly from?: string;
  readonly update?: boolean;
  readonly json?: boolean;
}

export const takesSources = (command: Command): Command =>
  command
    .option('--folder <folder>', 'Where downloads and datasets of countries are', { default: '.countries' })
    .option(
      '--mirror <old=new>',
      'Take addresses that begin with OLD from NEW; may be given several times',
      SEVERAL,
    );

/** @param slug of the country; `null` if nothing is built */
export function fetchOptions(
  options: SourceOptions,
  slug: string | null,
  { progress, endProgress }: Screen,
): FetchOptions {
  const folder = resolve(options.folder);
  return {
    downloads: join(folder, 'downloads'),
    lockFile: join(folder, slug ?? 'downloads', 'sources.lock.json'),
    mirrors: options.mirror.map(readMirror),
    from: options.from === undefined ? null : resolve(options.from),
    update: options.update ?? false,
    progress,
    say: (line) => {
      endProgress();
      if (!options.json) console.log(line);
    },
  };
}

function readMirror(text: string): readonly [string, string] {
  // The second address begins where the last scheme does.
  const [, old, other] = /^(https:\/\/.*)=(https?:\/\/.+)$/.exec(text) ?? [];
  if (old !== undefined) return [old, other];
  throw new UsageError(`--mirror takes OLD=NEW, two addresses, not ${text}`);
}
