/** Finds two things in an extract: the country's border, and its capital or else the place with the most inhabitants. */
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Position,
  type Zone,
} from '../../src/geo/positions.ts';
import type { Progress, Tags } from '../base/records.ts';
import type { PolygonFeature } from '../sources/features.ts';
import { readFeatures } from '../sources/read-features.ts';

export interface ChiefPlace {
  readonly name: string;
  readonly position: Position;
}

export interface PlacesOfExtract {
  /** `null` if the extract does not contain the whole border. */
  readonly border: Zone | null;
  readonly chief: ChiefPlace | null;
}

/** Inhabitants of a place whose node says none. */
const USUAL_INHABITANTS: Readonly<Record<string, number>> = {
  city: 200_000,
  town: 10_000,
  village: 500,
  hamlet: 20,
};

export async function readPlaces(
  file: string,
  iso: string,
  box: BoundingBox,
  scratch: string,
  progress: Progress,
): Promise<PlacesOfExtract> {
  const borders: PolygonFeature[] = [];
  let chief: ChiefPlace | null = null;
  let highest = 0;
  await readFeatures(
    { file },
    [
      {
        areas: {
          relationType: 'boundary',
          wants: (tags) => tags.boundary === 'administrative' && isOfCountry(tags, iso),
          take: (area) => borders.push(area),
        },
        points: {
          key: 'place',
          take: ({ position, tags }) => {
            const rank = rankOf(tags);
            if (rank <= highest || !boxesOverlap(boundingBoxOf([[position]]), box)) return;
            highest = rank;
            chief = { name: tags['name:en'] ?? tags.name ?? 'the largest place', position };
          },
        },
      },
    ],
    { scratch, progress },
  );
  return { border: borders[0]?.polygons ?? null, chief };
}

const isOfCountry = (tags: Tags, iso: string): boolean =>
  (tags['ISO3166-1:alpha2'] ?? tags['ISO3166-1']) === iso && tags.admin_level === '2';

function rankOf({ place, capital, population }: Tags): number {
  const usual = USUAL_INHABITANTS[place];
  if (usual === undefined) return 0;
  // Of the world's capitals none has a billion.
  const isCapital = capital === 'yes' || capital === '2';
  return (Number.parseInt(population, 10) || usual) + (isCapital ? 1e9 : 0);
}
