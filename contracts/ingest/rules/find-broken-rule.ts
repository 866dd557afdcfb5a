import type { Attempt } from '../events/attempt.ts';
import type { CostEffect } from '../events/cost-effect.ts';
import type { CoverageGap } from '../events/coverage-gap.ts';
import type { EvaluationOutcome } from '../events/evaluation-outcome.ts';
import { parseInstantMs } from '../events/parse-instant-ms.ts';
import type { ProtectionEvaluation } from '../events/protection-evaluation.ts';
import type { RequestTerminal } from '../events/request-terminal.ts';
import type { TrafficEvent } from '../events/traffic-event.ts';

/** The sentence about the first rule that an event with a valid shape breaks; undefined if it breaks none. */
export function findBrokenRule(event: TrafficEvent): string | undefined {
  switch (event.event) {
    case 'request_admitted':
      return badInstant('admitted_at', event.admitted_at);
    case 'request_terminal':
      return brokenTerminal(event);
    case 'attempt':
      return brokenUsage(event) ?? brokenAttemptTimes(event);
    case 'cost_effect':
      return brokenCost(event) ?? badInstant('occurred_at', event.occurred_at);
    case 'feedback_verdict':
    case 'release_marker':
      return badInstant('occurred_at', event.occurred_at);
    case 'protection_evaluation':
      return brokenOutcome(event) ?? ordered('admitted_at', event.admitted_at, 'evaluated_at', event.evaluated_at);
    case 'evaluation_outcome':
      return brokenEvaluation(event);
    case 'coverage_gap':
      return ordered('from', event.from, 'to', event.to) ?? emptyGap(event);
  }
}

function brokenTerminal(event: RequestTerminal): string | undefined {
  if (event.first_output_ms !== undefined && !event.streaming) return 'first_output_ms is for streams only.';
  return brokenLimit(event) ?? ordered('admitted_at', event.admitted_at, 'terminal_at', event.terminal_at);
}

function brokenLimit({ status, refused_by_limit: limit }: RequestTerminal): string | undefined {
  if (limit === undefined) return undefined;
  if (status !== 'refused') return 'refused_by_limit is for refused requests only.';
  return limit.resets_at === undefined ? undefined : badInstant('refused_by_limit.resets_at', limit.resets_at);
}

function brokenOutcome(event: ProtectionEvaluation): string | undefined {
  if ((event.evaluation === 'evaluated') !== (event.outcome === 'none')) return undefined;
  return 'outcome is `none` exactly when evaluation is not `evaluated`.';
}

function brokenEvaluation(event: EvaluationOutcome): string | undefined {
  return brokenKind(event) ?? brokenSaying(event);
}

function brokenKind(event: EvaluationOutcome): string | undefined {
  const { evaluator_kind: kind, annotator, judge_certainty: certainty, panel_split: split } = event;
  if ((annotator !== undefined) !== (kind === 'human')) return 'annotator belongs exactly to labels of people.';
  if (event.label_strategy !== undefined && kind !== 'human') return 'label_strategy belongs to labels of people.';
  if (event.label_probability !== undefined && event.label_strategy !== 'random')
    return 'label_probability belongs to the label_strategy random.';
  const coordinates = [event.judge_id, event.judge_model, event.judge_prompt_sha, event.judge_eval_ver];
  if (coordinates.some((coordinate) => (coordinate !== undefined) !== (kind === 'judge')))
    return 'judge_id, judge_model, judge_prompt_sha and judge_eval_ver belong exactly to outcomes of judges.';
  if (kind === 'judge') return undefined;
  if (event.verdict === 'no_verdict') return 'The verdict no_verdict is for judges only.';
  if ((certainty ?? split ?? event.swap_shown_first) === undefined) return undefined;
  return 'Swap trials, certainty and the split of a panel are of judges only.';
}

