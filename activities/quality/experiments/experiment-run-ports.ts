import type { ExperimentMaterialReader } from '../../../analytics/quality/experiment-material-reader.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { JudgingEvaluator } from '../../../domain/judges/work/judging-evaluator.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { ModelPrices } from '../../../domain/models/model-prices.ts';
import type { DatasetSnapshot } from '../../../domain/quality/dataset-snapshot.ts';
import type { ModelCaller } from '../../../providers/caller/model-caller.ts';
import type { ConnectionStore } from '../../../store/gateway/connection-store.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';
import type { ExperimentCallStore } from '../../../store/quality/experiments/experiment-call-store.ts';
import type { ExperimentRunTransitions } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import type { ConnectionWaiters } from '../../comparisons/connection-waiters.ts';

/** The external dependencies of the activities of experiment runs. */
export interface ExperimentRunPorts {
  readonly runs: ExperimentRunTransitions;
  readonly calls: ExperimentCallStore;
  /** One version of a dataset, with the present state of its members; undefined if there is no such version. */
  readonly findSnapshot: (version: {
    readonly workspaceId: string;
    readonly datasetId: string;
    readonly version: number;
  }) => Promise<DatasetSnapshot | undefined>;
  readonly material: ExperimentMaterialReader;
  readonly contents: Pick<ContentStore, 'find'>;
  readonly connections: Pick<ConnectionStore, 'find' | 'listGranted'>;
  /** The configured judges. */
  readonly evaluators: readonly JudgingEvaluator[];
  readonly registry: Pick<JudgeRegistry, 'standing'>;
  /** The value of an environment variable. */
  readonly variable: (name: string) => string | undefined;
  readonly caller: ModelCaller;
  readonly connectionWaiters: ConnectionWaiters;
  /** Waits briefly, so that calls which end at about the same time are reported together. */
  readonly batchEnds: () => Promise<void>;
  readonly prices: ModelPrices;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: { warn(members: object, sentence: string): void };
}

/** The order to a worker about one call. */
export interface ExperimentOrder {
  readonly runId: string;
  readonly position: number;
  readonly arm: string;
  /** The place of the model among the seats of the judge; 0 for an answer. */
  readonly seat: number;
  /** True if a transient fault ends the call instead of another try. */
  readonly isLastTry: boolean;
  /** True if other calls of the run are in flight, whose end may release part of the ceiling. */
  readonly hasCompany: boolean;
  /** Milliseconds that the provider has for its answer. */
  readonly callMs: number;
}
