import pg from 'pg';

/**
 * SQLSTATE classes and codes of a server that cannot serve at the moment: broken connection, shutdown, too many
 * connections, or a connection that the server closed after one of its timeouts.
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

/** Messages of driver errors that have no code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout)|is not queryable$/;

/** True if the statement failed because Postgres does not answer, so that a later retry may help. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_SQLSTATE.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable);
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // This includes all causes of a failed connection, such as a missing socket file while Postgres starts.
  if (syscall === 'connect' || UNAVAILABLE_SYSTEM_CODES.includes(code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** The SQLSTATEs of a refused user (28), database (3D) or permission (42501), and of a read-only server (25006). */
const REFUSING_SQLSTATE = /^(28|3D|42501|25006)/;

/** True if Postgres answers, but does not allow the operation for any row. */
export function isStoreRefusing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSING_SQLSTATE.test(error.code ?? '');
}

/** True if a row violates the named unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** True if a row refers to a row that does not exist. */
export function violatesForeignKey(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}
