/** Joins lines of equal class and name where exactly two end, so that they are long enough for a street's label. */
import type { LineString, Position } from 'geojson';
import type { BasemapFeature } from './basemap-feature.ts';

type Street = BasemapFeature & { readonly geometry: LineString };

const isNamedLine = (feature: BasemapFeature): feature is Street =>
  feature.name !== undefined && feature.geometry.type === 'LineString';
const keyOf = (position: Position): string => position.join();

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
