import type { StartFacts } from '../../../domain/quality/experiment-setup/find-start-refusal.ts';
import type { ConnectionStore } from '../../../store/gateway/connection-store.ts';
import type { JudgeRegistry } from '../../../store/judges/judge-registry.ts';
import type { FindActiveUnits } from '../../../store/quality/calibrations/active-units-finder.ts';
import type { DatasetStore } from '../../../store/quality/datasets/dataset-store.ts';
import type { ExperimentRunStore } from '../../../store/quality/experiments/experiment-run-store.ts';
import type { ExperimentStore } from '../../../store/quality/experiments/experiment-store.ts';
import type { QualityWorkspacePorts } from './quality-workspace-ports.ts';

/** The experiments, their runs, and what declarations and runs refer to. */
export interface ExperimentSources {
  readonly store: ExperimentStore;
  readonly runs: Pick<ExperimentRunStore, 'start' | 'refuse' | 'find' | 'list' | 'newestOf' | 'cells' | 'cancel'>;
  readonly datasets: Pick<DatasetStore, 'find'>;
  readonly connections: Pick<ConnectionStore, 'list'>;
  readonly findActiveUnits: FindActiveUnits;
  /** The parts of the deployment that a run needs. */
  readonly setup: Pick<StartFacts, 'canRun' | 'configuredJudges'>;
  readonly registry: Pick<JudgeRegistry, 'standing'>;
}

/** The ports of experiments. */
export interface ExperimentPorts extends QualityWorkspacePorts {
  readonly experiments: ExperimentSources;
}
