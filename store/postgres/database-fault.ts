import pg from 'pg';

/**
 * SQLSTATE classes and codes of a server that cannot serve now: broken connection, shutdown, too many connections, a
 * connection that it ended because of a time of its own.
 */
const UNAVAILABLE_SQLSTATE = /^(08|53|57P0|25P0[34])/;

const UNAVAILABLE_SYSTEM_CODES: readonly unknown[] = [
  'ECONNABORTED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
];

/** The driver gives these faults no code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)|is not queryable$/;

/** True when the statement failed because Postgres does not answer, so that trying again later may help. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQLSTATE.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // All causes of a failed connection: also a missing socket file while Postgres starts.
  if (syscall === 'connect' || UNAVAILABLE_SYSTEM_CODES.includes(code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** The SQLSTATEs of a refused user (28), database (3D) or permission (42501), and of a read-only server (25006). */
const REFUSING_SQLSTATE = /^(28|3D|42501|25006)/;

/** True if Postgres answers and does not allow the operation, for any rows. */
export function isStoreRefusing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSING_SQLSTATE.test(error.code ?? '');
}

/** True when a row was refused by the named unique constraint. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True when a row was refused because one that it refers to is not there. */
export function isDangling(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}
