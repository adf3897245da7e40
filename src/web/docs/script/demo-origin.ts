/** Where the demo listens, as examples are written. */
export const DEMO_ORIGIN = 'http://localhost:8787';
