import type { GroupProtection } from '../../contracts/insight/answer/answer-group.ts';
import type { GroupFacts } from './group-facts.ts';

/** The protection figures of a group. Evaluations are the newest of their request, component and phase. */
export function computeProtection({ terminals, evaluations, observed }: GroupFacts): GroupProtection {
  const watched = terminals.filter((terminal) => terminal.protection_observed === true).length;
  const count = (keeps: (evaluation: (typeof evaluations)[number]) => boolean): string =>
    String(evaluations.filter(keeps).length);
  const blocked = evaluations.filter((evaluation) => evaluation.outcome === 'blocked');
  return {
    observed_requests: String(watched),
    unknown_requests: String(observed - watched),
    eligible: count((evaluation) => evaluation.eligibility === 'eligible'),
    evaluated: count((evaluation) => evaluation.evaluation === 'evaluated'),
    blocked: String(blocked.length),
    modified: count((evaluation) => evaluation.outcome === 'modified'),
    errors: count((evaluation) => evaluation.evaluation === 'error'),
    not_executed: count((evaluation) => evaluation.evaluation === 'not_executed'),
    blocked_requests: String(new Set(blocked.map((evaluation) => evaluation.logical_request_id)).size),
  };
}
