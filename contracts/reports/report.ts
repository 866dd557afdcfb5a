import { Type, type Static } from 'typebox';
import { IdempotencyKeySchema } from '../wire/idempotency-key.ts';
import { idSchema } from '../wire/id-schema.ts';
import {
  ChosenNameSchema,
  InstantSchema,
  NameSchema,
  RevisionSchema,
  textSchema,
  wholeSchema,
} from '../wire/scalars.ts';
import { ReportRunV1Schema } from './report-run.ts';

/** The maximum number of people, in addition to the owner, who may see one report. */
const MAX_RECIPIENTS = 20;

const Recipients = Type.Array(idSchema('subject'), {
  maxItems: MAX_RECIPIENTS,
  uniqueItems: true,
  description: 'Current members of the organization who can also see the report',
});

const NO_EVIDENCE = { maxItems: 0, description: 'Empty in this release', examples: [[]] };

/** A report: a named definition that refers to one revision of a saved view. */
export const ReportV1Schema = Type.Object(
  {
    report_id: idSchema('report'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    owner: idSchema('subject'),
    name: NameSchema,
    saved_view_id: idSchema('savedView'),
    view_revision: RevisionSchema,
    recipient_subject_ids: Recipients,
    evidence_refs: Type.Array(textSchema(256), NO_EVIDENCE),
    revision: RevisionSchema,
    latest_run_id: Type.Optional(idSchema('reportRun')),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  },
  { title: 'ReportV1', additionalProperties: false },
);

export type ReportV1 = Static<typeof ReportV1Schema>;

/** The body that creates a report and its first run. */
export const ReportCreateSchema = Type.Object(
  {
    name: ChosenNameSchema,
    saved_view_id: idSchema('savedView'),
    expected_view_revision: RevisionSchema,
    recipient_subject_ids: Recipients,
    evidence_refs: Type.Optional(Type.Array(textSchema(256), { ...NO_EVIDENCE, default: [] })),
    idempotency_key: Type.Optional(IdempotencyKeySchema),
  },
  { title: 'ReportCreate', additionalProperties: false },
);

/**
 * The body that replaces all editable members of a report. With `expected_view_revision`, which must be the current
 * revision of the view, the report and its schedules use that revision from now on. Without it, their revision stays.
 */
export const ReportUpdateSchema = Type.Object(
  {
    expected_revision: RevisionSchema,
    name: ChosenNameSchema,
    recipient_subject_ids: Recipients,
    expected_view_revision: Type.Optional(RevisionSchema),
  },
  { title: 'ReportUpdate', additionalProperties: false },
);

/** The answer to the creation of a report. */
export const ReportCreationSchema = Type.Object(
  { report: ReportV1Schema, run: ReportRunV1Schema },
  { title: 'ReportCreation', additionalProperties: false },
);

export type ReportCreation = Static<typeof ReportCreationSchema>;

/** The answer to the deletion of a report. */
export const ReportDeletionSchema = Type.Object(
  {
    report_id: idSchema('report'),
    deleted_at: InstantSchema,
    runs_removed: wholeSchema(0, Number.MAX_SAFE_INTEGER, {
      description: 'Number of runs that were removed with the report, including their answers',
    }),
  },
  { title: 'ReportDeletion', additionalProperties: false },
);
