/** Address of the demo in examples. */
export const DEMO_ORIGIN = 'http://localhost:8787';
