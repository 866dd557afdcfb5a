import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import type { Arm } from '../../domain/comparisons/figures/cell.ts';
import type { ComparisonRunTransitions } from '../../store/comparisons/comparison-run-transitions.ts';
import type { PaidCallStore } from '../../store/comparisons/paid-call-store.ts';
import type { RunEvidenceStore } from '../../store/comparisons/run-evidence-store.ts';
import type { ConnectionStore } from '../../store/gateway/connection-store.ts';
import type { CallingPorts, PaidTry } from './pay-for-call.ts';

/** The external dependencies of the activities of comparison runs. */
export interface ComparisonPorts extends CallingPorts {
  readonly runs: ComparisonRunTransitions;
  readonly calls: PaidCallStore;
  readonly evidence: RunEvidenceStore;
  readonly connections: Pick<ConnectionStore, 'find'>;
  /** Stores the questions and answers of cells if content is captured. */
  readonly contents: Pick<ContentStore, 'wanted' | 'keep'>;
}

/** The order to a worker about one call. */
export interface CallOrder extends PaidTry {
  readonly runId: string;
  readonly position: number;
  readonly arm: Arm;
}
