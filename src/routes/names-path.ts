import { MAP_PATH } from './map-region.ts';

/** Path of the name search in a dataset version. */
export const NAMES_PATH = `${MAP_PATH}/:version{[a-z0-9-]+}/names` as const;

export const namesPath = (version: string, typed: string): string =>
  `${MAP_PATH}/${version}/names?${new URLSearchParams({ q: typed })}`;
