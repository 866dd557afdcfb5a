import type { ComparisonPlanV1 } from '../../../contracts/comparisons/comparison-plan.ts';
import type { GrantedConnection } from '../../../contracts/comparisons/family-of.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';

/** The present values of what a plan pins. */
export interface CurrentSetup {
  /** The release that the route serves. */
  readonly releaseId: string | undefined;
  readonly granted: readonly GrantedConnection[];
  /** The revision of the prices; undefined if the run does not depend on prices. */
  readonly revision: string | undefined;
}

/**
 * Refuses a plan whose pins are out of date.
 * @throws Refusal `baseline_release_changed`, `comparison_evidence_stale`
 */
export function refuseStalePins(
  { baseline, candidate, judge, price_revision }: ComparisonPlanV1,
  now: CurrentSetup,
): void {
  if (now.releaseId !== baseline.release_id) {
    throw new Refusal(
      'baseline_release_changed',
      'The route now serves another release. Plan another run against that release.',
    );
  }
  const asked = [
    baseline.target.connection_id,
    candidate.target.connection_id,
    ...(judge === null ? [] : [judge.connection_id]),
  ];
  const gone = asked.find((id) => !now.granted.some(({ connectionId }) => connectionId === id));
  if (gone !== undefined) throw stale(`Connection ${gone} is retired, or is no longer granted here.`);
  if (now.revision !== undefined && now.revision !== price_revision)
    throw stale('The price table has changed since the plan.');
}

function stale(what: string): Refusal {
  return new Refusal('comparison_evidence_stale', `${what} Plan another run with the current setup.`);
}
