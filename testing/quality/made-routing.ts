import type { RoutingBlock } from '../../domain/gateway/routing/routing-block.ts';
import type { RoutingArtifact } from '../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { RoutedPair } from '../../domain/quality/routing-thresholds/routed-pair.ts';

/** A block whose rule sends calls with few input tokens to a cheap tier. */
export const ROUTING_BLOCK: RoutingBlock = {
  tiers: [
    { name: 'simple', model: 'gpt-5-mini' },
    { name: 'complex', model: 'claude-opus-5' },
  ],
  rules: [{ id: 'small', tier: 'simple', max_input_tokens: 2_000 }],
  default_tier: 'complex',
};

export const PAIRS_BEGIN_MS = Date.parse('2026-01-01T00:00:00.000Z');

/** Pairs, one per minute, of 100 to 1,000 input tokens in turn. Both answers pass, and the cheap one costs a tenth. */
export function makeRoutedPairs(
  count: number,
  change: (number: number) => Partial<RoutedPair> = () => ({}),
): RoutedPair[] {
  return Array.from({ length: count }, (_, number) => ({
    requestId: `r${String(number).padStart(7, '0')}`,
    admittedAtMs: PAIRS_BEGIN_MS + number * 60_000,
    traceId: '',
    inputTokens: 100 * (1 + (number % 10)),
    isCheapPassed: true,
    isDearPassed: true,
    cheapNanoUsd: 10n,
    dearNanoUsd: 100n,
    ...change(number),
  }));
}

/** A threshold that passed its gate without a loss among 100 calls of the holdout. */
export function makeRoutingArtifact(changes: Partial<RoutingArtifact> = {}): RoutingArtifact {
  const from = '2026-01-01T00:00:00.000Z';
  const until = '2026-01-01T06:39:00.000Z';
  return {
    id: 'qcal_00000000000000000000000005',
    workspace_id: 't_00000000000000000000000001',
    fitted_at: '2026-02-02T00:00:00.000Z',
    fingerprint: `sha256:${'e'.repeat(64)}`,
    rule_id: 'small',
    parameter: 'max_input_tokens',
    old_threshold: 2_000,
    threshold: 900,
    cheap: { tier: 'simple', model: 'gpt-5-mini' },
    dear: { tier: 'complex', model: 'claude-opus-5' },
    metric: 'safety',
    quality_budget: 0.05,
    target_frontier_pct: null,
    limit: 0.05,
    confidence: 0.9,
    min_labeled: 50,
    judge_tolerance: null,
    window: { from, until, arrival_high_water: '7' },
    census: { pairs: 420, labelled: 400, by_people: 800, by_judges: 0, is_capped: false },
    parts: {
      fit: { rows: 200, from, until: '2026-01-01T03:19:00.000Z' },
      calibration: { rows: 100, from: '2026-01-01T03:20:00.000Z', until: '2026-01-01T04:59:00.000Z' },
      holdout: { rows: 100, from: '2026-01-01T05:00:00.000Z', until },
    },
    tested: [{ threshold: 900, routed: 90, losses: 0, quality: 1, saving_nano_usd: '8100', is_on_frontier: true }],
    routed: 90,
    losses: 0,
    loss: 0,
    loss_upper_bound: 0.023,
    allowance: 0.01,
    gate_passed: true,
    refusal: null,
    saving_nano_usd: '8100',
    dear_cost_nano_usd: '10000',
    digest: 'f'.repeat(64),
    ...changes,
  };
}
