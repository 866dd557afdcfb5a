import type { FastifyRequest } from 'fastify';
import { sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { CreationRequest } from '../../../store/postgres/create-once.ts';
import type { ManagementCaller } from './management-caller.ts';

/**
 * The identity of a request that creates something whose secret is shown once. A user can repeat the request in another
 * session.
 * @param asked the content of the request, with its defaults, and the ids of its path
 */
export function creationRequest(
  request: FastifyRequest & { readonly headers: { readonly 'idempotency-key'?: string } },
  caller: ManagementCaller,
  asked: object,
): CreationRequest {
  const operation = request.routeOptions.config.operation?.name;
  return {
    callerId: 'session' in caller ? caller.session.userId : caller.token.tokenId,
    idempotencyKey: request.headers['idempotency-key'],
    fingerprint: sha256Digest({ operation, asked }),
  };
}
