import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import { ExperimentQuerySchema } from '../../../contracts/quality/experiments/experiment-queries.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { compareArms } from '../../../domain/quality/experiments/compare-arms.ts';
import type { ExperimentDeclaration, ExperimentPair } from '../../../domain/quality/experiments/declaration.ts';
import type { EvalComparison } from '../../../domain/quality/experiments/eval-comparison.ts';
import { measureArms } from '../../../domain/quality/experiments/measure-arms.ts';
import { refusedComparison } from '../../../domain/quality/experiments/refused-comparison.ts';
import type { StoredExperimentRun } from '../../../store/quality/experiments/experiment-run-store.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { ExperimentSources } from '../ports/experiment-ports.ts';
import { declaredComparison } from './declared-comparison.ts';
import { presentExperiment } from './present-experiment.ts';
import { requireExperiment } from './require-experiment.ts';

/** Answers with one experiment and the figures of its latest run. */
export const readExperiment = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.experiments.get', {
  query: ExperimentQuerySchema,
  async answer(request, { ports }) {
    const { workspace_id: asked, compare } = request.query;
    const experiment = await requireExperiment(ports, asked, request.params.experiment);
    const { workspaceId, experimentId, declaration } = experiment;
    const { runs, findActiveUnits } = ports.experiments;
    const pair = compare === undefined ? undefined : requirePair(declaration, compare);
    const [[run], { units }] = await Promise.all([
      runs.newestOf(workspaceId, [experimentId]),
      findActiveUnits(workspaceId),
    ]);
    const comparison =
      pair === undefined
        ? declaredComparison(declaration, run)
        : await comparisonOf(ports.experiments, declaration, run, pair);
    const segments = run?.result?.segments ?? null;
    return {
      ...presentExperiment(experiment, run, units),
      pareto: [...(run?.result?.pareto ?? [])],
      comparison: comparison ?? null,
      segments: segments && { ...segments, segments: [...segments.segments] },
    };
  },
});

/**
 * The two arms of a text `baseline,candidate`.
 * @throws Refusal `validation_failed` for an unknown arm, for equal arms, and for arms with different metrics or bases
 */
function requirePair({ arms }: ExperimentDeclaration, compare: string): ExperimentPair {
  const [baseline = '', candidate = ''] = compare.split(',');
  const [one, other] = [baseline, candidate].map((name) => {
    const found = arms.find((arm) => arm.name === name);
    if (found !== undefined) return found;
    const names = arms.map((arm) => arm.name).join(', ');
    throw invalidMember('/compare', `There is no arm \`${name}\`. Name two of ${names}.`);
  });
  if (baseline === candidate) throw invalidMember('/compare', '`compare` names one arm twice. Name two arms.');
  if (one?.metric === other?.metric && one?.basis === other?.basis) return { baseline, candidate };
  const detail = 'The arms have different metrics or bases, so they cannot be subtracted. Name two arms with the same.';
  throw invalidMember('/compare', detail);
}

/** The comparison of two named arms by a run; undefined until the run has ended. */
async function comparisonOf(
  { runs }: Pick<ExperimentSources, 'runs'>,
  declaration: ExperimentDeclaration,
  run: StoredExperimentRun | undefined,
  pair: ExperimentPair,
): Promise<EvalComparison | undefined> {
  if (run === undefined) return undefined;
  if (run.refusal !== null) return refusedComparison(declaration, pair, run.refusal);
  if (run.facts === null || run.result === null) return undefined;
  const cells = await runs.cells(run.workspaceId, run.runId);
  return compareArms(measureArms({ declaration, facts: run.facts, cells }, pair));
}
