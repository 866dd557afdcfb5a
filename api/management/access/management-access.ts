import type { FastifyRequest } from 'fastify';
import { requireAccess, type RequiredAccess } from '../../../domain/management/require-access.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { bearerToken } from '../../frame/access/bearer-token.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { requireSameOrigin } from '../../frame/access/require-same-origin.ts';
import { callerAccess, callerCredentialId, type ManagementCaller } from './management-caller.ts';
import { requireChosenPassword } from './require-chosen-password.ts';
import { sessionToken } from './session-cookie.ts';
import type { FindSession } from './session-finder.ts';

export interface CredentialPorts {
  readonly tokens: Pick<ManagementTokenStore, 'resolve'>;
}

/** The access checks of the management plane, which run before a body is read and before any look-up. */
export interface ManagementAccess {
  readonly caller: RequestSlot<ManagementCaller>;
  /**
   * The hooks of an operation.
   *
   * The hooks throw `unauthorized`, with the same sentence for every text that is not a valid credential;
   * `rate_limited`; `forbidden`; and `dependency_unavailable` if the sign-on provider does not confirm a user in time.
   */
  readonly require: (required: RequiredAccess) => RequestHook[];
  /**
   * Checks again that the credential of a request opens an operation, while its answer is being sent. It counts no
   * request.
   *
   * @throws Refusal `unauthorized` or `forbidden`
   */
  readonly recheck: (request: FastifyRequest, required: RequiredAccess) => Promise<void>;
}

export function createManagementAccess(ports: CredentialPorts, findSession: FindSession): ManagementAccess {
  const caller = requestSlot<ManagementCaller>('caller');
  return {
    caller,
    require: (required) => [
      async (request, reply) => {
        const found = await authenticate(ports, findSession, request);
        caller.set(request, found);
        await request.server.countCredential(request, reply, callerCredentialId(found));
        // Browsers never send a token by themselves, and a GET request changes nothing.
        if ('session' in found && request.method !== 'GET') requireSameOrigin(request);
        requireRights(found, required);
      },
    ],
    async recheck(request, required) {
      requireRights(await authenticate(ports, findSession, request), required);
    },
  };
}

/** @throws Refusal `forbidden` for a caller without the required rights */
function requireRights(caller: ManagementCaller, required: RequiredAccess): void {
  if ('session' in caller && required.isForOneTimePasswords !== true) requireChosenPassword(caller.session);
  requireAccess(callerAccess(caller), required);
}

async function authenticate(
  { tokens }: CredentialPorts,
  findSession: FindSession,
  request: FastifyRequest,
): Promise<ManagementCaller> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const text = sessionToken(request);
    const session = text === undefined ? undefined : await findSession(text);
    if (session !== undefined) return { session };
  } else {
    const text = bearerToken(authorization);
    const token = text === undefined ? undefined : await tokens.resolve(text);
    if (token !== undefined) return { token };
  }
  throw new Refusal(
    'unauthorized',
    'The request has no valid token or session. Send a token as `Authorization: Bearer <token>`, or log in.',
  );
}
