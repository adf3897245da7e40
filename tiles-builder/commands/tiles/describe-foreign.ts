/** Says that a bucket holds objects which no command has written. */
export const describeForeign = (keys: readonly string[]): string[] =>
  keys.length === 0
    ? []
    : [`Not written by these commands, and left alone: ${keys.length} objects, for example ${keys[0]}.`];
