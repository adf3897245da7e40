import type { Tags } from '../../records.ts';

/** `building` values of no standing building. Source: https://wiki.openstreetmap.org/wiki/Lifecycle_prefix */
const NOT_STANDING = new Set('no demolished destroyed planned proposed razed removed'.split(' '));

/** Whether an area is a standing building. */
export const isBuilding = ({ building, ...tags }: Tags): boolean =>
  building !== undefined &&
  !NOT_STANDING.has(building) &&
  ![tags.demolished, tags.planned, tags.proposed, tags.razed, tags.removed].includes('yes');
