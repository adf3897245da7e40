/** Sets the colours of the map by theme. */

export type Theme = 'light' | 'dark';
type Pair = readonly [light: string, dark: string];

const COLOURS = {
  land: ['#f1f0eb', '#151b19'],
  settled: ['#e6e5e0', '#1b2320'],
  wood: ['#d5e3cf', '#16271d'],
  green: ['#dcead2', '#1a2d20'],
  building: ['#332c14', '#d0e6dc'],
  water: ['#b9d6e8', '#0c2c3c'],
  street: ['#ffffff', '#46544e'],
  casing: ['#bfc4bc', '#101513'],
  path: ['#b9c1b8', '#36433e'],
  label: ['#4a5650', '#b3c1ba'],
  waterLabel: ['#2b5f80', '#86bcdc'],
  greenLabel: ['#3d6330', '#98c489'],
  accent: ['#08734f', '#4fd8a4'],
  accentFar: ['#8fd6b4', '#17664a'],
  car: ['#a8480b', '#ffab5e'],
  carFar: ['#f6bd7f', '#7d4413'],
  fault: ['#c01722', '#ff7b80'],
  ink: ['#14201b', '#e9efec'],
} as const satisfies Record<string, Pair>;
export type Colours = Readonly<Record<keyof typeof COLOURS, string>>;

export const inTheme = ([light, dark]: Pair, theme: Theme): string => (theme === 'light' ? light : dark);

export const coloursOf = (theme: Theme): Colours =>
  Object.fromEntries(Object.entries(COLOURS).map(([name, pair]) => [name, inTheme(pair, theme)])) as Colours;

/** Colours of compared places by index, which repeat; places that share a colour have different letters. */
export const PLACE_COLOURS: readonly Pair[] = [
  COLOURS.accent,
  ['#2457c5', '#8fb5ff'],
  COLOURS.car,
  ['#8a1470', '#f39ae0'],
  ['#6b5900', '#e0cf6c'],
  COLOURS.ink,
];

/** Sets a CSS variable that follows the page's theme, or removes it without an index. */
export function paintAsPlace({ style }: HTMLElement, index: number | null): void {
  if (index === null) style.removeProperty('--place');
  else style.setProperty('--place', `light-dark(${PLACE_COLOURS[index % PLACE_COLOURS.length].join()})`);
}

/** Steps of lightness of one hue: darker on a light map, lighter on a dark one. */
export const DENSITY_COLOURS: readonly Pair[] = [
  ['#e9e2f7', '#2f2552'],
  ['#cdc0ea', '#443674'],
  ['#ab99d8', '#5d4c98'],
  ['#8972c3', '#7b69b8'],
  ['#674da9', '#9d8dd0'],
  ['#472b87', '#c3b7e6'],
  ['#28105c', '#eee9fb'],
];

export const DENSITY_OPACITY = 0.78;
