/** Names the API's paths and the layer of people that each counts. */
import type { Layer } from './format/tile-sets.ts';

export const ENDPOINTS = { livingcount: 'living', workingcount: 'working' } as const satisfies Record<
  string,
  Layer
>;
export type Endpoint = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as Endpoint[];

export type AreaOption = 'zone' | 'isochrone';

export const pathOf = (endpoint: Endpoint): string => `/api/v1/${endpoint}`;

export const HEALTH_PATH = '/healthz';
export const OPENAPI_PATH = '/openapi.json';
