import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { AdditiveSums } from '../group-sums.ts';
import type { TokenKind } from '../insight-sets.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { figureCount } from './fact-count.ts';

/** Sums over attempts, by `dispatched_at`. */
type TokenSums = Pick<AdditiveSums, 'attempts' | 'measured' | 'total_tokens'>;
type KindSums = Pick<AdditiveSums, 'attempts' | `${TokenKind}_${'measured' | 'tokens'}`>;

/**
 * The value of `tokens.v1`: the total tokens of attempts in the span. It omits attempts without usage, which never
 * count as 0.
 */
export function tokensValue(sums: TokenSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return tokenSum(sums.total_tokens, sums.measured, sums, gaps);
}

/**
 * The value of `input_tokens.v1`, `output_tokens.v1`, `cached_tokens.v1` and `reasoning_tokens.v1`: the tokens of one
 * kind. Usage that omits a kind does not count as 0, because some providers do not report cached tokens.
 */
export function tokenKindValue(kind: TokenKind, sums: KindSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return tokenSum(sums[`${kind}_tokens`], sums[`${kind}_measured`], sums, gaps);
}

function tokenSum(
  number: bigint,
  measured: bigint,
  { attempts }: Pick<AdditiveSums, 'attempts'>,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  return additiveValue({
    number,
    unit: 'tokens',
    known: measured,
    missing: attempts > measured ? [...gaps, 'usage_unknown'] : gaps,
  });
}

export const tokensMetric = defineMetric({
  id: 'tokens.v1',
  question: 'How many tokens were used?',
  unit: 'tokens',
  population: 'attempts',
  aggregation: 'sum',
  missing: 'coverage_unknown',
  number: 'Total tokens of the attempts dispatched in the window, without attempts that report no usage.',
  facetPopulation: 'attempts',
  sums: ['measured', 'total_tokens'],
  basis: figureCount('attempts'),
  value: ({ sums }, { traffic }) => tokensValue(sums, traffic),
});

export const inputTokensMetric = defineMetric({
  id: 'input_tokens.v1',
  question: 'How many tokens were sent?',
  unit: 'tokens',
  population: 'attempts',
  aggregation: 'sum',
  missing: 'coverage_unknown',
  number:
    'Tokens that the attempts dispatched in the window sent, including those read from a cache, without attempts that do not report them.',
  facetPopulation: 'attempts',
  sums: ['input_measured', 'input_tokens'],
  basis: figureCount('attempts'),
  value: ({ sums }, { traffic }) => tokenKindValue('input', sums, traffic),
});

export const outputTokensMetric = defineMetric({
  id: 'output_tokens.v1',
  question: 'How many tokens were received?',
  unit: 'tokens',
  population: 'attempts',
  aggregation: 'sum',
  missing: 'coverage_unknown',
  number:
    'Tokens that the attempts dispatched in the window received, including reasoning, without attempts that do not report them.',
  facetPopulation: 'attempts',
  sums: ['output_measured', 'output_tokens'],
  basis: figureCount('attempts'),
  value: ({ sums }, { traffic }) => tokenKindValue('output', sums, traffic),
});

export const cachedTokensMetric = defineMetric({
  id: 'cached_tokens.v1',
  question: 'How many of the tokens sent were read from a cache?',
  unit: 'tokens',
  population: 'attempts',
  aggregation: 'sum',
  missing: 'coverage_unknown',
  number:
    'Tokens that the attempts dispatched in the window read from the provider’s cache, without attempts that do not report them.',
  facetPopulation: 'attempts',
  sums: ['cached_measured', 'cached_tokens'],
  basis: figureCount('attempts'),
  value: ({ sums }, { traffic }) => tokenKindValue('cached', sums, traffic),
});

export const reasoningTokensMetric = defineMetric({
  id: 'reasoning_tokens.v1',
  question: 'How many of the tokens received were spent on reasoning?',
  unit: 'tokens',
  population: 'attempts',
  aggregation: 'sum',
  missing: 'coverage_unknown',
  number:
    'Tokens that the attempts dispatched in the window spent on reasoning, without attempts that do not report them.',
  facetPopulation: 'attempts',
  sums: ['reasoning_measured', 'reasoning_tokens'],
  basis: figureCount('attempts'),
  value: ({ sums }, { traffic }) => tokenKindValue('reasoning', sums, traffic),
});
