import { Type, type Static } from 'typebox';
import { CadenceSchema, ScheduleBoundSchema, ScheduledInstantSchema } from './cadence.ts';

/** The maximum number of instants in one preview. */
export const MAX_PREVIEWED_INSTANTS = 1_000;

/** One example for each mode, over a change of clocks. */
export const PREVIEW_EXAMPLES = [
  {
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'America/New_York' },
    from: '2026-03-07T00:00:00Z',
    to: '2026-03-10T00:00:00Z',
  },
  {
    cadence: { mode: 'interval', frequency: 'hourly', anchor: '2026-01-01T00:15:00Z', timezone: 'America/New_York' },
    from: '2026-11-01T00:00:00-04:00',
    to: '2026-11-01T06:00:00-05:00',
  },
] as const;

/** The body that requests the instants of a cadence. */
export const ReportSchedulePreviewQuerySchema = Type.Object(
  { cadence: CadenceSchema, from: ScheduleBoundSchema, to: ScheduleBoundSchema },
  { title: 'ReportSchedulePreviewQuery', additionalProperties: false, examples: PREVIEW_EXAMPLES },
);

/** The cursor at which a truncated preview continues. */
export const PreviewCursorSchema = Type.String({
  maxLength: 24,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description:
    'The first instant that was left out, which is the `from` of the next preview; absent if no instant was left out',
});

export type ReportSchedulePreviewQuery = Static<typeof ReportSchedulePreviewQuerySchema>;

/** The instants in the window, oldest first. */
export const ReportSchedulePreviewSchema = Type.Array(ScheduledInstantSchema, {
  title: 'ReportSchedulePreview',
  maxItems: MAX_PREVIEWED_INSTANTS,
});

export type ReportSchedulePreview = Static<typeof ReportSchedulePreviewSchema>;
