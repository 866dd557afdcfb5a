import { hasEnded } from '../../../domain/comparisons/comparison-run.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ComparisonRunRow } from '../../../store/comparisons/comparison-run-store.ts';

/**
 * Requires an ended run, because growing evidence invites people to stop when it looks best.
 * @throws Refusal `comparison_run_not_terminal`
 */
export function requireEndedRun({ state }: ComparisonRunRow): void {
  if (hasEnded(state)) return;
  const detail = `The run is in the state ${state}. Its evidence is available when the run has ended. Try again then.`;
  throw new Refusal('comparison_run_not_terminal', detail);
}

/**
 * Requires a run that ended by itself, because a stopped run allows no decision.
 * @throws Refusal `comparison_run_not_terminal`, `comparison_canceled`
 */
export function requireEvidence(run: ComparisonRunRow): void {
  requireEndedRun(run);
  if (run.state !== 'abandoned') return;
  throw new Refusal(
    'comparison_canceled',
    'This run was cancelled. Its finished calls are stored with their cost. Plan another run.',
  );
}
