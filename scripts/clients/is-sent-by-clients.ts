import type { Operation } from '../../contracts/wire/operations/operation.ts';

/** True for all but what takes in another's format: whoever has that has a client of its own. */
export function isSentByClients(operation: Operation): boolean {
  return operation.effect !== 'ingest' || operation.form === 'native';
}
