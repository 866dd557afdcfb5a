import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../domain/installation/audit.ts';
import type { Access } from './access/access.ts';

/**
 * The caller and the node for the audit. A row belongs to an organization or workspace only if the caller may enter it.
 * An organization that a stranger names is only a target, so that nobody writes into the audit of another organization.
 */
export function auditedCaller(
  request: FastifyRequest,
  access: Pick<Access, 'caller' | 'credential' | 'workspace' | 'producer'>,
): Pick<AuditEntry, 'subjectId' | 'userId' | 'organizationId' | 'workspaceId' | 'credentialId'> {
  const producer = access.producer.find(request);
  const caller = access.caller.find(request) ?? producer;
  const credential = access.credential.find(request);
  const workspaceId = access.workspace.find(request)?.workspaceId ?? producer?.environment.workspaceId;
  return {
    ...(caller && { subjectId: caller.subjectId, organizationId: caller.organizationId }),
    ...(credential && { credentialId: credential.credentialId }),
    ...(credential?.userId !== undefined && { userId: credential.userId }),
    ...(workspaceId !== undefined && { workspaceId }),
  };
}
