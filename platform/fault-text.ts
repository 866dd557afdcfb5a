import { Refusal } from '../domain/errors.ts';
import { isStoreUnavailable } from '../store/database-fault.ts';
import { StartupFault } from './startup-fault.ts';

/**
 * What a person is told of the error that ends a process: the sentence of a fault that they can act on, `storesAway` where
 * Postgres or ClickHouse does not answer, and of a defect its stack with those of its causes. Never the error itself: its
 * other members hold rows, and addresses with their passwords.
 */
export function faultText(error: unknown, storesAway?: string): string {
  if (error instanceof StartupFault || error instanceof Refusal) return error.message;
  if (storesAway !== undefined && isStoreUnavailable(error)) return storesAway;
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by: ${faultText(error.cause)}`;
}
