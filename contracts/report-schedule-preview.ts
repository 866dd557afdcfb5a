import { Type, type Static } from 'typebox';
import { CadenceSchema, ScheduleBoundSchema, ScheduledInstantSchema } from './cadence.ts';

/** Instants of one preview. */
export const MAX_PREVIEWED = 1_000;

/** The body that asks when a cadence would run. */
export const ReportSchedulePreviewQuerySchema = Type.Object(
  { cadence: CadenceSchema, from: ScheduleBoundSchema, to: ScheduleBoundSchema },
  { title: 'ReportSchedulePreviewQuery', additionalProperties: false },
);

/** Where a preview that was cut goes on. */
export const PreviewCursorSchema = Type.String({
  maxLength: 24,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'The first instant that was left out, to be the `from` of the next preview; absent when none was',
});

export type ReportSchedulePreviewQuery = Static<typeof ReportSchedulePreviewQuerySchema>;

/** The instants in the window, oldest first. */
export const ReportSchedulePreviewSchema = Type.Array(ScheduledInstantSchema, { maxItems: MAX_PREVIEWED });

export type ReportSchedulePreview = Static<typeof ReportSchedulePreviewSchema>;
