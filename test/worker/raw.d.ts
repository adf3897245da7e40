declare module '*?raw' {
  const text: string;
  export default text;
}

/** Part that tests need. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, run: () => Result): Result;
    getStore(): Value | undefined;
  }
}
