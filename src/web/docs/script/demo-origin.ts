/** Demo's address in examples. */
export const DEMO_ORIGIN = 'http://localhost:8787';
