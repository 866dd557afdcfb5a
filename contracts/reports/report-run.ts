import { Type, type Static } from 'typebox';
import { COVERAGE_ENTRIES } from '../../domain/insight/coverage.ts';
import {
  MAX_ANSWER_BYTES,
  MAX_ATTEMPTS,
  MAX_GROUPS,
  RUN_STATES,
  TRANSIENT_CODES,
} from '../../domain/reports/report-run.ts';
import { RUN_WAITS } from '../../domain/reports/run-waiting.ts';
import { CalendarWindowSchema } from '../views/calendar-window.ts';
import { IdempotencyKeySchema } from '../wire/idempotency-key.ts';
import { idSchema } from '../wire/id-schema.ts';
import { InsightAnswerSchema } from '../insight/answer/insight-answer.ts';
import { literalUnion } from '../wire/literal-union.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import {
  DigestSchema,
  InstantSchema,
  RevisionSchema,
  textSchema,
  TimeZoneSchema,
  wholeSchema,
} from '../wire/scalars.ts';

/** A local time with its offset. */
const LocalInstantSchema = Type.String({
  maxLength: 29,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{2}:\\d{2}$',
  examples: ['2026-03-29T03:00:00.000+02:00'],
});

/** One attempt that failed for a temporary reason. */
const FailedTrySchema = Type.Object(
  {
    attempt: wholeSchema(1, MAX_ATTEMPTS, { description: 'Number of the attempt' }),
    code: literalUnion(TRANSIENT_CODES),
    detail: textSchema(256, { minLength: 1, description: 'The failure as a sentence, for people' }),
    failed_at: InstantSchema,
  },
  { title: 'FailedTry', additionalProperties: false },
);

/** The change of clocks between the ends of a window. */
const ClockChangeSchema = Type.Object(
  {
    timezone: Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+:/-]+$' }),
    seconds: wholeSchema(-172_800, 172_800, {
      description:
        'The change of the clocks within the window. A positive number means that clocks were set forward, so that the window is shorter than its local times suggest.',
    }),
    local_from: LocalInstantSchema,
    local_to: LocalInstantSchema,
  },
  {
    title: 'ClockChange',
    additionalProperties: false,
    description:
      'Present if the UTC offset at the end of the window differs from the offset at its start. The offsets are those of the calendar window’s zone, else of `display_tz`.',
  },
);

const members = {
  run_id: idSchema('reportRun'),
  report_id: idSchema('report'),
  organization_id: idSchema('organization'),
  workspace_id: idSchema('workspace'),
  initiator: idSchema('subject'),
  idempotency_key: IdempotencyKeySchema,
  state: literalUnion(RUN_STATES),
  failure_code: Type.String({ maxLength: 64, pattern: '^[a-z_]*$', description: 'Empty unless the run failed' }),
  failure_detail: textSchema(PROBLEM_LIMITS.detail, { description: 'Empty unless the run failed' }),
  question: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The insight-query/v1 document of the run: the question of the view, with the resolved window and the scope. Without `dimensions.read`, each choice of `dimension_filter` is `{"withheld": true}`.',
  }),
  view_revision: RevisionSchema,
  window: Type.Object({ from: InstantSchema, to: InstantSchema }, { additionalProperties: false }),
  calendar_window: Type.Optional(CalendarWindowSchema),
  clock_change: Type.Optional(ClockChangeSchema),
  display_tz: TimeZoneSchema,
  authority_epoch: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
    description: 'Access generation under which the run executed',
  }),
  attempt: wholeSchema(0, MAX_ATTEMPTS, { description: 'Attempts so far' }),
  last_failure: Type.Optional(FailedTrySchema),
  next_try_at: Type.Optional(InstantSchema),
  waits_for: Type.Optional(
    literalUnion(RUN_WAITS, {
      description:
        'The condition for which an open run waits: a part without a recent heartbeat, the next attempt, or its turn. Present only when runs are listed or read.',
    }),
  ),
  coverage: Type.Array(Type.String({ maxLength: 64, pattern: '^[a-z_:]+$' }), {
    maxItems: COVERAGE_ENTRIES.length,
    description:
      'The reasons why figures of traffic are lower bounds. Empty if the figures are complete, or if the run is partial for another reason, which `state` names.',
  }),
  truncated: Type.Boolean({ description: 'True if the answer reached a limit of rows' }),
  artifact_digest: DigestSchema,
  group_count: wholeSchema(0, MAX_GROUPS),
  byte_count: wholeSchema(0, MAX_ANSWER_BYTES, {
    description: 'Size of the stored answer in its canonical form, without the parts that this viewer cannot see',
  }),
  created_at: InstantSchema,
  started_at: Type.Optional(InstantSchema),
  finished_at: Type.Optional(InstantSchema),
  expires_at: Type.Optional(InstantSchema),
} as const;

/** A report run without its answer. */
export const ReportRunV1Schema = Type.Object(members, { title: 'ReportRunV1', additionalProperties: false });

export type ReportRunV1 = Static<typeof ReportRunV1Schema>;

const ArtifactSaltSchema = Type.String({
  maxLength: 43,
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'A random value of the run that is digested with its answer; present only with a complete answer',
});

/** A report run with its answer, as one viewer may see it. */
export const ReportRunOpenV1Schema = Type.Object(
  {
    ...members,
    answer: Type.Optional(InsightAnswerSchema),
    artifact_salt: Type.Optional(ArtifactSaltSchema),
    presentation_digest: DigestSchema,
    money_withheld: Type.Boolean({
      description: 'True if amounts of money were replaced because the viewer lacks `cost.read`',
    }),
    dimensions_withheld: Type.Optional(
      Type.Literal(true, {
        description:
          'Present if values of dimensions were replaced, in the answer or in the `dimension_filter` of the question: the viewer lacks `dimensions.read`, or `cost.read` for values that are ranked by spend',
      }),
    ),
  },
  { title: 'ReportRunOpenV1', additionalProperties: false },
);

export type ReportRunOpenV1 = Static<typeof ReportRunOpenV1Schema>;

/** The body that runs a report again. */
export const ReportRunCreateSchema = Type.Object(
  { idempotency_key: Type.Optional(IdempotencyKeySchema) },
  { title: 'ReportRunCreate', additionalProperties: false },
);
