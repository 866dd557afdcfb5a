import { TruetallyProblemError } from '../../clients/typescript/errors.ts';

/** Returns the problem with which the API refuses a call of the client. Any other outcome fails the test. */
export async function toRefusal(call: Promise<unknown>): Promise<TruetallyProblemError> {
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (outcome instanceof TruetallyProblemError) return outcome;
  if (outcome instanceof Error) throw outcome;
  throw new Error(`The call was not refused but answered ${JSON.stringify(outcome)}.`);
}
