import { Type, type Static } from 'typebox';
import { REPORT_DELIVERED } from '../../domain/schedules/report-occurrence.ts';
import { idPattern } from '../../domain/kernel/id-prefixes.ts';
import { idSchema } from '../wire/id-schema.ts';
import { PROBLEM_LIMITS } from '../wire/problem-limits.ts';
import { ReportRunOpenV1Schema } from '../reports/report-run.ts';
import { InstantSchema, NameSchema, textSchema } from '../wire/scalars.ts';

/** The reason why an occurrence failed, and the next step for its owner. */
const ScheduleNoticeSchema = Type.Object(
  {
    code: Type.String({ maxLength: 64, pattern: '^[a-z_]+$', description: 'The `failure_code` of the occurrence' }),
    detail: textSchema(PROBLEM_LIMITS.detail, {
      description: 'The `failure_detail` of the occurrence; empty if the recipient can no longer see the report',
    }),
    remedy: textSchema(256, { description: 'The remedy for the owner of the schedule' }),
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
        '`report_delivered` for a scheduled report. `schedule_paused` and `schedule_failed` inform the owner of a schedule that one of its occurrences failed. Later versions can add other events.',
      examples: [REPORT_DELIVERED.eventType],
    }),
    source_kind: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description:
        'The kind of `source_id`: `report_occurrence` for a scheduled report, `failed_occurrence` for a notice to the owner',
      examples: [REPORT_DELIVERED.sourceKind],
    }),
    source_id: textSchema(64, { description: 'The source of the item: the `rocc_` id of the occurrence' }),
    report_id: idSchema('report'),
    report_name: Type.Union([NameSchema, Type.Null()], {
      description: 'The current name of the report; null if the recipient can no longer open the run or see the report',
    }),
    notice: Type.Optional(ScheduleNoticeSchema),
    run_id: Type.String({
      maxLength: 31,
      pattern: `^(${idPattern('reportRun').slice(1, -1)})?$`,
      description: 'The delivered run; empty if the occurrence failed before its run started',
    }),
    schedule_id: idSchema('reportSchedule'),
    delivered_at: InstantSchema,
    read_at: Type.Union([InstantSchema, Type.Null()], { description: 'Time of the first opening; null before it' }),
  },
  { title: 'ReportInboxItemV1', additionalProperties: false },
);

export type ReportInboxItemV1 = Static<typeof ReportInboxItemV1Schema>;

/** An opened item, and its run as its reader may see it; a notice has no run. */
export const OpenedInboxItemV1Schema = Type.Object(
  { item: ReportInboxItemV1Schema, run: Type.Optional(ReportRunOpenV1Schema) },
  { title: 'OpenedInboxItemV1', additionalProperties: false },
);
