import { readOperation, type ManagementOperations } from '../../wire/operations/management-operation.ts';
import { KnownGapSchema, KnownGapsSchema } from './coverage-gaps.ts';
import { DeadItemSchema, DeadItemsSchema } from './dead-items.ts';
import { ExclusionRemovedSchema, ExclusionSchema, ExclusionsSchema } from './exclusions.ts';
import { InstallationHealthSchema } from './installation-health.ts';
import { NoticeSchema, NoticesSchema } from './notices.ts';
import { QuarantinedLineSchema, QuarantinedLinesSchema, QuarantinedLineTextSchema } from './quarantined-lines.ts';
import { RetentionSettingsSchema, WorkspaceRetentionSchema } from './retention-settings.ts';
import { ComparisonBudgetSchema, JudgeBudgetsSchema } from './spending-budgets.ts';

/** The members of a change that a repetition does not change again. */
const WRITE = { success: 200, effect: 'write', idempotency: 'inherent', refusals: ['dependency_unavailable'] } as const;

/** The operations on the installation: its health, work that needs a person, budgets, retention and notices. */
export const INSTALLATION_OPERATIONS = {
  'management.health.get': readOperation('/health', InstallationHealthSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read the health of the installation',
    description:
      'Returns the state of every part, the freshness of every source of traffic, and the work that waits for a person. It contains no error texts, because they can quote data. The logs of the workers and `npm run doctor` have them.',
  }),
  'management.quarantined_lines.list': readOperation('/quarantined-lines', QuarantinedLinesSchema, {
    access: { floor: 'operator', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'List quarantined lines',
    description:
      'Lists lines of traffic that could not be loaded, newest first, with the reason but without their texts. A line is deleted 30 days after it was set aside.',
  }),
  'management.quarantined_lines.get': readOperation('/quarantined-lines/{line}', QuarantinedLineTextSchema, {
    access: { floor: 'admin', scopes: ['operations:read', 'content:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read one quarantined line',
    description:
      'Returns a quarantined line with the first 2,000 characters of its text. The text can contain data of people, so the operation needs an admin and `content:read`, like a claim.',
  }),
  'management.quarantined_lines.discard': {
    ...WRITE,
    method: 'POST',
    path: '/quarantined-lines/{line}/discard',
    answer: { document: QuarantinedLineSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Discard a quarantined line',
    description:
      'Removes a line from lists and counts. The missing traffic stays disclosed in figures until its coverage gap is closed. A line that is already discarded keeps its time and reason.',
  },
  'management.dead_items.list': readOperation('/outbox/dead-items', DeadItemsSchema, {
    access: { floor: 'operator', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'List dead outbox items',
    description:
      'Lists requests to Temporal that the relay gave up, with the last error. Those that were given up last come first.',
  }),
  'management.dead_items.retry': {
    ...WRITE,
    method: 'POST',
    path: '/outbox/dead-items/{item}/retry',
    answer: { document: DeadItemSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Retry a dead outbox item',
    description:
      'Returns an item to the relay, which retries it for a quarter of an hour. An item that is not given up gets 404, so a repeated request changes nothing.',
  },
  'management.gaps.list': readOperation('/coverage-gaps', KnownGapsSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'List coverage gaps',
    description:
      'Lists windows in which traffic of a workspace is missing, newest first. Figures of open gaps are partial. An unknown workspace has no gaps.',
  }),
  'management.gaps.close': {
    ...WRITE,
    method: 'POST',
    path: '/coverage-gaps/{gap}/close',
    answer: { document: KnownGapSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Close a coverage gap',
    description:
      'Closes a gap in which you know that no traffic is missing. Later reads do not disclose it, and reads with an earlier read context still do. A closed gap keeps its time and reason.',
  },
  'management.comparison_budgets.get': readOperation('/workspaces/{ws}/comparison-budget', ComparisonBudgetSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read the comparison budget of a workspace',
    description:
      'Returns the limit, the amount reserved for calls in flight, and the amount spent. Without a budget, the answer is 404 and the workspace cannot start comparison runs.',
  }),
  'management.comparison_budgets.set': {
    ...WRITE,
    method: 'PUT',
    path: '/workspaces/{ws}/comparison-budget',
    answer: { document: ComparisonBudgetSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Set the comparison budget of a workspace',
    description:
      'Sets the amount that a workspace may spend on comparisons in total, past spend included. A limit below the amount spent stops further calls.',
  },
  'management.judge_budgets.get': readOperation('/evals/judge-budgets', JudgeBudgetsSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read the budgets of judges',
    description:
      'Returns the daily cap and the spend of the current UTC day for each judging evaluator of the configuration file. Only the file sets a cap (`max_usd_per_day`).',
  }),
  'management.retention.get': readOperation('/retention', RetentionSettingsSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read the lifetimes of stored rows',
    description: 'Returns the lifetime of every kind of row, and the rows that the last retention sweep removed.',
  }),
  'management.retention.workspace': readOperation('/workspaces/{ws}/retention', WorkspaceRetentionSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'Read the retention of a workspace',
    description:
      'Returns the horizon before which reads include no facts, and the time before which facts are deleted from the disks. The operator command moves the horizon and deletes facts.',
  }),
  'management.exclusions.list': readOperation('/exclusions', ExclusionsSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'installation',
    summary: 'List the exclusions of a workspace',
    description: 'Lists the windows of traffic that no read counts, newest first. An unknown workspace has none.',
  }),
  'management.exclusions.add': {
    ...WRITE,
    method: 'POST',
    path: '/exclusions',
    idempotency: 'none',
    answer: { document: ExclusionSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Exclude traffic from reads',
    description:
      'Excludes the traffic below a node of the tree within a window of complete UTC hours. Every later read omits it, and earlier read contexts of the workspace become invalid.',
  },
  'management.exclusions.remove': {
    ...WRITE,
    method: 'DELETE',
    path: '/exclusions/{exclusion}',
    answer: { document: ExclusionRemovedSchema },
    access: { floor: 'operator', scopes: ['operations:write'] },
    tag: 'installation',
    summary: 'Remove an exclusion',
    description:
      'Removes an exclusion, so that reads count its traffic again. An exclusion that is already removed gets 404.',
  },
  'management.notices.list': readOperation('/notices', NoticesSchema, {
    access: { floor: 'viewer', scopes: ['operations:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'notices',
    summary: 'List notices',
    description:
      'Lists events that a person should know, newest first, such as the demotion of a judge. Equal events within a UTC hour share a notice. Each user and each token has its own read state. A notice is deleted 90 days after its last event.',
  }),
  'management.notices.mark_read': {
    ...WRITE,
    method: 'POST',
    path: '/notices/{notice}/read',
    answer: { document: NoticeSchema },
    access: { floor: 'viewer', scopes: ['operations:read'] },
    tag: 'notices',
    summary: 'Mark a notice as read',
    description:
      'Marks a notice as read by the caller. Other readers still see it as unread. Another equal event makes it unread again.',
  },
} as const satisfies ManagementOperations;
