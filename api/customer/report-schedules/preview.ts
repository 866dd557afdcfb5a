import { instantsIn } from '../../../domain/schedules/instants.ts';
import { parseScheduleBound } from '../../../domain/schedules/schedule-bound.ts';
import { type ScheduledInstant, toScheduledInstant } from '../../../domain/schedules/scheduled-instant.ts';
import { settleCadence } from '../../../domain/schedules/settle-cadence.ts';
import type { TimeZones } from '../../../domain/schedules/time-zones.ts';
import { invalid } from '../../../domain/kernel/errors.ts';
import { pagedEnvelopeOf } from '../../../contracts/wire/envelope.ts';
import {
  MAX_PREVIEWED,
  PreviewCursorSchema,
  type ReportSchedulePreviewQuery,
  ReportSchedulePreviewQuerySchema,
  ReportSchedulePreviewSchema,
} from '../../../contracts/schedules/report-schedule-preview.ts';
import { refuseIdempotencyKey } from '../../frame/writes/idempotency.ts';
import { permitReading } from '../../frame/access/permit-reading.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../frame/route-context.ts';
import { NoQuerySchema, PATH, problemsWithBody, SECURITY } from '../../frame/description/route-schema.ts';

const PreviewSchema = pagedEnvelopeOf('report-schedule-preview', ReportSchedulePreviewSchema, PreviewCursorSchema);

/** `customer.report_schedules.preview`: when a cadence would run. It keeps nothing. */
export function registerReportSchedulesPreview(app: ApiApp, { ports, access }: RouteContext): void {
  app.post(
    `${BASE_PATH}/organizations/:org/workspaces/:ws/report-schedules/preview`,
    {
      onRequest: access.requireWorkspace,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.report_schedules.preview',
        summary: 'Preview a cadence',
        description:
          'When a cadence would run in a half-open window, oldest first. After 1,000 instants the answer is cut, and says where it goes on. It keeps nothing.',
        tags: ['report schedules'],
        security: SECURITY,
        params: PATH.workspace,
        querystring: NoQuerySchema,
        body: ReportSchedulePreviewQuerySchema,
        response: { 200: PreviewSchema, ...problemsWithBody('forbidden') },
      },
    },
    (request) => {
      permitReading(access.caller.of(request), access.workspace.of(request));
      const { instants, next } = preview(request.body, ports.clock.now(), ports.timeZones);
      return {
        kind: 'report-schedule-preview' as const,
        data: instants,
        ...(next !== undefined && { next_cursor: next }),
        request_id: request.id,
      };
    },
  );
}

interface Preview {
  readonly instants: ScheduledInstant[];
  /** The first instant that was left out. */
  readonly next: string | undefined;
}

function preview({ cadence: written, ...window }: ReportSchedulePreviewQuery, now: Date, zones: TimeZones): Preview {
  const cadence = settleCadence(written, { now, zones });
  const instants: ScheduledInstant[] = [];
  for (const instant of instantsIn(cadence, windowOf(window), zones)) {
    if (instants.length === MAX_PREVIEWED) return { instants, next: instant.at.toISOString() };
    instants.push(toScheduledInstant(cadence, instant, zones));
  }
  return { instants, next: undefined };
}

function windowOf(window: Pick<ReportSchedulePreviewQuery, 'from' | 'to'>): { from: Date; to: Date } {
  const from = parseScheduleBound(window.from);
  const to = parseScheduleBound(window.to);
  if (from === undefined) throw invalid('/from', 'Must be an RFC 3339 instant of the years 2000 to 2099 (UTC).');
  if (to === undefined) throw invalid('/to', 'Must be an RFC 3339 instant of the years 2000 to 2099 (UTC).');
  if (to <= from) throw invalid('/to', 'Must lie after `from`.');
  return { from, to };
}
