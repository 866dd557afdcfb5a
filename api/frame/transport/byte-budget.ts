/** Bytes that requests hold in memory at once, all of them together. */
export interface ByteBudget {
  /** Reserves bytes; undefined if they exceed the budget. Give them back exactly once. */
  take(bytes: number): { giveBack(): void } | undefined;
}

/** A budget of a number of bytes. */
export function createByteBudget(max: number): ByteBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > max) return undefined;
      taken += bytes;
      return {
        giveBack() {
          taken -= bytes;
        },
      };
    },
  };
}
