import { SpanKind, type Span } from '@opentelemetry/api';
import { isGrpcServiceError } from '@temporalio/client';
import { inSpan, markFailed } from '../../tracing/in-span.ts';
import { contextOf } from '../../tracing/traceparent.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { OutboxKind } from '../../store/outbox/enqueue.ts';
import type { OutboxItem, OutboxStore } from '../../store/outbox/outbox-store.ts';
import type { WorkerLog } from '../telemetry/worker-log.ts';
import { notifyTemporal, type TemporalParts } from './notify-temporal.ts';

/** More starts at once only add latency: one dev server takes about 260 a second at any concurrency. */
const BATCH = 10;
const CALL_MS = 10_000;
/** Outlives a call to Temporal, so that no second relay works on an item that is still in flight. */
const LEASE_MS = CALL_MS + 5_000;

/**
 * The kinds that are handed over in parallel. Work that people asked for waits neither for the nudges of a thousand
 * workspaces, which take four seconds, nor for ten thousand instants that an outage missed, which take forty. A nudge
 * does not wait for the missed ones.
 */
const LANES: readonly (readonly OutboxKind[])[] = [
  ['start_report_run', 'cancel_report_run', 'cancel_occurrence', 'start_comparison_run', 'cancel_comparison_run'],
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
 * Hands over every due item of the outbox, at least once, or the items in progress when `signal` aborts: while Temporal
 * is unavailable, many items are due again before the last one was tried. No row is locked while Temporal is called; a
 * duplicate start meets the workflow that runs, and a run takes itself only once.
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

/** Hands an item over, within a span that continues the item's trace, and in which its workflow is started. */
function carryOver(parts: RelayParts, item: OutboxItem): Promise<void> {
  const attributes = {
    'truetally.outbox.kind': item.kind,
    'truetally.outbox.try': item.tries + 1,
    'temporal.workflow.id': item.workflowId,
  };
  const options = { kind: SpanKind.CONSUMER, parent: contextOf(item.traceparent), attributes };
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
      log.warn({ ...members, err: error }, 'Temporal is away; an outbox item waits');
      await outbox.postpone(item, sentence);
      return;
    }
    log.error({ ...members, err: error, tries: item.tries + 1 }, 'an outbox item failed');
    await outbox.reschedule(item, sentence);
    return;
  }
  await outbox.markSent(item);
  log.info(members, 'carried over an outbox item');
}

/**
 * CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE say something about the server, not about the item.
 */
const AWAY_CODES: readonly number[] = [1, 4, 8, 14];

function isTemporalAway(error: unknown): boolean {
  if (isGrpcServiceError(error)) return AWAY_CODES.includes(error.code);
  return error instanceof Error && error.cause !== undefined && isTemporalAway(error.cause);
}
