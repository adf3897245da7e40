/** A file's text, as Vite imports it. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** As much of it as the tests need, of which the Worker's own types tell nothing. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, run: () => Result): Result;
    getStore(): Value | undefined;
  }
}
