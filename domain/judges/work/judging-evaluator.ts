import { roundToNanoUsd } from '../../kernel/round-to-nano-usd.ts';
import type { EvalsBlock, EvaluatorEntry, JudgeBlock } from '../configuration/evals-block.ts';
import { EVALS_DEFAULTS } from '../configuration/evals-settings.ts';
import { findEvaluator, type OutcomeMetric } from '../evaluators.ts';
import { COMPOSED_METHODS, DEFAULT_METHOD, isComposed, type ComposedMethodId } from '../methods/judge-methods.ts';

/**
 * A judging model, and the names of the environment variables for its key and, if it does not use the default address,
 * its address.
 */
export interface PanelMember {
  readonly model: string;
  readonly keyVariable: string;
  readonly endpointVariable: string | undefined;
}

/** A configured evaluator whose verdicts come from models. */
export interface JudgingEvaluator {
  /** The `judge_id` of its verdicts. */
  readonly evaluatorId: string;
  readonly metric: OutcomeMetric;
  /** The model that its verdicts name. For a panel, this model is not called. */
  readonly model: string;
  readonly method: ComposedMethodId;
  /** The share of requests to score; 0 samples no new requests. */
  readonly sampleRate: number;
  /** The maximum cost of all panel members in a UTC day, in nano-USD. */
  readonly maxNanoUsdPerDay: bigint;
  /** The panel members; exactly one unless the method is a panel. */
  readonly seats: readonly PanelMember[];
}

/** The judging evaluators of a block that has no faults and that this version can run. */
export function judgingEvaluators({ evaluators }: EvalsBlock = {}): JudgingEvaluator[] {
  return evaluators?.flatMap((entry) => (entry === undefined ? [] : judgingEvaluator(entry))) ?? [];
}

function judgingEvaluator(entry: EvaluatorEntry): JudgingEvaluator[] {
  const { id: evaluatorId, judge } = entry;
  if (evaluatorId === undefined || judge === undefined) return [];
  const metric = findEvaluator(evaluatorId)?.metrics[0];
  return metric === undefined ? [] : [{ evaluatorId, metric, ...wayOfJudging(entry, judge) }];
}

function wayOfJudging(entry: EvaluatorEntry, judge: JudgeBlock): Omit<JudgingEvaluator, 'evaluatorId' | 'metric'> {
  const { method = EVALS_DEFAULTS.method, model = '' } = judge;
  const { id, membersOf } = isComposed(method) ? COMPOSED_METHODS[method] : DEFAULT_METHOD;
  return {
    model,
    method: id,
    sampleRate: entry.sample_rate ?? 0,
    maxNanoUsdPerDay: BigInt(roundToNanoUsd(entry.max_usd_per_day ?? 0)),
    seats: membersOf(judge).map((seat) => ({
      model: seat?.model ?? '',
      keyVariable: seat?.api_key_env ?? '',
      endpointVariable: seat?.endpoint_env,
    })),
  };
}
