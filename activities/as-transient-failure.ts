import { createTransientFailure } from './failure.ts';
import { originOfStore } from './fault-origin.ts';

/**
 * Every fault of a step of an occurrence is one that may pass, a defect of ours too: it is counted, and the fifth ends the
 * occurrence, where a step that fails for ever would keep its workspace waiting.
 *
 * @throws ApplicationFailure of the type `store_unavailable`
 */
export async function asTransientFailure<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (cause) {
    throw createTransientFailure('store_unavailable', 'The control plane could not take this step.', {
      cause,
      origin: originOfStore(cause),
    });
  }
}
