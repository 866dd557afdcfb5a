import type { Operation } from '../../contracts/wire/operations/operation.ts';

/** True except for operations that ingest a foreign format, such as OTLP, whose senders have other clients. */
export function isSentByClients(operation: Operation): boolean {
  return operation.effect !== 'ingest' || operation.form === 'native';
}
