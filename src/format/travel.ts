export const TRAVELS = ['pedestrian', 'motorized'] as const;
export type Travel = (typeof TRAVELS)[number];
