import { Type, type Static } from 'typebox';
import {
  EXECUTION_STATES,
  MAX_SCHEDULE_RECIPIENTS,
  NEXT_OCCURRENCES,
  PAUSE_REASONS,
  SCHEDULE_PARTS,
} from '../../domain/schedules/report-schedule.ts';
import { IdempotencyKeySchema } from '../wire/idempotency-key.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { InstantSchema, RevisionSchema, textSchema, wholeSchema } from '../wire/scalars.ts';
import { CadenceEditSchema, CadenceSchema, ScheduledInstantSchema } from './cadence.ts';

const Recipients = Type.Array(idSchema('subject'), {
  maxItems: MAX_SCHEDULE_RECIPIENTS,
  uniqueItems: true,
  description:
    'The recipients of each run: the owner of the report or its recipients. Each must be able to open the latest run now. The list can be empty.',
});

const PAUSED = { description: 'True saves the schedule as paused, with the reason `manual`' };

const ScheduleWarningSchema = Type.Object(
  { pointer: textSchema(64, { description: 'RFC 6901 pointer to a member of the schedule' }), detail: textSchema(512) },
  { additionalProperties: false, title: 'ScheduleWarning' },
);

/**
 * A schedule: a report, a cadence, and the recipients of each run. It runs with the permissions of the owner of the
 * report.
 */
export const ReportScheduleV1Schema = Type.Object(
  {
    schedule_id: idSchema('reportSchedule'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    report_id: idSchema('report'),
    owner: idSchema('subject'),
    cadence: CadenceSchema,
    tzdb_version: Type.String({
      maxLength: 32,
      pattern: '^[0-9a-z]+$',
      description: 'Release of the time-zone database with which the next instant was computed',
      examples: ['2025c'],
    }),
    recipient_subject_ids: Recipients,
    paused: Type.Boolean(),
    pause_reason: literalUnion(PAUSE_REASONS, {
      description: 'The reason of the pause; empty unless paused. The server sets all reasons except `manual`.',
    }),
    execution_state: literalUnion(EXECUTION_STATES, {
      description: '`unavailable`: the schedule is not paused, and a part that runs it has no recent heartbeat',
    }),
    unavailable_reasons: Type.Array(literalUnion(SCHEDULE_PARTS), {
      maxItems: SCHEDULE_PARTS.length,
      description: 'The unavailable parts, also while the schedule is paused',
    }),
    revision: RevisionSchema,
    next_run_at: Type.Union([InstantSchema, Type.Null()], { description: 'Null while paused' }),
    next_occurrences: Type.Array(ScheduledInstantSchema, {
      maxItems: NEXT_OCCURRENCES,
      description: 'The next three instants at which the schedule runs; empty while paused',
    }),
    delay: Type.Optional(
      Type.Object(
        {
          cause: Type.Literal('clock_was_ahead', {
            description:
              'The schedule was planned while the clock of the server was ahead. It does not run before the instant that it had reached then.',
          }),
          /** The first skipped instant. */
          skipped_from: InstantSchema,
          seconds: wholeSchema(1, Number.MAX_SAFE_INTEGER, {
            description: 'Seconds from that instant to `next_run_at`',
          }),
        },
        {
          additionalProperties: false,
          description:
            'Present only if the schedule waits longer than its cadence states. Saving the schedule again ends the delay.',
        },
      ),
    ),
    last_scheduled_for: Type.Union([InstantSchema, Type.Null()], {
      description: 'The latest instant that was claimed or missed',
    }),
    skipped_total: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description: 'Instants that catch-up skipped since the schedule was created',
    }),
    warnings: Type.Optional(
      Type.Array(ScheduleWarningSchema, {
        maxItems: 1,
        description: 'Settings that are valid but probably not intended; absent if there are none',
      }),
    ),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  },
  { title: 'ReportScheduleV1', additionalProperties: false },
);

export type ReportScheduleV1 = Static<typeof ReportScheduleV1Schema>;

/** The body that creates a schedule. */
export const ReportScheduleCreateSchema = Type.Object(
  {
    report_id: idSchema('report'),
    expected_report_revision: RevisionSchema,
    cadence: CadenceSchema,
    recipient_subject_ids: Recipients,
    paused: Type.Optional(Type.Boolean({ ...PAUSED, default: false })),
    idempotency_key: Type.Optional(IdempotencyKeySchema),
  },
  { title: 'ReportScheduleCreate', additionalProperties: false },
);

export type ReportScheduleCreate = Static<typeof ReportScheduleCreateSchema>;

/** The body that replaces all editable members of a schedule. */
export const ReportScheduleUpdateSchema = Type.Object(
  {
    expected_revision: RevisionSchema,
    cadence: CadenceEditSchema,
    recipient_subject_ids: Recipients,
    paused: Type.Boolean(PAUSED),
  },
  { title: 'ReportScheduleUpdate', additionalProperties: false },
);

export type ReportScheduleUpdate = Static<typeof ReportScheduleUpdateSchema>;

/** The answer to the deletion of a schedule. */
export const ReportScheduleDeletionSchema = Type.Object(
  {
    schedule_id: idSchema('reportSchedule'),
    deleted_at: InstantSchema,
    occurrences_cancelled: wholeSchema(0, 1, { description: 'Occurrences in flight that the deletion stopped' }),
  },
  { title: 'ReportScheduleDeletion', additionalProperties: false },
);

export type ReportScheduleDeletion = Static<typeof ReportScheduleDeletionSchema>;
