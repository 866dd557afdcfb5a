import type { ExperimentDeclaration } from '../../../domain/quality/experiments/declaration.ts';
import type { EvalComparison } from '../../../domain/quality/experiments/eval-comparison.ts';
import { refusedComparison } from '../../../domain/quality/experiments/refused-comparison.ts';
import type { StoredExperimentRun } from '../../../store/quality/experiments/experiment-run-store.ts';

/** The comparison of the declared pair by a run; undefined until the run has ended. A refused run cannot measure. */
export function declaredComparison(
  declaration: ExperimentDeclaration,
  run: Pick<StoredExperimentRun, 'refusal' | 'result'> | undefined,
): EvalComparison | undefined {
  if (run === undefined) return undefined;
  if (run.refusal !== null) return refusedComparison(declaration, declaration.pair, run.refusal);
  return run.result?.comparison;
}
