/** Milliseconds for which ended calls gather. */
const GATHER_MS = 100;

/**
 * Resolves for all who call it within a tenth of a second at once. Calls of a run end in droves, and those that
 * Temporal hears of together cost their workflow one task instead of one each.
 */
export function createEndBatcher(): () => Promise<void> {
  let gathering: Promise<void> | undefined;
  return () =>
    (gathering ??= new Promise((resolve) =>
      setTimeout(() => {
        gathering = undefined;
        resolve();
      }, GATHER_MS),
    ));
}
