import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../../domain/installation/audit.ts';
import type { ManagementAccess } from './management-access.ts';
import { callerCredentialId } from './management-caller.ts';
import type { SignIn } from './sign-in.ts';

/** The caller for the audit, as far as it is known: the user of a session or of a login, and the credential. */
export function auditedUser(
  request: FastifyRequest,
  { caller, signedIn }: Pick<ManagementAccess, 'caller'> & Pick<SignIn, 'signedIn'>,
): Pick<AuditEntry, 'subjectId' | 'credentialId'> {
  const found = caller.find(request);
  if (found === undefined) {
    const userId = signedIn.find(request)?.userId;
    return userId === undefined ? {} : { subjectId: userId };
  }
  const user = 'session' in found && { subjectId: found.session.userId };
  return { ...user, credentialId: callerCredentialId(found) };
}
