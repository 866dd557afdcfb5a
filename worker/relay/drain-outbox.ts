import { SpanKind, type Span } from '@opentelemetry/api';
import { isGrpcServiceError } from '@temporalio/client';
import { inSpan, markFailed } from '../../tracing/in-span.ts';
import { parseTraceparent } from '../../tracing/traceparent.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { OutboxKind } from '../../store/outbox/enqueue.ts';
import type { OutboxItem, OutboxStore } from '../../store/outbox/outbox-store.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';
import { notifyTemporal, type TemporalParts } from './notify-temporal.ts';

/**
 * The number of items that are handed over in parallel. More only add latency: one dev server accepts about 260 starts
 * a second at any concurrency.
 */
const BATCH = 10;
const CALL_MS = 10_000;
/** The duration of a lease. It is longer than a call to Temporal, so that no second relay takes an item in flight. */
const LEASE_MS = CALL_MS + 5_000;

/**
 * The lanes of item kinds that are drained in parallel. Requested work does not wait for the nudges or the refits of a
 * thousand workspaces, which take four seconds each. None of them waits for ten thousand instants that an outage
 * missed, which take forty seconds.
 */
const LANES: readonly (readonly OutboxKind[])[] = [
  [
    'start_report_run',
    'cancel_report_run',
    'cancel_occurrence',
    'start_comparison_run',
    'cancel_comparison_run',
    'start_experiment_run',
    'cancel_experiment_run',
  ],
  ['start_calibration_fit'],
  ['nudge_dispatcher'],
  ['show_missed_occurrence'],
];

export interface RelayParts extends TemporalParts {
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: WorkerLog;
}

/**
 * Hands over every due item of the outbox at least once. When `signal` aborts, it only completes the items in progress:
 * while Temporal is unavailable, many items are due again before the last was tried. No row is locked during a call to
 * Temporal. A duplicate start finds the running workflow, and each run is claimed only once.
 */
export async function drainOutbox(parts: RelayParts, signal: AbortSignal): Promise<void> {
  await Promise.all(LANES.map((kinds) => drainLane(parts, kinds, signal)));
}

async function drainLane(parts: RelayParts, kinds: readonly OutboxKind[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const items = await parts.outbox.lease({ kinds, limit: BATCH, leaseMs: LEASE_MS });
    await Promise.all(items.map((item) => carryOver(parts, item)));
    if (items.length < BATCH) return;
  }
}

/** Hands over an item, in a span that continues the item's trace. Its workflow is started within the span. */
function carryOver(parts: RelayParts, item: OutboxItem): Promise<void> {
  const attributes = {
    'truetally.outbox.kind': item.kind,
    'truetally.outbox.try': item.tries + 1,
    'temporal.workflow.id': item.workflowId,
  };
  const options = { kind: SpanKind.CONSUMER, parent: parseTraceparent(item.traceparent), attributes };
  return inSpan(`outbox ${item.kind}`, options, (span) => carryOverIn(span, parts, item));
}

async function carryOverIn(span: Span, parts: RelayParts, item: OutboxItem): Promise<void> {
  const { client, clock, faultPoints, log, outbox } = parts;
  const members = { kind: item.kind, workflow_id: item.workflowId, outbox_id: String(item.outboxId) };
  try {
    faultPoints.reach('relay.before_start');
    await client.withDeadline(clock.now().getTime() + CALL_MS, () => notifyTemporal(parts, item));
    faultPoints.reach('relay.after_start');
  } catch (error) {
    markFailed(span, error);
    const sentence = error instanceof Error ? error.message : String(error);
    if (isTemporalAway(error)) {
      log.warn({ ...members, err: error }, 'Temporal does not answer; an outbox item waits');
      await outbox.postpone(item, sentence);
      return;
    }
    log.error({ ...members, err: error, tries: item.tries + 1 }, 'an outbox item failed');
    await outbox.reschedule(item, sentence);
    return;
  }
  await outbox.markSent(item);
  log.info(members, 'sent an outbox item to Temporal');
}

/**
 * The gRPC codes CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE, which concern the server and not the
 * item.
 */
const AWAY_CODES: readonly number[] = [1, 4, 8, 14];

function isTemporalAway(error: unknown): boolean {
  if (isGrpcServiceError(error)) return AWAY_CODES.includes(error.code);
  return error instanceof Error && error.cause !== undefined && isTemporalAway(error.cause);
}
