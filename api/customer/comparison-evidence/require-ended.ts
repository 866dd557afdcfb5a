import { hasEnded } from '../../../domain/comparisons/comparison-run.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';

/** @throws Refusal `comparison_run_not_terminal`: evidence that still grows invites to stop where it looks best */
export function requireEnded({ state }: ComparisonRunRow): void {
  if (hasEnded(state)) return;
  const detail = `The run is in the state ${state}. Its evidence is available once it has ended: try again then.`;
  throw new Refusal('comparison_run_not_terminal', detail);
}

/**
 * @throws Refusal `comparison_run_not_terminal`, `comparison_canceled`: nothing is decided from a run that was stopped
 */
export function requireEvidence(run: ComparisonRunRow): void {
  requireEnded(run);
  if (run.state !== 'abandoned') return;
  throw new Refusal(
    'comparison_canceled',
    'This run was cancelled. Its finished calls are kept with their cost. Plan and run again.',
  );
}
