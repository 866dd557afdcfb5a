import type { FastifyRequest } from 'fastify';
import { requireAccess, type RequiredAccess } from '../../../domain/management/require-access.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ManagementSessionStore } from '../../../store/management/management-session-store.ts';
import type { ManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { bearerToken } from '../../frame/access/bearer-token.ts';
import { type RequestSlot, requestSlot } from '../../frame/access/request-slot.ts';
import type { RequestHook } from '../../frame/access/request-hook.ts';
import { callerAccess, callerCredentialId, type ManagementCaller } from './management-caller.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { sessionToken } from './session-cookie.ts';

export interface CredentialPorts {
  readonly tokens: Pick<ManagementTokenStore, 'resolve'>;
  readonly sessions: Pick<ManagementSessionStore, 'resolve'>;
}

/** The access checks of the management plane, which run before a body is read and before any look-up. */
export interface ManagementAccess {
  readonly caller: RequestSlot<ManagementCaller>;
  /**
   * The hooks of an operation.
   *
   * The hooks throw `unauthorized`, with the same sentence for every text that is not a valid credential;
   * `rate_limited`; and `forbidden`.
   */
  readonly require: (required: RequiredAccess) => RequestHook[];
}

export function createManagementAccess(ports: CredentialPorts): ManagementAccess {
  const caller = requestSlot<ManagementCaller>('caller');
  return {
    caller,
    require: (required) => [
      async (request, reply) => {
        const found = await authenticate(ports, request);
        caller.set(request, found);
        await request.server.countCredential(request, reply, callerCredentialId(found));
        // Browsers never send a token by themselves, and a GET request changes nothing.
        if ('session' in found && request.method !== 'GET') requireSameOrigin(request);
        if (required.isForOneTimePasswords !== true) requireChosenPassword(found);
        requireAccess(callerAccess(found), required);
      },
    ],
  };
}

/** @throws Refusal `forbidden` for a user with a one-time password */
function requireChosenPassword(caller: ManagementCaller): void {
  if (!('session' in caller) || !caller.session.mustChangePassword) return;
  throw new Refusal(
    'forbidden',
    'Your password is a one-time password. Replace it with POST /me/password before you do anything else.',
  );
}

async function authenticate({ tokens, sessions }: CredentialPorts, request: FastifyRequest): Promise<ManagementCaller> {
  const { authorization } = request.headers;
  if (authorization === undefined) {
    const text = sessionToken(request);
    const session = text === undefined ? undefined : await sessions.resolve(text);
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
