import { Type, type Static } from 'typebox';
import { REPORT_DELIVERED } from '../../domain/schedules/report-occurrence.ts';
import { idPattern, idSchema } from '../wire/ids.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { ReportRunOpenV1Schema } from '../reports/report-run.ts';
import { InstantSchema, NameSchema, textSchema } from '../wire/scalars.ts';

/** The reason why an occurrence failed, and the next step for its owner. */
const ScheduleNoticeSchema = Type.Object(
  {
    code: Type.String({ maxLength: 64, pattern: '^[a-z_]+$', description: 'The `failure_code` of the occurrence' }),
    detail: textSchema(PROBLEM_LIMITS.detail, {
      description: 'The `failure_detail` of the occurrence; empty where its recipient can no longer see the report',
    }),
    remedy: textSchema(256, { description: 'What the owner of the schedule can do' }),
  },
  { title: 'ScheduleNotice', additionalProperties: false },
);

/**
 * An item that was delivered to one person: identifiers and the name of the report, without answer, money or prompt.
 */
export const ReportInboxItemV1Schema = Type.Object(
  {
    delivery_id: idSchema('delivery'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    event_type: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description:
        '`report_delivered` for a scheduled report; `schedule_paused` and `schedule_failed` tell the owner of a schedule that an occurrence of it failed; other events may come with later versions',
      examples: [REPORT_DELIVERED.eventType],
    }),
    source_kind: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description:
        'What `source_id` is: `report_occurrence` for a scheduled report, `failed_occurrence` for a notice to the owner',
      examples: [REPORT_DELIVERED.sourceKind],
    }),
    source_id: textSchema(64, { description: 'What the item comes from: the `rocc_` id of the occurrence' }),
    report_id: idSchema('report'),
    report_name: Type.Union([NameSchema, Type.Null()], {
      description:
        'What the report is called now; null where its recipient can no longer open the run, or see the report',
    }),
    notice: Type.Optional(ScheduleNoticeSchema),
    run_id: Type.String({
      maxLength: 31,
      pattern: `^(${idPattern('reportRun').slice(1, -1)})?$`,
      description: 'The run that was delivered; empty where an occurrence failed before it had one',
    }),
    schedule_id: idSchema('reportSchedule'),
    delivered_at: InstantSchema,
    read_at: Type.Union([InstantSchema, Type.Null()], { description: 'When it was first opened; null before' }),
  },
  { title: 'ReportInboxItemV1', additionalProperties: false },
);

export type ReportInboxItemV1 = Static<typeof ReportInboxItemV1Schema>;

/** An opened item, and its run as its reader may see it; a notice has no run. */
export const OpenedInboxItemV1Schema = Type.Object(
  { item: ReportInboxItemV1Schema, run: Type.Optional(ReportRunOpenV1Schema) },
  { title: 'OpenedInboxItemV1', additionalProperties: false },
);
