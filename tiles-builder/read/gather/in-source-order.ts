import type { Area } from '../features.ts';

/** Areas as their source has them, in whichever order they were handed over. */
export const inSourceOrder = (areas: readonly Area[]): Area[] => [...areas].sort((a, b) => a.order - b.order);