function brokenSaying(event: EvaluationOutcome): string | undefined {
  const { verdict, score, swap_shown_first: first, swap_shown_swapped: swapped } = event;
  const isTrial = first !== undefined;
  if (isTrial !== (swapped !== undefined)) return 'A swap trial names the winner of both orders.';
  if (isTrial === ((verdict ?? score) !== undefined))
    return 'An outcome says a verdict, a score or both, or it is a swap trial.';
  if ((verdict === 'abstained' || verdict === 'no_verdict') && score !== undefined)
    return 'Who abstains or gives no verdict gives no score.';
  return badInstant('admitted_at', event.admitted_at) ?? badInstant('occurred_at', event.occurred_at);
}

function emptyGap(event: CoverageGap): string | undefined {
  return parseInstantMs(event.from) === parseInstantMs(event.to) ? 'to must be after from.' : undefined;
}

function badInstant(member: string, text: string): string | undefined {
  return parseInstantMs(text) === undefined ? `${member} is no instant of the years 2000 to 2099.` : undefined;
}

function ordered(firstMember: string, first: string, secondMember: string, second: string): string | undefined {
  const from = parseInstantMs(first);
  const to = parseInstantMs(second);
  if (from === undefined) return badInstant(firstMember, first);
  if (to === undefined) return badInstant(secondMember, second);
  return to < from ? `${secondMember} must not be before ${firstMember}.` : undefined;
}

function brokenAttemptTimes(event: Attempt): string | undefined {
  return event.terminal_at === undefined
    ? badInstant('dispatched_at', event.dispatched_at)
    : ordered('dispatched_at', event.dispatched_at, 'terminal_at', event.terminal_at);
}

function brokenUsage(event: Attempt): string | undefined {
  if (event.usage_known !== (event.usage_source !== 'none'))
    return 'usage_source is `none` exactly when usage is unknown.';
  if (event.usage_known) {
    const complete =
      event.input_tokens !== undefined && event.output_tokens !== undefined && event.total_tokens !== undefined;
    return complete ? undefined : 'Known usage needs input_tokens, output_tokens and total_tokens.';
  }
  const given =
    event.input_tokens ??
    event.output_tokens ??
    event.cache_read_tokens ??
    event.cache_write_tokens ??
    event.reasoning_tokens ??
    event.total_tokens;
  return given === undefined ? undefined : 'Unknown usage must not carry tokens.';
}

const INT64_MAX = 2n ** 63n - 1n;

function brokenCost(event: CostEffect): string | undefined {
  if (event.price_revision !== undefined && event.effect_kind === 'adjustment')
    return 'price_revision belongs to settlements and transitions only.';
  if (event.unpriced_reason !== undefined && event.price_state !== 'unpriced')
    return 'unpriced_reason belongs to unpriced effects only.';
  if (event.price_basis !== undefined && (event.unpriced_reason === undefined || event.price_revision === undefined))
    return 'price_basis needs an unpriced_reason and a price_revision.';
  return brokenPriceStates(event) ?? brokenAmount(event);
}

function brokenPriceStates(event: CostEffect): string | undefined {
  const { effect_kind: kind, price_state: after, previous_price_state: before } = event;
  switch (kind) {
    case 'adjustment':
      return after === undefined && before === undefined ? undefined : 'An adjustment carries no price state.';
    case 'settlement':
      if (after === undefined) return 'A settlement needs its price_state.';
      return before === undefined ? undefined : 'A settlement has no previous_price_state.';
    case 'price_transition': {
      const allowed = (before === 'pending' && after !== 'pending') || (before === 'unpriced' && after === 'priced');
      if (after !== undefined && allowed) return undefined;
      return 'A price transition goes from pending to priced or unpriced, or from unpriced to priced.';
    }
  }
}

function brokenAmount(event: CostEffect): string | undefined {
  const hasAmount = event.effect_kind === 'adjustment' || event.price_state === 'priced';
  if (hasAmount !== (event.nanos !== undefined)) return 'nanos belongs exactly to priced effects and adjustments.';
  if (event.estimated !== undefined && event.price_state !== 'priced')
    return 'estimated belongs to priced effects only.';
  if (event.nanos === undefined) return undefined;
  const amount = BigInt(event.nanos);
  if (amount > INT64_MAX || amount < -INT64_MAX) return 'nanos does not fit 64 bits.';
  return amount < 0n && event.effect_kind !== 'adjustment' ? 'A price is not negative.' : undefined;
}
