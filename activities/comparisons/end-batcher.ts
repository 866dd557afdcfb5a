/** Milliseconds for which ended calls are collected. */
const GATHER_MS = 100;

/**
 * Creates a function that resolves at the same time for all its callers within a tenth of a second. Many calls of a run
 * end together, and if Temporal receives their ends together, the workflow needs one task instead of one for each.
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
