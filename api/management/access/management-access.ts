import type { FastifyRequest } from 'fastify';
import { requireAccess, type RequiredAccess } from '../../../domain/management/require-access.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ManagementToken, ManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { bearerToken } from '../../frame/access/bearer-token.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import type { RequestHook } from '../../frame/problems/entrance.ts';

export type TokenPort = Pick<ManagementTokenStore, 'resolve'>;

/** Who may do what on the management plane: decided before a body is read, and before anything is looked up. */
export interface ManagementAccess {
  readonly token: RequestSlot<ManagementToken>;
  /**
   * The hooks of an operation.
   *
   * They throw `unauthorized`, with one sentence for whatever is no token in force, `rate_limited`, and `forbidden`.
   */
  readonly require: (required: RequiredAccess) => RequestHook[];
}

export function createManagementAccess(tokens: TokenPort): ManagementAccess {
  const token = requestSlot<ManagementToken>('token');
  return {
    token,
    require: (required) => [
      async (request, reply) => {
        const found = await authenticate(tokens, request);
        token.set(request, found);
        await request.server.countCredential(request, reply, found.tokenId);
        requireAccess(found, required);
      },
    ],
  };
}

async function authenticate(tokens: TokenPort, { headers }: FastifyRequest): Promise<ManagementToken> {
  const text = headers.authorization && bearerToken(headers.authorization);
  const found = text ? await tokens.resolve(text) : undefined;
  if (found !== undefined) return found;
  throw new Refusal(
    'unauthorized',
    'Send a token of the management plane that is in force: `Authorization: Bearer <token>`.',
  );
}
