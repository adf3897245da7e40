/** Sets the colours of the map by theme. */
import type { Travel } from '../../format/tile-sets.ts';

export type Theme = 'light' | 'dark';

export const COLOURS = {
  light: {
    land: '#f1f0eb',
    settled: '#e6e5e0',
    wood: '#d5e3cf',
    green: '#dcead2',
    building: '#332c14',
    water: '#b9d6e8',
    street: '#ffffff',
    casing: '#bfc4bc',
    path: '#b9c1b8',
    label: '#4a5650',
    waterLabel: '#2b5f80',
    greenLabel: '#3d6330',
    accent: '#08734f',
    car: '#a8480b',
    grid: '#8a1470',
    fault: '#c01722',
    ink: '#14201b',
  },
  dark: {
    land: '#151b19',
    settled: '#1b2320',
    wood: '#16271d',
    green: '#1a2d20',
    building: '#d0e6dc',
    water: '#0c2c3c',
    street: '#46544e',
    casing: '#101513',
    path: '#36433e',
    label: '#b3c1ba',
    waterLabel: '#86bcdc',
    greenLabel: '#98c489',
    accent: '#4fd8a4',
    car: '#ffab5e',
    grid: '#f39ae0',
    fault: '#ff7b80',
    ink: '#e9efec',
  },
} satisfies Record<Theme, object>;
export type Colours = Readonly<Record<keyof typeof COLOURS.light, string>>;

/** Fills of isochrones: of the longest, and of the shortest time. */
export const BAND_COLOURS: Record<Theme, Record<Travel, readonly [far: string, near: string]>> = {
  light: { pedestrian: ['#8fd6b4', '#08734f'], motorized: ['#f6bd7f', '#a8480b'] },
  dark: { pedestrian: ['#17664a', '#4fd8a4'], motorized: ['#7d4413', '#ffab5e'] },
};

/** Colours of compared places by index; places that share a colour have different letters. */
export const PLACE_COLOURS: Record<Theme, readonly string[]> = {
  light: [COLOURS.light.accent, '#2457c5', '#b0480a', COLOURS.light.grid, '#6b5900', COLOURS.light.ink],
  dark: [COLOURS.dark.accent, '#8fb5ff', '#ffab5e', COLOURS.dark.grid, '#e0cf6c', COLOURS.dark.ink],
};

export const colourOfPlace = (index: number, theme: Theme): string =>
  PLACE_COLOURS[theme][index % PLACE_COLOURS[theme].length];

/** Steps of lightness of one hue: darker on a light map, lighter on a dark one. */
export const DENSITY_COLOURS: Record<Theme, readonly string[]> = {
  light: ['#e9e2f7', '#cdc0ea', '#ab99d8', '#8972c3', '#674da9', '#472b87', '#28105c'],
  dark: ['#2f2552', '#443674', '#5d4c98', '#7b69b8', '#9d8dd0', '#c3b7e6', '#eee9fb'],
};

export const DENSITY_OPACITY = 0.78;
