import { createTransientFailure } from './failure.ts';
import { storeFaultOrigin } from './fault-origin.ts';

/**
 * Turns every fault of an occurrence's step into a transient failure, including our own defects. The failures are
 * counted, and the fifth one ends the occurrence, because a step that always fails would block its workspace.
 *
 * @throws ApplicationFailure of the type `store_unavailable`
 */
export async function failTransiently<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    throw createTransientFailure('store_unavailable', 'The control plane could not take this step.', {
      cause,
      origin: storeFaultOrigin(cause),
    });
  }
}
