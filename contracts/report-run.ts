import { Type, type Static } from 'typebox';
import { RUN_STATES } from '../domain/report-run.ts';
import { IdempotencyKeySchema } from './idempotency-key.ts';
import { idSchema } from './ids.ts';
import { InsightAnswerSchema } from './insight/insight-answer.ts';
import { literalUnion } from './literal-union.ts';
import { DigestSchema, InstantSchema, RevisionSchema } from './scalars.ts';

const members = {
  run_id: idSchema('reportRun'),
  report_id: idSchema('report'),
  organization_id: idSchema('organization'),
  workspace_id: idSchema('workspace'),
  initiator: idSchema('subject'),
  idempotency_key: Type.String({ description: 'The key the run was created with; made by the service if none came' }),
  state: literalUnion(RUN_STATES),
  failure_code: Type.String({ description: 'Empty unless failed' }),
  failure_detail: Type.String({ description: 'Empty unless failed' }),
  question: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The insight-query/v1 document as asked: copied from the view, window resolved, scope included',
  }),
  view_revision: RevisionSchema,
  window: Type.Object({ from: InstantSchema, to: InstantSchema }, { additionalProperties: false }),
  display_tz: Type.String(),
  authority_epoch: Type.Integer({ minimum: 0, description: 'Access generation that the run executed under' }),
  attempt: Type.Integer({ minimum: 0, description: 'Worker tries so far' }),
  coverage: Type.Array(Type.String(), { description: 'Reasons reported by the reader; empty when complete' }),
  truncated: Type.Boolean({ description: 'The answer hit a row bound' }),
  artifact_digest: DigestSchema,
  group_count: Type.Integer({ minimum: 0 }),
  byte_count: Type.Integer({ minimum: 0 }),
  created_at: InstantSchema,
  started_at: Type.Optional(InstantSchema),
  finished_at: Type.Optional(InstantSchema),
  expires_at: Type.Optional(InstantSchema),
} as const;

/** A report run without its answer. */
export const ReportRunV1Schema = Type.Object(members, { additionalProperties: false });

export type ReportRunV1 = Static<typeof ReportRunV1Schema>;

/** A report run as one viewer opens it. */
export const ReportRunOpenV1Schema = Type.Object(
  {
    ...members,
    answer: Type.Optional(InsightAnswerSchema),
    presentation_digest: DigestSchema,
    money_withheld: Type.Boolean({ description: 'Money cells were replaced because the viewer lacks `cost.read`' }),
  },
  { additionalProperties: false },
);

export type ReportRunOpenV1 = Static<typeof ReportRunOpenV1Schema>;

/** The body that runs a report again. */
export const ReportRunCreateSchema = Type.Object(
  { idempotency_key: Type.Optional(IdempotencyKeySchema) },
  { additionalProperties: false },
);
