import { Type, type Static } from 'typebox';
import { REPORT_DELIVERED } from '../../domain/schedules/report-occurrence.ts';
import { idSchema } from '../wire/ids.ts';
import { ReportRunOpenV1Schema } from '../reports/report-run.ts';
import { InstantSchema, NameSchema, textSchema } from '../wire/scalars.ts';

/** What was delivered to one person: identifiers and the report's name, no answer, money or prompt. */
export const ReportInboxItemV1Schema = Type.Object(
  {
    delivery_id: idSchema('delivery'),
    organization_id: idSchema('organization'),
    workspace_id: idSchema('workspace'),
    event_type: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description: '`report_delivered` for a scheduled report; other events may come with later versions',
      examples: [REPORT_DELIVERED.eventType],
    }),
    source_kind: Type.String({
      maxLength: 64,
      pattern: '^[a-z_]+$',
      description: 'What `source_id` is: `report_occurrence` for a scheduled report',
      examples: [REPORT_DELIVERED.sourceKind],
    }),
    source_id: textSchema(64, { description: 'What the item comes from: the `rocc_` id of a scheduled report' }),
    report_id: idSchema('report'),
    report_name: Type.Union([NameSchema, Type.Null()], {
      description: 'What the report is called now; null where its recipient can no longer open the run',
    }),
    run_id: idSchema('reportRun'),
    schedule_id: idSchema('reportSchedule'),
    delivered_at: InstantSchema,
    read_at: Type.Union([InstantSchema, Type.Null()], { description: 'When it was first opened; null before' }),
  },
  { title: 'ReportInboxItemV1', additionalProperties: false },
);

export type ReportInboxItemV1 = Static<typeof ReportInboxItemV1Schema>;

/** An item that was opened, and its run as the opener may see it. */
export const OpenedInboxItemV1Schema = Type.Object(
  { item: ReportInboxItemV1Schema, run: ReportRunOpenV1Schema },
  { title: 'OpenedInboxItemV1', additionalProperties: false },
);
