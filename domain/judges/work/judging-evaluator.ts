import { roundToNanoUsd } from '../../kernel/round-to-nano-usd.ts';
import type { EvalsBlock, EvaluatorEntry, JudgeBlock } from '../configuration/evals-block.ts';
import { EVALS_DEFAULTS } from '../configuration/evals-settings.ts';
import { evaluatorOf, type OutcomeMetric } from '../evaluators.ts';
import { COMPOSED_METHODS, DEFAULT_METHOD, isComposed, type ComposedMethodId } from '../methods/judge-methods.ts';

/**
 * A model that judges, and the names of the variables of its key and, where it is not its maker’s own, of its address.
 */
export interface PanelMember {
  readonly model: string;
  readonly keyVariable: string;
  readonly endpointVariable: string | undefined;
}

/** An evaluator that has models judge, as the configuration says. */
export interface JudgingEvaluator {
  /** The `judge_id` of its verdicts. */
  readonly evaluatorId: string;
  readonly metric: OutcomeMetric;
  /** The model of its verdicts; of a panel it asks nobody. */
  readonly model: string;
  readonly method: ComposedMethodId;
  /** The share of requests that it scores; 0 takes on nothing new. */
  readonly sampleRate: number;
  /** Nano-USD of all its panel members together in one day of UTC. */
  readonly maxNanoUsdPerDay: bigint;
  /** One, unless it is a panel. */
  readonly seats: readonly PanelMember[];
}

/** The evaluators of a block that has no faults and can be composed. */
export function judgingEvaluators({ evaluators }: EvalsBlock = {}): JudgingEvaluator[] {
  return evaluators?.flatMap((entry) => (entry === undefined ? [] : judgingEvaluator(entry))) ?? [];
}

function judgingEvaluator(entry: EvaluatorEntry): JudgingEvaluator[] {
  const { id: evaluatorId, judge } = entry;
  if (evaluatorId === undefined || judge === undefined) return [];
  const metric = evaluatorOf(evaluatorId)?.metrics[0];
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
