import { AUDIT_OUTCOMES } from '../../domain/audit.ts';
import type { IdKind } from '../../domain/ids.ts';
import type { AuditEvent, AuditStore } from '../../store/audit.ts';
import type { Command, Options, Row } from './operator-options.ts';

/** What the command about the audit looks at. */
export interface AuditPorts {
  readonly audit: AuditStore;
}

const PAGE = { from: 1, to: 1_000, fallback: 100 } as const;

/** Shows who wrote what, by `<noun> <verb>`. */
export const AUDIT_COMMANDS: Readonly<Record<string, Command<AuditPorts>>> = {
  'audit list': {
    options: [],
    optional: [
      ...['organization', 'workspace', 'subject', 'credential', 'operation', 'outcome'],
      ...['since', 'until', 'after', 'limit'],
    ],
    async run({ audit }, options) {
      const events = await audit.list({
        ...filterOf(options),
        limit: options.whole('limit', PAGE),
      });
      return events.map(eventRow);
    },
  },
};

function filterOf(options: Options): Omit<Parameters<AuditStore['list']>[0], 'limit'> {
  const id = <Name extends string>(name: Name, option: string, kind: IdKind): { readonly [key in Name]?: string } =>
    options.given(option) === undefined ? {} : ({ [name]: options.id(option, kind) } as { [key in Name]: string });
  const since = options.instant('since');
  const until = options.instant('until');
  const operation = options.given('operation');
  return {
    ...id('organizationId', 'organization', 'organization'),
    ...id('workspaceId', 'workspace', 'workspace'),
    ...id('subjectId', 'subject', 'subject'),
    ...id('credentialId', 'credential', 'credential'),
    ...id('after', 'after', 'auditEvent'),
    ...(operation !== undefined && { operation }),
    ...(options.given('outcome') !== undefined && { outcome: options.oneOf('outcome', AUDIT_OUTCOMES) }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function eventRow(event: AuditEvent): Row {
  const members = {
    at: event.at.toISOString(),
    operation: event.operation,
    outcome: event.outcome,
    status: event.status?.toString(),
    problem_code: event.code,
    requests: event.requests === 1 ? undefined : event.requests.toString(),
    subject_id: event.subjectId,
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
