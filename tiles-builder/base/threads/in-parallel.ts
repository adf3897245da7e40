/**
 * Works on items concurrently, at most `atOnce`, starting them in order.
 * @throws the first failure; running ones finish, no other starts
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failure: { readonly cause: unknown } | undefined;
  const workNext = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !failure; next = queue.next()) {
      try {
        await work(next.value);
      } catch (cause) {
        failure ??= { cause };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workNext));
  if (failure) throw failure.cause;
}
