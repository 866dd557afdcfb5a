import { generateInstants } from '../../../domain/schedules/instants.ts';
import { parseScheduleBound } from '../../../domain/schedules/parse-schedule-bound.ts';
import { type ScheduledInstant, toScheduledInstant } from '../../../domain/schedules/scheduled-instant.ts';
import { settleCadence } from '../../../domain/schedules/settle-cadence.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { SCHEDULE_OPERATIONS } from '../../../contracts/schedules/operations.ts';
import {
  MAX_PREVIEWED_INSTANTS,
  type ReportSchedulePreviewQuery,
  ReportSchedulePreviewQuerySchema,
} from '../../../contracts/schedules/report-schedule-preview.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { permitReading } from '../access/permit-reading.ts';

/** Answers with the instants of a cadence. It stores nothing. */
export const previewSchedule = createCustomerHandler(SCHEDULE_OPERATIONS, 'customer.report_schedules.preview', {
  access: 'requireWorkspace',
  body: ReportSchedulePreviewQuerySchema,
  answer: (request, { ports, access }) => {
    permitReading(access.caller.of(request), access.workspace.of(request));
    const { instants, next } = preview(request.body, ports.clock.now(), ports.timeZones);
    return {
      data: instants,
      ...(next !== undefined && { next_cursor: next }),
    };
  },
});

interface Preview {
  readonly instants: ScheduledInstant[];
  /** The first instant beyond the preview. */
  readonly next: string | undefined;
}

function preview({ cadence: written, ...window }: ReportSchedulePreviewQuery, now: Date, zones: TimeZones): Preview {
  const cadence = settleCadence(written, { now, zones });
  const instants: ScheduledInstant[] = [];
  for (const instant of generateInstants(cadence, windowOf(window), zones)) {
    if (instants.length === MAX_PREVIEWED_INSTANTS) return { instants, next: instant.at.toISOString() };
    instants.push(toScheduledInstant(cadence, instant, zones));
  }
  return { instants, next: undefined };
}

function windowOf(window: Pick<ReportSchedulePreviewQuery, 'from' | 'to'>): { from: Date; to: Date } {
  const from = parseScheduleBound(window.from);
  const to = parseScheduleBound(window.to);
  if (from === undefined)
    throw invalidMember('/from', '`from` must be an RFC 3339 instant of the years 2000 to 2099 (UTC).');
  if (to === undefined) throw invalidMember('/to', '`to` must be an RFC 3339 instant of the years 2000 to 2099 (UTC).');
  if (to <= from)
    throw invalidMember('/to', 'The window is empty, or ends before it begins. `to` must be after `from`.');
  return { from, to };
}
