import { requireTimeout } from './transport/deadline.ts';
import { connectionTo } from './transport/http-request.ts';
import { type Insights, insightsOver } from './resources/insights.ts';
import type { Place } from './place.ts';
import { type ReportInbox, reportInboxOver } from './resources/report-inbox.ts';
import { type ReportSchedules, reportSchedulesOver } from './resources/report-schedules.ts';
import { type Reports, reportsOver } from './resources/reports.ts';
import { type SavedViews, savedViewsOver } from './resources/saved-views.ts';
import { type Tenancy, tenancyOver } from './resources/tenancy.ts';
import { createTransport, type Fetch, type Transport } from './transport/transport.ts';

/** Long enough for a question that costs all that one question may. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface TruetallyClientOptions extends Place {
  /** The service's root, such as `https://truetally.example`, or the lane's root as `.data/connection.json` has it. */
  readonly baseUrl: string;
  /** A management key. */
  readonly token: string;
  /** How long one call may take; 30,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often one call may be repeated, when no answer came or the service asks to be tried again (429, and 503 with the
   * next action `retry`); 0 when absent. Only what is safe to repeat is: reads, and creations under an idempotency key.
   * A `Retry-After` is waited for where the call's time allows it.
   */
  readonly maxRetries?: number | undefined;
  /** The platform's `fetch` when absent. */
  readonly fetch?: Fetch | undefined;
}

/** Speaks to the customer lane. It holds no connection and need not be closed. */
export interface TruetallyClient extends Tenancy {
  readonly insights: Insights;
  readonly savedViews: SavedViews;
  readonly reports: Reports;
  readonly reportSchedules: ReportSchedules;
  readonly reportInbox: ReportInbox;
  /** The same client, speaking of another place. */
  at(place: Place): TruetallyClient;
}

/** @throws TypeError when an option cannot be used */
export function createTruetallyClient(options: TruetallyClientOptions): TruetallyClient {
  const { baseUrl, token, organizationId, workspaceId, timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = 0 } = options;
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  requireTimeout(timeoutMs);
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw new TypeError('maxRetries must be a whole number.');
  const transport = createTransport({ connection: connectionTo(baseUrl, token), fetch: send, timeoutMs, maxRetries });
  return clientAt(transport, { organizationId, workspaceId });
}

function clientAt(transport: Transport, place: Place): TruetallyClient {
  return {
    ...tenancyOver(transport, place),
    insights: insightsOver(transport, place),
    savedViews: savedViewsOver(transport, place),
    reports: reportsOver(transport, place),
    reportSchedules: reportSchedulesOver(transport, place),
    reportInbox: reportInboxOver(transport, place),
    at: (elsewhere) => clientAt(transport, elsewhere),
  };
}
