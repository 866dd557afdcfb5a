import type { AuditRowDocument } from '../../../contracts/management/access/audit.ts';
import type { AuditEvent } from '../../../store/installation/audit-store.ts';

/** The maximum number of targets of a row in an answer. An operator command can name more ids. */
const MAX_TARGETS = 64;

/** A row of the audit. */
export function presentAuditRow(event: AuditEvent): AuditRowDocument {
  const members = {
    subject_id: event.subjectId,
    user_id: event.userId,
    credential_id: event.credentialId,
    operator: event.operator,
    organization_id: event.organizationId,
    workspace_id: event.workspaceId,
    status: event.status,
    reason: event.code,
    request_id: event.requestId,
    trace_id: event.traceId,
    address: event.address,
  };
  return {
    audit_id: event.auditId,
    at: event.at.toISOString(),
    action: event.operation,
    outcome: event.outcome,
    targets: event.targets.slice(0, MAX_TARGETS),
    requests: event.requests,
    ...withoutAbsent(members),
  };
}

type Present<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> };

function withoutAbsent<Members extends object>(members: Members): Present<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
}
