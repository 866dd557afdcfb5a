import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { Arm } from '../../domain/comparisons/figures/cell.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { ModelCaller } from '../../providers/caller/model-caller.ts';
import type { ComparisonRunTransitions } from '../../store/comparisons/comparison-run-transitions.ts';
import type { PaidCallStore } from '../../store/comparisons/paid-call-store.ts';
import type { RunEvidenceStore } from '../../store/comparisons/run-evidence-store.ts';
import type { ConnectionStore } from '../../store/gateway/connection-store.ts';
import type { ConnectionWaiters } from './connection-waiters.ts';

/** Everything that the activities of comparison runs reach outside themselves. */
export interface ComparisonPorts {
  readonly runs: ComparisonRunTransitions;
  readonly calls: PaidCallStore;
  readonly evidence: RunEvidenceStore;
  readonly connections: Pick<ConnectionStore, 'find'>;
  /** Keeps what cells were asked and answered, where that is captured. */
  readonly contents: Pick<ContentStore, 'wanted' | 'keep'>;
  readonly caller: ModelCaller;
  readonly connectionWaiters: ConnectionWaiters;
  /** Waits for others that have ended. */
  readonly batchEnds: () => Promise<void>;
  readonly prices: ModelPrices;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

/** The order to a worker about one call. */
export interface CallOrder {
  readonly runId: string;
  readonly position: number;
  readonly arm: Arm;
  /** True if a fault that may pass is not waited for any more. */
  readonly isLastTry: boolean;
  /** Other calls of the run are out, which may make room. */
  readonly hasCompany: boolean;
  /** Milliseconds that the provider has for its answer. */
  readonly callMs: number;
}
