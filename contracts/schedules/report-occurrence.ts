import { Type, type Static } from 'typebox';
import { MAX_OCCURRENCE_ATTEMPTS, OCCURRENCE_STATES } from '../../domain/schedules/report-occurrence.ts';
import { MAX_SCHEDULE_RECIPIENTS } from '../../domain/schedules/report-schedule.ts';
import { idPattern } from '../../domain/kernel/id-prefixes.ts';
import { idSchema } from '../wire/id-schema.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { InstantSchema, RevisionSchema, textSchema, wholeSchema } from '../wire/scalars.ts';

/** One owed instant of a schedule: claimed or missed. */
export const ReportOccurrenceV1Schema = Type.Object(
  {
    occurrence_id: idSchema('reportOccurrence'),
    schedule_id: idSchema('reportSchedule'),
    report_id: idSchema('report'),
    schedule_revision: RevisionSchema,
    view_revision: RevisionSchema,
    scheduled_for: InstantSchema,
    window: Type.Optional(
      Type.Object(
        { from: InstantSchema, to: InstantSchema },
        {
          additionalProperties: false,
          description:
            'The half-open window: elapsed time up to the instant, or the complete local days of a calendar window. Absent for a missed occurrence.',
        },
      ),
    ),
    state: literalUnion(OCCURRENCE_STATES),
    run_id: Type.String({
      maxLength: 31,
      pattern: `^(${idPattern('reportRun').slice(1, -1)})?$`,
      description: 'The run of the occurrence; empty until the run exists, and for a missed occurrence',
    }),
    failure_code: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]*$',
      description: 'Empty unless the occurrence failed or was cancelled',
    }),
    failure_detail: textSchema(PROBLEM_LIMITS.detail, {
      description: 'Empty unless the occurrence failed or was cancelled',
    }),
    skipped_count: wholeSchema(0, 2_147_483_647, {
      description: 'Instants that catch-up skipped; for a missed occurrence, all owed instants, including its own',
    }),
    skipped_from: Type.Optional(InstantSchema),
    skipped_to: Type.Optional(InstantSchema),
    delivered_count: wholeSchema(0, MAX_SCHEDULE_RECIPIENTS, { description: 'Recipients who got the run' }),
    suppressed_count: wholeSchema(0, MAX_SCHEDULE_RECIPIENTS, {
      description: 'Recipients who could no longer open the run',
    }),
    attempt: wholeSchema(0, MAX_OCCURRENCE_ATTEMPTS, {
      description: 'Transient failures of the steps of the occurrence; the run counts its own failures',
    }),
    created_at: InstantSchema,
    finished_at: Type.Optional(InstantSchema),
  },
  { title: 'ReportOccurrenceV1', additionalProperties: false },
);

export type ReportOccurrenceV1 = Static<typeof ReportOccurrenceV1Schema>;
