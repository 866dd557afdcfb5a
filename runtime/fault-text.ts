import { ClickHouseError } from '@clickhouse/client';
import { Refusal } from '../domain/kernel/errors.ts';
import { isStoreRefusing, isStoreUnavailable } from '../store/postgres/database-fault.ts';
import { StartupFault } from './startup-fault.ts';

/**
 * The text about the error that ends a process. It is the sentence of a fault that people can act on, `storesAway` if
 * Postgres or ClickHouse does not answer, or the stacks of a defect and of its causes. The error itself is never
 * logged: its other members hold rows, and addresses with their passwords.
 */
export function faultText(error: unknown, storesAway?: string): string {
  if (error instanceof StartupFault || error instanceof Refusal) return error.message;
  if (storesAway !== undefined && isStoreUnavailable(error)) return storesAway;
  if (!(error instanceof Error)) return String(error);
  const refused = refusedText(error);
  if (refused !== undefined) return refused;
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by: ${faultText(error.cause)}`;
}

/** ClickHouse's codes for an unknown caller or database, and for a refused caller. */
const CLICKHOUSE_REFUSES = [
  'AUTHENTICATION_FAILED',
  'REQUIRED_PASSWORD',
  'UNKNOWN_DATABASE',
  'ACCESS_DENIED',
  'READONLY',
];

/** The text of a refusal by an engine or the operating system, which names what to change. */
function refusedText(error: Error): string | undefined {
  if (isStoreRefusing(error)) return `Postgres refuses: ${error.message}.`;
  if (error instanceof ClickHouseError && CLICKHOUSE_REFUSES.includes(error.type ?? ''))
    return `ClickHouse refuses: ${error.message}`;
  return 'syscall' in error ? `${error.message}.` : undefined;
}
