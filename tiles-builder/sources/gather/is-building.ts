/** Tells whether tags are those of a standing building, by `building` and lifecycle keys (OSM wiki, Lifecycle prefix). */
import type { Tags } from '../../base/records.ts';

const NOT_STANDING = new Set('no demolished destroyed planned proposed razed removed'.split(' '));

export const isBuilding = ({ building, ...tags }: Tags): boolean =>
  building !== undefined &&
  !NOT_STANDING.has(building) &&
  ![tags.demolished, tags.planned, tags.proposed, tags.razed, tags.removed].includes('yes');
