import type { ReportSchedulePreview, ReportSchedulePreviewQuery } from '../contracts/report-schedule-preview.ts';
import type { Answer } from './answer.ts';
import type { CallOptions } from './call-options.ts';
import { inWorkspace, type Place } from './place.ts';
import type { Transport } from './transport.ts';

/** `customer.report_schedules.*`: when reports run by themselves. */
export interface ReportSchedules {
  /**
   * When a cadence would run, oldest first; nothing is kept. An answer is cut after 1,000 instants: its `nextCursor` is
   * the `from` of the preview that goes on.
   */
  preview(question: ReportSchedulePreviewQuery, options?: CallOptions): Promise<Answer<ReportSchedulePreview>>;
}

export function reportSchedulesOver(transport: Transport, place: Place): ReportSchedules {
  return {
    preview: async (body, options) =>
      transport.ask('customer.report_schedules.preview', { ids: inWorkspace(place), body, options }),
  };
}
