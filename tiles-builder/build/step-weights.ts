/** How long the steps of a build take, in any unit: measured on extracts of towns with a census, without locations. */
export const STEP_WEIGHTS = {
  reading: 1,
  graph: { pedestrian: 0.5, motorized: 0.5 },
  contraction: { pedestrian: 1, motorized: 1 },
  tiles: { pedestrian: 1, motorized: 1 },
  basemap: 1,
  living: 1,
  working: 1,
  dataset: 0.01,
};
