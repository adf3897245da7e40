/** How long the steps of a build take, in seconds on Liechtenstein's extract with a census (two cores); working as on the Riviera. */
export const STEP_WEIGHTS = {
  reading: 5,
  graph: { pedestrian: 1.4, motorized: 0.9 },
  contraction: { pedestrian: 3, motorized: 1 },
  tiles: { pedestrian: 1.4, motorized: 0.6 },
  basemap: 1.5,
  living: {
    ...{ sites: 5, weights: 0.6, holdings: 2, coverage: 0.3 },
    ...{ expectations: 7, counted: 0.5, gifts: 1, join: 0.2 },
  },
  working: 5,
  dataset: 0.1,
};
