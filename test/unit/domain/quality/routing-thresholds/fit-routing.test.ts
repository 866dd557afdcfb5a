import { describe, expect, it } from 'vitest';
import type { RoutingContent, RoutingOutcome } from '../../../../../domain/quality/routing-thresholds/fit-routing.ts';
import { fitRoutedPairs, tunedRule } from '../../../../../testing/quality/fit-routed-pairs.ts';
import { makeRoutedPairs } from '../../../../../testing/quality/made-routing.ts';
import { createRandom } from '../../../../../testing/random.ts';

function contentOf(outcome: RoutingOutcome): RoutingContent {
  if ('refusal' in outcome) throw new Error(outcome.refusal.text);
  return outcome.content;
}

const refusalOf = (outcome: RoutingOutcome) => ('refusal' in outcome ? outcome.refusal : undefined);

/** Pairs whose cheap answer fails above a number of input tokens. */
const failingAbove = (tokens: number, count = 400) =>
  makeRoutedPairs(count, (number) => ({ isCheapPassed: 100 * (1 + (number % 10)) <= tokens }));

const saving = (target: number) => ({ terms: { quality_budget: null, target_frontier_pct: target } });

describe('a budget', () => {
  it('takes the loosest threshold before the first one that loses too much', () => {
    const content = contentOf(fitRoutedPairs(failingAbove(900)));
    // 1,000 tokens lose 10 of 100 calls, and 900 lose none.
    expect(content).toMatchObject({
      ...{ rule_id: 'small', parameter: 'max_input_tokens', old_threshold: 2_000, threshold: 900 },
      ...{ limit: 0.05, quality_budget: 0.05, target_frontier_pct: null, metric: 'safety' },
      ...{ routed: 90, losses: 0, loss: 0, gate_passed: true, refusal: null },
      ...{ saving_nano_usd: '8100', dear_cost_nano_usd: '10000' },
      parts: { fit: { rows: 200 }, calibration: { rows: 100 }, holdout: { rows: 100 } },
    });
    expect(content.tested.map(({ threshold, routed, losses }) => [threshold, routed, losses])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => [100 * tenth, 10 * tenth, 0]),
      [1_000, 100, 10],
    ]);
    expect(content.tested.at(-1)).toMatchObject({ quality: 0.9, saving_nano_usd: '9000', is_on_frontier: true });
  });

  it('counts the loss over all calls, and states its exact bound', () => {
    // 1 of 100 calls is lost: the bound of Clopper and Pearson at 0.9 is 0.03834.
    const {
      losses,
      loss,
      loss_upper_bound: bound,
      allowance,
    } = contentOf(fitRoutedPairs(makeRoutedPairs(400, (number) => ({ isCheapPassed: number !== 300 }))));
    expect([losses, loss, allowance]).toEqual([1, 0.01, 0.01]);
    expect(bound).toBeCloseTo(0.038339, 5);
  });

  it('has no loss where the dear answer fails too', () => {
    const both = makeRoutedPairs(400, () => ({ isCheapPassed: false, isDearPassed: false }));
    expect(contentOf(fitRoutedPairs(both))).toMatchObject({ threshold: 1_000, losses: 0 });
  });

  it('fails its gate if the newest quarter loses more than the older ones', () => {
    const content = contentOf(
      fitRoutedPairs(makeRoutedPairs(400, (number) => ({ isCheapPassed: number < 300 || number % 10 !== 0 }))),
    );
    expect(content).toMatchObject({ threshold: 1_000, losses: 10, gate_passed: false });
    expect(content.refusal).toMatchObject({ code: 'loss_above_limit', need: 1, have: 10 });
  });

  it('refuses if even the strictest threshold loses too much', () => {
    expect(refusalOf(fitRoutedPairs(failingAbove(0)))).toMatchObject({
      code: 'no_threshold_passed',
      need: 1,
      have: 10,
    });
  });

  it('states no saving if a cost is unknown', () => {
    const pairs = makeRoutedPairs(400, (number) => ({ cheapNanoUsd: number % 2 === 0 ? null : 10n }));
    const content = contentOf(fitRoutedPairs(pairs));
    expect(content).toMatchObject({ saving_nano_usd: null, dear_cost_nano_usd: '10000', gate_passed: true });
    expect(
      content.tested.every(({ saving_nano_usd: nanos, is_on_frontier: on }) => nanos === null && on === null),
    ).toBe(true);
  });
});

