import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import type { EvaluatorKind, OutcomeBasis } from '../../../domain/judges/outcome.ts';
import type { LoggedCall } from '../../logs/logged-call.ts';

/** A verdict on the answer to a request. */
export interface LoggedVerdict {
  readonly metric: string;
  readonly evaluatorId: string;
  readonly kind: EvaluatorKind;
  readonly basis: OutcomeBasis;
  /** Undefined for an evaluator that decided nothing. */
  readonly isPass: boolean | undefined;
  /** The person; undefined for all other evaluators. */
  readonly annotator: string | undefined;
  /** True for a label of a row that was offered because it is hard, which no rate may use. */
  readonly isHardCase: boolean;
  readonly occurredAt: string;
}

/**
 * The verdicts of a log, by request. The newest verdict of an evaluator or a person on a metric replaces earlier ones.
 */
export class LogOutcomes {
  readonly #byRequest = new Map<string, Map<string, LoggedVerdict>>();

  /** The number of requests with a verdict. */
  get requests(): number {
    return this.#byRequest.size;
  }

  add(outcome: EvaluationOutcome): void {
    // A trial in both orders has a winner in place of a verdict.
    if (outcome.verdict === undefined) return;
    const verdict = verdictOf(outcome);
    const request = keyOf(outcome.scope.workspace_id, outcome.logical_request_id);
    const verdicts = this.#byRequest.get(request) ?? new Map<string, LoggedVerdict>();
    this.#byRequest.set(request, verdicts);
    const { metric, evaluatorId, basis, annotator = '' } = verdict;
    const key = JSON.stringify([metric, evaluatorId, basis, annotator]);
    const known = verdicts.get(key);
    if (known === undefined || known.occurredAt <= verdict.occurredAt) verdicts.set(key, verdict);
  }

  /** The verdicts on the answer to a request. */
  of({ scope, requestId }: Pick<LoggedCall, 'scope' | 'requestId'>): readonly LoggedVerdict[] {
    return [...(this.#byRequest.get(keyOf(scope.workspace_id, requestId))?.values() ?? [])];
  }
}

/** Ids of requests are unique in a workspace. */
function keyOf(workspaceId: string, requestId: string): string {
  return `${workspaceId}\n${requestId}`;
}

function verdictOf(outcome: EvaluationOutcome): LoggedVerdict {
  const { metric, evaluator_id: evaluatorId, evaluator_kind: kind, basis, verdict, annotator } = outcome;
  return {
    ...{ metric, evaluatorId, kind, basis, annotator },
    isPass: verdict === 'pass' ? true : verdict === 'fail' ? false : undefined,
    isHardCase: outcome.label_strategy === 'hard_cases',
    occurredAt: new Date(outcome.occurred_at).toISOString(),
  };
}
