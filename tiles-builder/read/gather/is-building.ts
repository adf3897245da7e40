import type { Tags } from '../../records.ts';

/** Whether tags say that a building stands there. */
export const isBuilding = (tags: Tags): boolean => tags.building !== undefined && tags.building !== 'no';
