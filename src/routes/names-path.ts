import { MAP_PATH } from './map-region.ts';

/** Path at which names in a dataset version are searched. */
export const NAMES_PATH = `${MAP_PATH}/:version{[a-z0-9-]+}/names` as const;

export const namesPath = (version: string, typed: string): string =>
  `${MAP_PATH}/${version}/names?${new URLSearchParams({ q: typed })}`;
