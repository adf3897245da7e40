/** Joins the ways of a street, which sources cut at every change of a tag, so that its name has room along it. */
import type { LineString, Position } from 'geojson';
import type { BasemapFeature } from './basemap-feature.ts';

type Street = BasemapFeature & { readonly geometry: LineString };

const isNamedLine = (feature: BasemapFeature): feature is Street =>
  feature.name !== undefined && feature.geometry.type === 'LineString';
const keyOf = (position: Position): string => position.join();

/** @returns lines of one class and name joined where two of them, and no third one, end; all other features as they are */
export function joinStreets(features: readonly BasemapFeature[]): BasemapFeature[] {
  const groups = Map.groupBy(features.filter(isNamedLine), ({ class: kind, name }) => `${kind} ${name}`);
  const joined = [...groups.values()].flatMap(joinGroup);
  return [...features.filter((feature) => !isNamedLine(feature)), ...joined];
}

function joinGroup(streets: readonly Street[]): Street[] {
  const lines = streets.map(({ geometry }) => geometry.coordinates);
  const ends = new Map<string, Position[][]>();
  for (const line of lines) {
    for (const end of [line[0], line.at(-1)!]) {
      const known = ends.get(keyOf(end));
      if (known) known.push(line);
      else ends.set(keyOf(end), [line]);
    }
  }
  const unused = new Set(lines);
  /** Goes on from the end of a line, as long as it is clear where. */
  const extend = (whole: Position[]): void => {
    for (;;) {
      const end = keyOf(whole.at(-1)!);
      const meeting = ends.get(end)!;
      const next = meeting.length === 2 ? meeting.find((line) => unused.has(line)) : undefined;
      if (!next) return;
      unused.delete(next);
      const ahead = keyOf(next[0]) === end ? next : next.toReversed();
      for (const position of ahead.slice(1)) whole.push(position);
    }
  };
  return lines.flatMap((line): Street[] => {
    if (!unused.delete(line)) return [];
    const whole = [...line];
    extend(whole);
    whole.reverse();
    extend(whole);
    whole.reverse();
    return [{ ...streets[0], geometry: { type: 'LineString', coordinates: whole } }];
  });
}
