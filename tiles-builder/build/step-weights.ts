/** How long the steps of a build take: seconds on two processors of 16 copies of Rennes, working in proportion as on the Riviera. */
export const STEP_WEIGHTS = {
  reading: 26,
  graph: { pedestrian: 6, motorized: 6 },
  contraction: { pedestrian: 4, motorized: 4 },
  tiles: { pedestrian: 4, motorized: 10 },
  basemap: 6,
  living: {
    ...{ sites: 13, weights: 4, holdings: 5, coverage: 0.3 },
    ...{ expectations: 22, counted: 1.2, gifts: 4, join: 0.3 },
  },
  persons: 11,
  working: 5,
  registers: { listed: 2, atHome: 0.5, room: 8, counted: 8, join: 0.3 },
  dataset: 0.2,
};
