import type { EvalsBlock } from '../../../domain/judges/configuration/evals-block.ts';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { judgingEvaluators } from '../../../domain/judges/work/judging-evaluator.ts';
import type { RoutingBlock } from '../../../domain/gateway/routing/routing-block.ts';
import { sha256Digest } from '../../wire/canonical-json.ts';

/** The parts of a configuration file that decide what is judged, and by what. */
export interface PolicyBlocks {
  readonly mode?: string | undefined;
  readonly evals?: EvalsBlock | undefined;
  readonly routing?: Pick<RoutingBlock, 'tiers' | 'rules' | 'default_tier' | 'fallbacks'> | undefined;
}

/**
 * The policy epoch of a configuration: `sha256:` and 64 hexadecimal digits. It covers the evaluators with their models,
 * methods and sampling rates, the sources of labels, and the tiers with their rules. Costs, keys, addresses and
 * everything else may change within an epoch.
 */
export function policyFingerprint({ mode = 'ledger', evals, routing }: PolicyBlocks): string {
  const evaluators = judgingEvaluators(evals).map(({ evaluatorId, metric, model, method, sampleRate, seats }) => ({
    evaluator_id: evaluatorId,
    metric,
    model,
    method,
    sample_rate: sampleRate,
    seats: seats.map((seat) => seat.model),
  }));
  const { tiers = [], rules = [], default_tier = null, fallbacks = [] } = routing ?? {};
  return sha256Digest({
    mode,
    evaluators,
    gold_sources: evalsSettings(evals).validation.goldSources,
    routing: { tiers, rules, default_tier, fallbacks },
  });
}
