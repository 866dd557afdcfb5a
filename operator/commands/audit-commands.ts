import { AUDIT_OUTCOMES } from '../../domain/installation/audit.ts';
import type { AuditEvent, AuditStore } from '../../store/installation/audit-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { instantOption, anyText, idOption, withPurpose, oneOf, optional, wholeNumber, withDefault } from './options.ts';

/** The ports of the audit command. */
export interface AuditCommandPorts {
  readonly audit: AuditStore;
}

/** Commands that show who wrote what, by `<noun> <verb>`. */
export const AUDIT_COMMANDS: Readonly<Record<string, Command<AuditCommandPorts>>> = {
  'audit list': defineCommand({
    summary: 'lists writes and rejected writes, newest first',
    options: {
      organization: optional(idOption('organization')),
      workspace: optional(idOption('workspace')),
      subject: optional(idOption('subject', 'managementUser')),
      credential: optional(idOption('credential', 'managementToken')),
      operation: optional(anyText('an operation id of the API, or `operator` and a command')),
      outcome: optional(oneOf(AUDIT_OUTCOMES)),
      since: optional(instantOption()),
      until: optional(instantOption()),
      after: withPurpose(
        'starts after this event, the last one of the previous page',
        optional(idOption('auditEvent')),
      ),
      limit: withDefault(wholeNumber({ from: 1, to: 1_000 }), 100),
    },
    async run({ audit }, { organization, workspace, subject, credential, ...filter }) {
      const who = { subjectId: subject, credentialId: credential };
      const where = { organizationId: organization, workspaceId: workspace };
      return (await audit.list({ ...who, ...where, ...filter })).map(eventRow);
    },
  }),
};

function eventRow(event: AuditEvent): CommandRow {
  const members = {
    at: event.at.toISOString(),
    operation: event.operation,
    outcome: event.outcome,
    status: event.status?.toString(),
    problem_code: event.code,
    requests: event.requests === 1 ? undefined : event.requests.toString(),
    subject_id: event.subjectId,
    user_id: event.userId,
    credential_id: event.credentialId,
    operator: event.operator,
    organization_id: event.organizationId,
    workspace_id: event.workspaceId,
    targets: event.targets.length === 0 ? undefined : event.targets,
    request_id: event.requestId,
    trace_id: event.traceId,
    address: event.address,
    audit_id: event.auditId,
  };
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
