import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { Caller } from '../../../domain/tenancy/scope.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import type { SessionUser } from '../../ports/session-users.ts';

/**
 * The user of the session of a request; undefined if the request has a key or no session, or if this origin accepts no
 * sessions.
 */
export function findSessionUser(
  { sessionUsers }: Pick<ApiPorts, 'sessionUsers'>,
  request: FastifyRequest,
): Promise<SessionUser | undefined> {
  return sessionUsers === undefined || request.headers.authorization !== undefined
    ? Promise.resolve(undefined)
    : sessionUsers.find(request);
}

/**
 * The subject for which a user acts, with all its current permissions.
 * @throws Refusal `unauthorized` for a user who acts for no subject
 */
export async function loadActingCaller(
  { tenancy }: Pick<ApiPorts, 'tenancy'>,
  { subjectId }: SessionUser,
): Promise<Caller> {
  const caller = subjectId === undefined ? undefined : await tenancy.loadCaller(subjectId);
  if (caller !== undefined) return caller;
  throw new Refusal(
    'unauthorized',
    'Your user acts for no subject of this lane. Send a management key to `PUT /me/subject` of the management plane, or ask an operator.',
  );
}
