import { Counter, type Registry } from 'prom-client';
import type { Activities } from '../../activities/reports/create-activities.ts';
import type { PlannedValues } from '../../analytics/indexer/folding/value-shares.ts';
import type { SourceStep } from '../../analytics/indexer/loading/source-step.ts';
import { UNPRICED_REASONS, type Price } from '../../domain/models/price.ts';
import { CALL_FAILURES, MODEL_PROVIDERS } from '../../domain/models/model-call.ts';
import type { ModelCaller } from '../../providers/caller/model-caller.ts';
import { RUN_STATES } from '../../domain/reports/report-run.ts';
import { OUTBOX_KINDS } from '../../store/outbox/enqueue.ts';
import type { OutboxItem, OutboxStore } from '../../store/outbox/outbox-store.ts';
import type { ReconcilerParts } from '../relay/reconcile.ts';
import { createDimensionMetrics } from './dimension-metrics.ts';

const RELAY_OUTCOMES = ['sent', 'postponed', 'failed'] as const;
const TAKEN_UP = [
  'lapsed_attempt',
  'stale_run',
  'overdue_workspace',
  'stale_occurrence',
  'schedule_plan',
  'stale_comparison_run',
  'stale_experiment_run',
  'stale_fit',
] as const;
const ATTEMPT_OUTCOMES = [...RUN_STATES, 'error'] as const;
const CALL_OUTCOMES = ['answered', ...CALL_FAILURES] as const;
const REPRICING_OUTCOMES = ['priced', ...UNPRICED_REASONS] as const;
const LINE_OUTCOMES = ['loaded', 'repeated', 'quarantined'] as const;

/** The counters of this process. Each method wraps a dependency of one of its parts. */
export interface WorkerCounters {
  /** Wraps the outbox: counts the results of the items that the relay took. */
  relayed(outbox: OutboxStore): OutboxStore;
  /** Wraps the parts of the reconciler: counts the work that it takes up. */
  takenUp(parts: ReconcilerParts): ReconcilerParts;
  /** Wraps the activities: counts how attempts of report runs end. */
  attempted<Bound extends Activities>(activities: Bound): Bound;
  /** Wraps the caller: counts how calls to models end. */
  called(caller: ModelCaller): ModelCaller;
  /** Called after each step of the indexer. */
  readonly loaded: (step: Pick<SourceStep, 'lines' | 'repeated' | 'quarantined'>) => void;
  /** Called for each planned batch: counts folded events, and records the number of values of each dimension. */
  readonly planned: (figures: PlannedValues) => void;
  /** Called for each call without a price that was searched in the price table. */
  readonly repriced: (effect: unknown, price: Price) => void;
}

/** The counters if metrics are off. */
export const NO_COUNTERS: WorkerCounters = {
  relayed: (outbox) => outbox,
  takenUp: (parts) => parts,
  attempted: (activities) => activities,
  called: (caller) => caller,
  loaded: () => undefined,
  planned: () => undefined,
  repriced: () => undefined,
};

