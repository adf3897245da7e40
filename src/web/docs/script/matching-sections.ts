/** Which sections of the documentation a search finds. */

/** What stands below one heading. */
export interface Section {
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const MOST = 8;
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Sections that hold every word or the beginning of it, those first that hold more of them in their heading. */
export function matchingSections(sections: readonly Section[], query: string): Section[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section, place) => {
      const heading = folded(`${section.page} ${section.heading}`);
      const text = folded(section.text);
      const inHeading = words.filter((word) => heading.includes(word)).length;
      return { section, place, inHeading, isMatch: words.every((word) => (heading + text).includes(word)) };
    })
    .filter(({ isMatch }) => isMatch)
    .sort((a, b) => b.inHeading - a.inHeading || a.place - b.place)
    .slice(0, MOST)
    .map(({ section }) => section);
}
