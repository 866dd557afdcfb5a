import type { Operation } from '../../contracts/wire/operations/operation.ts';

/** True except for operations that receive another format: its senders have clients of their own. */
export function isSentByClients(operation: Operation): boolean {
  return operation.effect !== 'ingest' || operation.form === 'native';
}