describe('a share of the largest saving', () => {
  it.each([
    [1, 1_000],
    [0.9, 900],
    [0.85, 900],
    [0.05, 100],
  ])('%f is reached by the strictest threshold that saves as much: %i', (target, threshold) => {
    expect(contentOf(fitRoutedPairs(makeRoutedPairs(400), saving(target)))).toMatchObject({
      ...{ threshold, limit: 0.1, quality_budget: null, target_frontier_pct: target, gate_passed: true },
    });
  });

  it('counts only savings on the frontier', () => {
    // Above 500 tokens, the cheap tier costs more and fails, so only 500 tokens and fewer are on the frontier.
    const pairs = makeRoutedPairs(400, (number) => {
      const isSmall = number % 10 < 5;
      return { isCheapPassed: isSmall, cheapNanoUsd: isSmall ? 10n : 200n };
    });
    const content = contentOf(fitRoutedPairs(pairs, saving(1)));
    expect([content.threshold, content.gate_passed]).toEqual([500, true]);
    expect(content.tested.map(({ is_on_frontier: on }) => on)).toEqual(Array.from({ length: 10 }, (_, at) => at === 4));
  });

  it('fails its gate if the bound exceeds the tolerance', () => {
    expect(contentOf(fitRoutedPairs(failingAbove(800), saving(1)))).toMatchObject({
      ...{ threshold: 1_000, losses: 20, gate_passed: false, refusal: { code: 'loss_above_limit', need: 5, have: 20 } },
    });
  });

  it('is refused without prices, and without a saving', () => {
    const unpriced = makeRoutedPairs(400, (number) => (number < 4 ? { dearNanoUsd: null } : {}));
    expect(refusalOf(fitRoutedPairs(unpriced, saving(0.5)))).toMatchObject({
      ...{ code: 'unpriced_tier', need: 400, have: 396, text: expect.stringContaining('claude-opus-5') as string },
    });
    const dearer = makeRoutedPairs(400, () => ({ cheapNanoUsd: 101n }));
    expect(refusalOf(fitRoutedPairs(dearer, saving(0.5)))).toMatchObject({ code: 'no_saving' });
  });
});

describe('the evidence', () => {
  it.each([
    ['no confidence', 400, { confidence: undefined }, 'no_confidence_configured', undefined, undefined],
    ['49 pairs', 49, {}, 'too_few_labelled_pairs', 50, 49],
    ['a raised minimum', 400, { minLabeled: 401 }, 'too_few_labelled_pairs', 401, 400],
    // 45 rows without a loss show 0.05 at 0.9, and 44 do not.
    ['quarters of 44', 176, {}, 'below_detectable_loss', 45, 44],
  ])('is too little with %s', (_, count, change, code, need, have) => {
    const refusal = refusalOf(fitRoutedPairs(makeRoutedPairs(count), change));
    expect([refusal?.code, refusal?.need, refusal?.have]).toEqual([code, need, have]);
    expect('content' in fitRoutedPairs(makeRoutedPairs(180))).toBe(true);
  });

  it('separates nothing if all calls have the same size', () => {
    const same = makeRoutedPairs(400, () => ({ inputTokens: 7 }));
    expect(refusalOf(fitRoutedPairs(same))).toMatchObject({ code: 'one_threshold' });
  });

  it('has all pairs of a trace in one part', () => {
    const traced = makeRoutedPairs(400, (number) => (number < 250 ? { traceId: 'a' } : {}));
    expect(contentOf(fitRoutedPairs(traced)).parts).toMatchObject({ fit: { rows: 250 }, calibration: { rows: 50 } });
  });

  it('gives the same content in any order', () => {
    const pairs = failingAbove(900);
    const shuffled = createRandom(47).shuffled(pairs);
    expect(contentOf(fitRoutedPairs(shuffled))).toEqual(contentOf(fitRoutedPairs(pairs)));
  });
});

it('at most a tenth of the fits passes a threshold that loses more than the budget', () => {
  const random = createRandom(20_260_268);
  // Each routed call is lost with 6 %. At 900 tokens, 5.4 % of all calls are lost, and at 800 tokens 4.8 %.
  const passed = Array.from({ length: 1_000 }, () => {
    const pairs = makeRoutedPairs(400, () => ({ isCheapPassed: !random.chance(0.06) }));
    const outcome = fitRoutedPairs(pairs);
    return 'content' in outcome && outcome.content.gate_passed && outcome.content.threshold >= 900;
  }).filter((hasPassed) => hasPassed).length;
  // Three standard errors above a tenth.
  expect(passed).toBeLessThanOrEqual(128);
});

it('a minimum begins after the last call of the cheap tier', () => {
  const content = contentOf(fitRoutedPairs(failingAbove(900), { rule: tunedRule('min_input_tokens') }));
  expect(content).toMatchObject({ parameter: 'min_input_tokens', old_threshold: null, threshold: 901, routed: 90 });
  expect(content.cheap).toEqual({ tier: 'complex', model: 'claude-opus-5' });
});