export function createWorkerCounters(registry: Registry): WorkerCounters {
  const items = counter(
    registry,
    'truetally_relay_items_total',
    'Attempts to send outbox items: `sent`, `postponed` because Temporal is unavailable, or `failed` because of the item itself.',
    { kind: OUTBOX_KINDS, outcome: RELAY_OUTCOMES },
  );
  const taken = counter(
    registry,
    'truetally_reconciler_taken_up_total',
    'Work that the reconciler of this process restarted because its workflow was lost.',
    { what: TAKEN_UP },
  );
  const attempts = counter(
    registry,
    'truetally_report_run_attempts_total',
    'Attempts of report runs by the state of the run after them; after an `error` another attempt may succeed.',
    { outcome: ATTEMPT_OUTCOMES },
  );
  const calls = counter(
    registry,
    'truetally_model_calls_total',
    'Calls to models, by result: `answered`, or the kind of failure.',
    { provider: MODEL_PROVIDERS, outcome: CALL_OUTCOMES },
  );
  const batches = counter(registry, 'truetally_indexer_batches_total', 'Batches that this process loaded.', {});
  const lines = counter(
    registry,
    'truetally_indexer_lines_total',
    'Lines of the batches that this process loaded: `loaded`, `repeated` because their events were already loaded, or `quarantined` with a reason.',
    { outcome: LINE_OUTCOMES },
  );
  const repriced = counter(
    registry,
    'truetally_repricing_effects_total',
    'Calls without a price for which this process searched its price table, each once: `priced`, or the reason why the table has no price.',
    { outcome: REPRICING_OUTCOMES },
  );
  return {
    relayed: (outbox) => countingOutbox(outbox, ({ kind }, outcome) => items.inc({ kind, outcome })),
    takenUp: (parts) => countingReconciler(parts, (what, count) => taken.inc({ what }, count)),
    attempted: (activities) => ({
      ...activities,
      async executeAttempt(input) {
        try {
          const status = await activities.executeAttempt(input);
          attempts.inc({ outcome: status.state });
          return status;
        } catch (error) {
          attempts.inc({ outcome: 'error' });
          throw error;
        }
      },
    }),
    called: (caller) => ({
      async call(request) {
        const outcome = await caller.call(request);
        calls.inc({ provider: request.connection.provider, outcome: outcome.kind });
        return outcome;
      },
    }),
    loaded(step) {
      batches.inc();
      lines.inc({ outcome: 'loaded' }, step.lines - step.repeated - step.quarantined);
      lines.inc({ outcome: 'repeated' }, step.repeated);
      lines.inc({ outcome: 'quarantined' }, step.quarantined);
    },
    planned: createDimensionMetrics(registry),
    repriced: (_, price) => repriced.inc({ outcome: price.state === 'priced' ? 'priced' : price.reason }),
  };
}

/** Creates a counter whose series all start at zero, so that the first increase is visible as one. */
function counter<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labels: Readonly<Record<Label, readonly string[]>>,
): Counter<Label> {
  const labelNames = Object.keys(labels) as Label[];
  const made = new Counter({ name, help, labelNames, registers: [registry] });
  let places: Partial<Record<Label, string>>[] = [{}];
  for (const label of labelNames) {
    places = places.flatMap((place) => labels[label].map((value) => ({ ...place, [label]: value })));
  }
  for (const place of places) made.inc(place, 0);
  return made;
}

function countingOutbox(
  outbox: OutboxStore,
  count: (item: OutboxItem, outcome: (typeof RELAY_OUTCOMES)[number]) => void,
): OutboxStore {
  return {
    ...outbox,
    async markSent(item) {
      await outbox.markSent(item);
      count(item, 'sent');
    },
    async reschedule(item, error) {
      await outbox.reschedule(item, error);
      count(item, 'failed');
    },
    async postpone(item, error) {
      await outbox.postpone(item, error);
      count(item, 'postponed');
    },
  };
}

function countingReconciler(
  parts: ReconcilerParts,
  count: (what: (typeof TAKEN_UP)[number], found: number) => void,
): ReconcilerParts {
  const { runs, lostRuns, lostComparisonRuns, lostExperimentRuns, lostFits, overdue, replanner } = parts;
  const counted = async <Found>(
    what: (typeof TAKEN_UP)[number],
    finding: Promise<Found>,
    size: (found: Found) => number,
  ): Promise<Found> => {
    const found = await finding;
    count(what, size(found));
    return found;
  };
  return {
    ...parts,
    runs: { requeue: (input) => counted('lapsed_attempt', runs.requeue(input), () => 1) },
    lostRuns: {
      ...lostRuns,
      startStaleAgain: (ms) => counted('stale_run', lostRuns.startStaleAgain(ms), ({ length }) => length),
    },
    lostComparisonRuns: {
      startStaleAgain: (ms) =>
        counted('stale_comparison_run', lostComparisonRuns.startStaleAgain(ms), ({ length }) => length),
    },
    lostExperimentRuns: {
      startStaleAgain: (ms) =>
        counted('stale_experiment_run', lostExperimentRuns.startStaleAgain(ms), ({ length }) => length),
    },
    lostFits: {
      startStaleAgain: (ms) => counted('stale_fit', lostFits.startStaleAgain(ms), ({ length }) => length),
    },
    overdue: {
      nudgeOverdue: (ms) => counted('overdue_workspace', overdue.nudgeOverdue(ms), ({ length }) => length),
      nudgeStale: (ms) => counted('stale_occurrence', overdue.nudgeStale(ms), ({ length }) => length),
    },
    replanner: { replan: () => counted('schedule_plan', replanner.replan(), ({ planned }) => planned) },
  };
}
