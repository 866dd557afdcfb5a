import { ClickHouseError } from '@clickhouse/client';
import { Refusal } from '../domain/kernel/errors.ts';
import { isStoreRefusing, isStoreUnavailable } from '../store/postgres/database-fault.ts';
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
  const refused = refusedText(error);
  if (refused !== undefined) return refused;
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by: ${faultText(error.cause)}`;
}

/** That it does not know who asks, or what for, or does not let them. */
const CLICKHOUSE_REFUSES = [
  'AUTHENTICATION_FAILED',
  'REQUIRED_PASSWORD',
  'UNKNOWN_DATABASE',
  'ACCESS_DENIED',
  'READONLY',
];

/** What an engine, or the operating system, does not let us do: its own words name what to change. */
function refusedText(error: Error): string | undefined {
  if (isStoreRefusing(error)) return `Postgres refuses: ${error.message}.`;
  if (error instanceof ClickHouseError && CLICKHOUSE_REFUSES.includes(error.type ?? ''))
    return `ClickHouse refuses: ${error.message}`;
  return 'syscall' in error ? `${error.message}.` : undefined;
}
