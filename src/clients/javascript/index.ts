/** Package `population-count`: a client that asks how many people live or work at a place. */
export type { Details, ZoneFeature } from '../../generated/api-types.ts';
export * from './client.ts';
export * from './errors.ts';
export { type FittedZone, fitZone, polygonsIn } from './fit-zone.ts';
export { unionOf } from './overlay.ts';
