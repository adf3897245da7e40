/** What projects of tests are given by the configuration and by what runs before them. */
import type {} from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the Worker's tests. */
    readonly fullCounts: boolean;
    /** Of tests in a browser. */
    readonly gridTown: {
      readonly url: string;
      readonly credentials: { readonly key: string; readonly secret: string };
    };
  }
}
