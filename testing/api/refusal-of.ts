import { TruetallyProblemError } from '../../clients/typescript/errors.ts';

/** The problem that refuses a call of the client. Every other end fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<TruetallyProblemError> {
  const outcome: unknown = await call.catch((error: unknown) => error);
  if (outcome instanceof TruetallyProblemError) return outcome;
  if (outcome instanceof Error) throw outcome;
  throw new Error(`The call was not refused but answered ${JSON.stringify(outcome)}.`);
}
