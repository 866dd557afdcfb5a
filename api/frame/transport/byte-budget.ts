/** The budget of bytes that all requests together hold in memory. */
export interface ByteBudget {
  /** Reserves bytes; undefined if they exceed the budget. Call `giveBack` exactly once. */
  take(bytes: number): { giveBack(): void } | undefined;
}

/** Creates a budget of this many bytes. */
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
