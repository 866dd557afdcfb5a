import type { ExperimentSummaryDocument } from '../../../contracts/quality/experiments/eval-experiment.ts';
import type { CalibrationUnit } from '../../../domain/quality/calibration/artifact.ts';
import { estimateArm } from '../../../domain/quality/experiments/arm-estimate.ts';
import type { ExperimentArm } from '../../../domain/quality/experiments/declaration.ts';
import type { StoredExperimentRun } from '../../../store/quality/experiments/experiment-run-store.ts';
import type { StoredExperiment } from '../../../store/quality/experiments/experiment-store.ts';
import { presentExperimentRun } from './present-experiment-run.ts';

/**
 * The declaration of an experiment with its latest run and the estimates of that run.
 * @param units the units of the active calibration, which license intervals
 */
export function presentExperiment(
  { experimentId, workspaceId, name, declaration, pinnedDigest, createdAt }: StoredExperiment,
  run: StoredExperimentRun | undefined,
  units: readonly CalibrationUnit[],
): ExperimentSummaryDocument {
  const { dataset_id, dataset_version, instrument, arms, pair, alpha, margin, segment } = declaration;
  const counts = run?.result?.arms ?? [];
  return {
    experiment_id: experimentId,
    workspace_id: workspaceId,
    title: name,
    ...{ dataset_id, dataset_version, dataset_digest: pinnedDigest, instrument },
    arms: arms.map(presentArm),
    ...{ pair, alpha, margin, spend_ceiling_nano_usd: declaration.spend_ceiling_nano_usd, segment },
    created_at: createdAt.toISOString(),
    latest_run: run === undefined ? null : presentExperimentRun(run),
    estimates: counts.map((one) => {
      const { unscored, ...estimate } = estimateArm(one, units);
      return { ...estimate, unscored: [...unscored] };
    }),
  };
}

/** An arm with its members in the order of the schema; the stored document has another order. */
function presentArm({ name, model, connection_id, system, parameters, tier, ...scored }: ExperimentArm): ExperimentArm {
  return {
    name,
    ...(model !== undefined && { model }),
    ...(connection_id !== undefined && { connection_id }),
    ...(system !== undefined && { system }),
    ...(parameters !== undefined && { parameters }),
    ...(tier !== undefined && { tier }),
    evaluator: scored.evaluator,
    metric: scored.metric,
    basis: scored.basis,
  };
}
