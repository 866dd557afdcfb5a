import type { EvalExperimentRunDocument } from '../../../contracts/quality/experiments/eval-experiment-run.ts';
import { toMoney } from '../../../domain/quality/money.ts';
import type { ExperimentRunSummary } from '../../../store/quality/experiments/experiment-run-store.ts';

/** A run in the form of an answer. If every charged call is unpriced, its cost is unknown. */
export function presentExperimentRun(run: ExperimentRunSummary): EvalExperimentRunDocument {
  const isUnpriced = run.costNanoUsd === 0n && run.unpricedCalls > 0;
  return {
    run_id: run.runId,
    experiment_id: run.experimentId,
    workspace_id: run.workspaceId,
    status: run.state,
    refusal: run.refusal,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    cancel_requested_at: run.cancelRequestedAt?.toISOString() ?? null,
    cells: run.cells,
    ended_cells: run.endedCells,
    cost: toMoney(isUnpriced ? null : run.costNanoUsd),
    unpriced_excluded: run.unpricedCalls,
    spend_ceiling_nano_usd: String(run.spendCeilingNanoUsd),
  };
}
