import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import type { Operation } from '../../../contracts/wire/operations/operation.ts';
import { IdempotencyKeySchema } from '../../../contracts/wire/idempotency-key.ts';

/** The header in which a client may send its key instead. */
export const IdempotencyHeaderSchema = Type.Object({
  'idempotency-key': Type.Optional(IdempotencyKeySchema),
});

/** True if an idempotency key may go with an operation. */
export function acceptsIdempotencyKey(operation: Operation): boolean {
  return operation.effect === 'write' && operation.idempotency === 'key';
}

/** A `preValidation` hook for operations without idempotency. They refuse a key rather than ignore what it promises. */
export function refuseIdempotencyKey(request: FastifyRequest): Promise<void> {
  if (request.headers['idempotency-key'] !== undefined) {
    throw invalidMember(
      '/idempotency-key',
      'This operation does not accept `Idempotency-Key`. Send the request without this header.',
    );
  }
  return Promise.resolve();
}
