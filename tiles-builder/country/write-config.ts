/** Writes the configuration of a country's build from its sources and the settings in the catalogue. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SquareCensus, UnitCensus } from './catalogue.ts';
import { OSM_ATTRIBUTION } from './geofabrik.ts';
import type { Country } from './plan.ts';
import { hasShare } from './prepare-squares.ts';

export interface SourceFiles {
  readonly extract: string;
  /** `Last-Modified` of the extract, or when it was downloaded. */
  readonly extractDate: string;
  /** GeoJSON of the polygon that the extract was cut along. */
  readonly polygon: string;
  /** Table of squares, polygons, or raster. */
  readonly census: string;
  /** GeoJSON of the country's border; `null` if it is not known. */
  readonly border: string | null;
  /** GeoJSON lines; `null` if OpenStreetMap's buildings are taken. */
  readonly footprints: string | null;
  readonly workplaces: string | null;
  readonly schools: string | null;
}

export function writeCountryConfig(country: Country, files: SourceFiles, folder: string): string {
  const { slug, timezone, census } = country;
  const path = (file: string): string => relative(folder, file);
  const described = ({ vintage, attribution }: { vintage: number; attribution: string }) => ({
    vintage,
    attribution,
  });
  const osm = {
    file: path(files.extract),
    coverage: path(files.polygon),
    vintage: new Date(files.extractDate).toISOString().slice(0, 10),
    attribution: OSM_ATTRIBUTION,
  };
  const register = (role: 'workplaces' | 'schools') => {
    const [source, file] = [country[role], files[role]];
    return source === undefined || file === null
      ? {}
      : {
          [role]: {
            file: path(file),
            ...('sql' in source ? {} : { people: 'people' }),
            ...source.settings,
            ...described(source),
          },
        };
  };
  const config = {
    name: slug,
    ...(timezone !== undefined && { timezone }),
    cut_isochrones: 'answer',
    roads: osm,
    buildings:
      country.footprints && files.footprints !== null
        ? { file: path(files.footprints), coverage: osm.coverage, ...described(country.footprints) }
        : osm,
    census: {
      file: path(files.census),
      ...(census.kind !== 'raster'
        ? unitSettings(census)
        : files.border === null
          ? { nodata: 'unknown' }
          : { coverage: path(files.border) }),
      ...described(census),
    },
    ...register('workplaces'),
    ...register('schools'),
  };
  const text = `${JSON.stringify(config, null, 2)}\n`;
  writeFileSync(`${folder}/region.json`, text);
  return text;
}

const unitSettings = (census: SquareCensus | UnitCensus) => ({
  population: 'people',
  ...(census.at_home !== undefined && { at_home: census.at_home }),
  ...(census.kind === 'squares' && {
    square: 'square',
    ...(census.suppressed && { suppressed: census.suppressed }),
    ...(census.noise !== undefined && { noise: census.noise }),
    ...(hasShare(census) && { at_home: 'at_home' }),
  }),
});
