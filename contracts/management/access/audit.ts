import { Type, type Static } from 'typebox';
import { AUDIT_OUTCOMES } from '../../../domain/installation/audit.ts';
import { MAX_PAGE_ITEMS, PageTokenSchema } from '../../wire/envelope.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { InstantSchema, textSchema, WRITTEN_INSTANT_PATTERN, wholeSchema } from '../../wire/scalars.ts';

const closed = { additionalProperties: false } as const;

/** An id of any kind, as a row of the audit names it. */
const AnyIdSchema = textSchema(64, {
  title: 'AnyId',
  pattern: '^[a-z]{1,8}_[0-9a-z]{26}$',
  'x-form': 'an id of the service',
  description: 'An id of the service, of any kind',
  examples: ['usr_01k9d4w7z2e8sb6f3m5q0v1xya'],
});

const OperationNameSchema = textSchema(120, {
  title: 'AuditAction',
  pattern: '^[A-Za-z0-9 ._-]+$',
  'x-form': 'the name of an operation',
  description: 'An operation of the API, or `operator` and a command',
  examples: ['management.users.create'],
});

const outcomeSchema = (description: string) => literalUnion(AUDIT_OUTCOMES, { description });

/**
 * A row of the audit. It contains ids, and no text that a person wrote. `user_id` is the user who acted for a subject
 * of the customer lane by a session.
 */
export const AuditRowSchema = Type.Object(
  {
    audit_id: idSchema('auditEvent'),
    at: InstantSchema,
    action: OperationNameSchema,
    outcome: outcomeSchema('`unknown`: a crash ended the write, or the write has not ended yet'),
    subject_id: Type.Optional(AnyIdSchema),
    user_id: Type.Optional(idSchema('managementUser')),
    credential_id: Type.Optional(AnyIdSchema),
    operator: Type.Optional(
      textSchema(256, { description: 'The user of the operating system who ran an operator command' }),
    ),
    organization_id: Type.Optional(AnyIdSchema),
    workspace_id: Type.Optional(AnyIdSchema),
    targets: Type.Array(AnyIdSchema, { maxItems: 64 }),
    status: Type.Optional(wholeSchema(100, 599)),
    reason: Type.Optional(textSchema(64, { description: 'The reason of a refusal' })),
    request_id: Type.Optional(textSchema(64)),
    trace_id: Type.Optional(textSchema(64)),
    address: Type.Optional(textSchema(64, { description: 'The address of the caller' })),
    requests: wholeSchema(1, Number.MAX_SAFE_INTEGER, {
      description: 'Requests that the row stands for; more than 1 for refusals of one caller within a minute',
    }),
  },
  { title: 'AuditRow', ...closed },
);

export type AuditRowDocument = Static<typeof AuditRowSchema>;

/** One page of the audit, newest first. */
export const AuditRowsSchema = Type.Object(
  { rows: Type.Array(AuditRowSchema, { maxItems: MAX_PAGE_ITEMS }), next_cursor: PageTokenSchema },
  { title: 'AuditRows', ...closed },
);

const writtenInstantSchema = (description: string) =>
  textSchema(35, {
    pattern: WRITTEN_INSTANT_PATTERN,
    'x-form': 'an RFC 3339 instant of the years 2000 to 2099',
    description,
    examples: ['2026-01-31T08:00:00Z'],
  });

/** The filters of the audit. All of them apply. */
export const AUDIT_FILTER = {
  actor: Type.Optional(
    textSchema(64, {
      pattern: '^[a-z]{1,8}_[0-9a-z]{26}$',
      'x-form': 'an id of the service',
      description: 'The id of a user, subject, token, key or session that called',
      examples: ['usr_01k9d4w7z2e8sb6f3m5q0v1xya'],
    }),
  ),
  action: Type.Optional(OperationNameSchema),
  target: Type.Optional(AnyIdSchema),
  outcome: Type.Optional(outcomeSchema('The result of the writes')),
  since: Type.Optional(writtenInstantSchema('The start of the window, inclusive')),
  until: Type.Optional(writtenInstantSchema('The end of the window, exclusive')),
} as const;
