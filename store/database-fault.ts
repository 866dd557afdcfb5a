import pg from 'pg';

/** SQLSTATE classes and codes of a server that cannot serve now: broken connection, shutdown, too many connections. */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P0)/;

const UNAVAILABLE_SYSTEM_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
];

/** The driver gives these faults no code. */
const UNAVAILABLE_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** True when the statement failed because Postgres does not answer, so that trying again later may help. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQLSTATE.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  if (!(error instanceof Error)) return false;
  return ('code' in error && UNAVAILABLE_SYSTEM_CODES.includes(error.code)) || UNAVAILABLE_MESSAGES.test(error.message);
}

/** True when a row was refused by the named unique constraint. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True when a row was refused because one that it refers to is not there. */
export function isDangling(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}
