import type { ExperimentMaterialReader } from '../../../analytics/quality/experiment-material-reader.ts';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { JudgingEvaluator } from '../../../domain/judges/work/judging-evaluator.ts';
import type { DatasetSnapshot } from '../../../domain/quality/dataset-snapshot.ts';
import type { ConnectionStore } from '../../../store/gateway/connection-store.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';
import type { ExperimentCallStore } from '../../../store/quality/experiments/experiment-call-store.ts';
import type { ExperimentRunTransitions } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import type { CallingPorts, PaidTry } from '../../comparisons/pay-for-call.ts';

/** The external dependencies of the activities of experiment runs. */
export interface ExperimentRunPorts extends CallingPorts {
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
}

/** The order to a worker about one call. */
export interface ExperimentOrder extends PaidTry {
  readonly runId: string;
  readonly position: number;
  readonly arm: string;
  /** The place of the model among the seats of the judge; 0 for an answer. */
  readonly seat: number;
}
