/** Bytes that requests hold in memory at once, all of them together. */
export interface ByteBudget {
  /** Takes so many; undefined where they would be too many. Whoever takes them gives them back, once. */
  take(bytes: number): { giveBack(): void } | undefined;
}

/** A budget of so many bytes. */
export function createByteBudget(most: number): ByteBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > most) return undefined;
      taken += bytes;
      return {
        giveBack() {
          taken -= bytes;
        },
      };
    },
  };
}
