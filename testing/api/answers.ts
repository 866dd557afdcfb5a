import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import type { InsightReceipt, ReceiptQuery } from '../../contracts/insight/insight-receipt.ts';
import type { ReportSchedulePreviewQuery } from '../../contracts/schedules/report-schedule-preview.ts';
import type { SavedViewCreate } from '../../contracts/views/saved-view.ts';
import { availableValue } from '../../domain/insight/measured-value.ts';
import { demoId, SUBJECTS, WORKSPACE_ID } from './demo-ids.ts';

/** A complete answer with one money cell. */
export function makeAnswer(): InsightAnswer {
  return {
    read_context: {
      schema: 1,
      catalog_version: 1,
      filter_version: 1,
      central_account_id: SUBJECTS.owner,
      workspace_id: WORKSPACE_ID,
      scope_digest: `sha256:${'0'.repeat(64)}`,
      authority_epoch: '1',
      projection_generation: '1',
      retention_generation: '1',
      exclusion_generation: '1',
      from: '2026-02-01T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
      display_tz: 'UTC',
      purposes: ['application'],
      arrival_fence: '12',
      disclosed_through: '12',
      watermarks: [],
      coverage: [],
      evaluated_at: '2026-03-01T12:00:00.000Z',
      seal: 'sealed',
    },
    minted: true,
    shape: 'overview',
    groups: [
      {
        purpose: 'application',
        cells: [
          { metric: 'requests.v1', value: { state: 'available', number: '3', unit: 'count' } },
          { metric: 'provider_spend.v1', value: availableValue(1_500_000n, 'nano_usd') },
        ],
      },
    ],
    coverage: [],
    truncated: false,
  };
}

/** The receipt of a request that a model served, with its cost. */
export function makeReceipt(): InsightReceipt {
  return {
    read_context: makeAnswer().read_context,
    request: {
      logical_request_id: 'q1',
      purpose: 'application',
      occurred_at: '2026-02-03T00:00:00.000Z',
      status: 'succeeded',
      final_model: 'm1',
      attempt_count: '1',
      first_output_known: false,
      streaming: false,
    },
    final_model: 'm1',
    protection: { observed: false, evaluations: [], blocked_in: [] },
    attempts: '1',
    provider_cost: availableValue(1_500_000n, 'nano_usd'),
  };
}

/** A query for the receipt of that request. */
export function makeReceiptQuestion(change: Partial<ReceiptQuery> = {}): ReceiptQuery {
  return {
    schema: 1,
    scope: {},
    from: '2026-02-01T00:00:00Z',
    to: '2026-03-01T00:00:00Z',
    read_context: { ...makeAnswer().read_context },
    logical_request_id: 'q1',
    ...change,
  };
}

/**
 * A query for the instants at 02:30 in Berlin around the last Sunday of March 2026. On this Sunday, that local time
 * does not exist.
 */
export function makePreviewQuestion(change: Partial<ReportSchedulePreviewQuery> = {}): ReportSchedulePreviewQuery {
  return {
    cadence: { mode: 'wall_clock', frequency: 'daily', local_time: '02:30', timezone: 'Europe/Berlin' },
    from: '2026-03-28T00:00:00Z',
    to: '2026-03-31T00:00:00Z',
    ...change,
  };
}

/** A question about everything in February. */
export function makeQuestion(change: Partial<InsightQuery> = {}): InsightQuery {
  return {
    schema: 1,
    shape: 'overview',
    scope: {},
    from: '2026-02-01T00:00:00Z',
    to: '2026-03-01T00:00:00Z',
    metrics: ['requests.v1', 'provider_spend.v1'],
    ...change,
  };
}

/** The body of a view with a relative window of a day. `change` may also be a change that the API refuses. */
export function makeView(change: Record<string, unknown> = {}): SavedViewCreate {
  const { schema, shape, scope, metrics } = makeQuestion();
  const view = {
    name: 'Daily requests',
    audience: 'team',
    query: { schema, shape, scope, metrics },
    time_intent: 'relative',
    relative_window_seconds: 86_400,
    display_tz: 'Europe/Berlin',
    ...change,
  };
  return view as unknown as SavedViewCreate;
}

/** Ids of resources that do not exist. */
export const MISSING_IDS = {
  view: demoId('savedView', 77),
  report: demoId('report', 77),
  run: demoId('reportRun', 77),
  schedule: demoId('reportSchedule', 77),
  occurrence: demoId('reportOccurrence', 77),
  delivery: demoId('delivery', 77),
  route: demoId('route', 77),
  case: demoId('case', 77),
  comparison: demoId('comparison', 77),
  sample: demoId('comparisonSample', 77),
  comparisonRun: demoId('comparisonRun', 77),
  comparisonDecision: demoId('comparisonDecision', 77),
  service: demoId('serviceIdentity', 77),
  serviceCredential: demoId('serviceCredential', 77),
  credentialOperation: demoId('credentialOperation', 77),
} as const;
