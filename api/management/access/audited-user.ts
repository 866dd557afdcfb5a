import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../../domain/installation/audit.ts';
import type { ManagementAccess } from './management-access.ts';
import { callerCredentialId, callerUserId } from './management-caller.ts';
import type { SignIn } from './sign-in.ts';

/** The caller for the audit, as far as it is known: the user of a session, token or login, and the credential. */
export function auditedUser(
  request: FastifyRequest,
  { caller, signedIn }: Pick<ManagementAccess, 'caller'> & Pick<SignIn, 'signedIn'>,
): Pick<AuditEntry, 'subjectId' | 'credentialId'> {
  const found = caller.find(request);
  if (found === undefined) {
    const userId = signedIn.find(request)?.userId;
    return userId === undefined ? {} : { subjectId: userId };
  }
  const userId = callerUserId(found);
  return { ...(userId !== undefined && { subjectId: userId }), credentialId: callerCredentialId(found) };
}
