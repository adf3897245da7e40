/** Defines the tools of the Model Context Protocol server (specification 2025-11-25): counts, comparisons and names of places. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Endpoint } from '../../endpoints.ts';
import { MAP_REGIONS_PATH, type MapRegion } from '../../routes/map-region.ts';
import { findNames } from '../find-names.ts';
import {
  type Count,
  CountFailed,
  InvalidQuestion,
  type Place,
  PopulationCount,
} from '../javascript/index.ts';
import packageJson from './package.json' with { type: 'json' };

const MEANING = {
  livingcount: 'Inhabitants by the census: as old as it is. No visitors.',
  workingcount:
    'People whose usual place in working hours is there: workers, pupils, and people at home by day. No visitors or customers.',
} as const satisfies Record<Endpoint, string>;
const READ_ONLY = { readOnlyHint: true, openWorldHint: true } as const;

const count = z
  .enum(['livingcount', 'workingcount'])
  .describe(`livingcount: ${MEANING.livingcount} workingcount: ${MEANING.workingcount}`);
const longitude = z.number().min(-180).max(180).describe('Degrees, WGS84');
const latitude = z.number().min(-90).max(90).describe('Degrees, WGS84');
const place = z
  .object({
    lon: longitude.optional(),
    lat: latitude.optional(),
    travel: z
      .enum(['pedestrian', 'motorized'])
      .optional()
      .describe('On foot at 5 km/h, or by car in free-flowing traffic'),
    minutes: z.number().min(1).max(120).optional().describe('On foot at most 120, by car at most 60'),
    zone: z
      .looseObject({ type: z.enum(['Polygon', 'MultiPolygon', 'Feature']) })
      .optional()
      .describe('A GeoJSON Polygon or MultiPolygon of any size, or a Feature of one'),
  })
  .describe('Either lon, lat, travel and minutes: all that can be reached from there; or a zone');
const counted = {
  people: z.number(),
  low: z
    .number()
    .nullable()
    .describe('The true count is expected between low and high nine times out of ten; null: unknown'),
  high: z.number().nullable(),
  area_km2: z.number(),
  isLowerBound: z.boolean().describe('The roads known to the service end too soon'),
  isSimulated: z.boolean().describe('The people are made up, as in the demonstration'),
  sources: z.array(z.string()).describe('Who must be named with the number'),
};

/** @throws InvalidQuestion unless it is either an isochrone or a zone */
function asPlace({ lon, lat, travel, minutes, zone }: z.infer<typeof place>): Place {
  const isochrone = [lon, lat, travel, minutes];
  if (zone && isochrone.every((value) => value === undefined)) return { zone };
  if (zone || lon === undefined || lat === undefined || !travel || minutes === undefined)
    throw new InvalidQuestion('a place has lon, lat, travel and minutes, or else a zone');
  return { lon, lat, travel, time: Math.round(60 * minutes) };
}

function figuresOf({ people, interval, area_m2, isCut, isSimulated, sources }: Count) {
  return {
    people,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    area_km2: Number((area_m2 / 1e6).toPrecision(4)),
    isLowerBound: isCut,
    isSimulated,
    sources: [...sources],
  };
}

/** @param run its failures are the service's own sentences, which the agent can act on */
async function answer(run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const structuredContent = await run();
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
  } catch (cause) {
    if (!(cause instanceof CountFailed)) throw cause;
    return { isError: true, content: [{ type: 'text', text: cause.message }] };
  }
}

export function createServer(url: string, key: string, secret: string): McpServer {
  const origin = url.replace(/\/+$/, '');
  const service = new PopulationCount({ url: origin, key, secret, tries: 3 });
  const server = new McpServer(
    { name: 'population-count', version: packageJson.version },
    {
      instructions:
        'Counts how many people live or work at a place. State the interval and the sources with every number, and say so where people are simulated. An error is never a count of 0.',
    },
  );
  server.registerTool(
    'count_people',
    {
      title: 'Count people at a place',
      description: 'How many people live, or work, within reach of a point or in a zone.',
      inputSchema: { count, place },
      outputSchema: { ...counted, meaning: z.string() },
      annotations: READ_ONLY,
    },
    ({ count, place }) =>
      answer(async () => ({
        ...figuresOf(await service.count(count, asPlace(place))),
        meaning: MEANING[count],
      })),
  );
  server.registerTool(
    'compare_places',
    {
      title: 'Compare places',
      description:
        'Counts people at each of several places, in all of them together (each person once), and what each place adds to those before it.',
      inputSchema: { count, places: z.array(place).min(2).max(20) },
      outputSchema: {
        together: z.object(counted),
        places: z.array(z.object({ ...counted, adds: z.number() })),
        meaning: z.string(),
      },
      annotations: READ_ONLY,
    },
    ({ count, places }) =>
      answer(async () => {
        const compared = await service.countTogether(count, places.map(asPlace));
        return {
          together: figuresOf(compared.together),
          places: compared.places.map(({ count, adds }) => ({ ...figuresOf(count), adds })),
          meaning: MEANING[count],
        };
      }),
  );
  server.registerTool(
    'find_place',
    {
      title: 'Find a place by name',
      description: 'Coordinates of settlements, streets, parks and waters whose name begins with a text.',
      inputSchema: {
        name: z.string().min(1).max(100).describe('Its beginning; the municipality may follow a comma'),
        near: z.object({ lon: longitude, lat: latitude }).optional().describe('Prefers data around it'),
      },
      outputSchema: {
        places: z.array(
          z.object({
            name: z.string(),
            kind: z.string(),
            near: z.string().nullable(),
            lon: z.number(),
            lat: z.number(),
          }),
        ),
      },
      annotations: READ_ONLY,
    },
    ({ name, near }) =>
      answer(async () => {
        const signal = AbortSignal.timeout(30_000);
        const query = near ? `?near=${near.lon.toFixed(1)},${near.lat.toFixed(1)}` : '';
        const response = await fetch(`${origin}${MAP_REGIONS_PATH}${query}`, { signal });
        if (!response.ok) throw new CountFailed(`${origin} answers HTTP ${response.status}`);
        const regions = (await response.json()) as MapRegion[];
        const found = await findNames(regions, name, signal, origin);
        if (!found) throw new CountFailed('no region has names of places: give coordinates');
        const { places } = found;
        return { places: places.map(({ name, kind, near, lon, lat }) => ({ name, kind, near, lon, lat })) };
      }),
  );
  return server;
}
