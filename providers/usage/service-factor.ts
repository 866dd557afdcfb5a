import type { ServiceLevel } from './price-terms.ts';

/** The factor of a rate as a fraction, because factors such as 5 / 3 are not decimals. */
export interface ServiceFactor {
  readonly times: number;
  readonly per: number;
}

/** The values of an answer that mean the standard service level, in lower case. */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
  service_tier: ['default', 'standard', 'on_demand'],
  speed: ['standard', 'normal'],
  inference_geo: ['global', 'not_available'],
};

export function isStandardService({ dimension, value }: ServiceLevel): boolean {
  return STANDARD[dimension]?.includes(value.toLowerCase()) === true;
}

const SAME: ServiceFactor = { times: 1, per: 1 };
const HALF: ServiceFactor = { times: 1, per: 2 };

/** The factor for the name of a model without its date. */
type FactorOfModel = (model: string) => ServiceFactor | undefined;

/** The factor for every model at this service level. */
function always(factor: ServiceFactor): FactorOfModel {
  return () => factor;
}

function ofModels(
  factors: readonly (readonly [times: number, per: number, models: readonly string[]])[],
): FactorOfModel {
  const known = new Map(factors.flatMap(([times, per, models]) => models.map((model) => [model, { times, per }])));
  return (model) => known.get(model);
}

/**
 * https://openai.com/api-priority-processing/ and /api-fast-mode/, which is its other name since 2026-07-30. It
 * excludes long context.
 */
const PRIORITY_OF_OPENAI = ofModels([
  [5, 2, ['gpt-5.5']],
  [2, 1, ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.2', 'gpt-5.1', 'gpt-5.1-codex', 'gpt-5', 'gpt-5-codex', 'gpt-4.1-nano']],
  [9, 5, ['gpt-5-mini']],
  [7, 4, ['gpt-4.1', 'gpt-4.1-mini', 'gpt-4o-2024-05-13', 'o3']],
  [17, 10, ['gpt-4o']],
  [5, 3, ['gpt-4o-mini']],
  [20, 11, ['o4-mini']],
]);

/** https://platform.claude.com/docs/en/about-claude/pricing, fast mode and data residency. */
const FAST_OF_ANTHROPIC = ofModels([
  [6, 1, ['claude-opus-4-6', 'claude-opus-4-7']],
  [2, 1, ['claude-opus-4-8', 'claude-opus-5']],
]);
const US_OF_ANTHROPIC = ofModels([
  [
    ...([11, 10] as const),
    [
      ...['claude-opus-4-6', 'claude-opus-4-7', 'claude-opus-4-8', 'claude-opus-5', 'claude-opus-5-5'],
      ...['claude-sonnet-4-6', 'claude-sonnet-5', 'claude-fable-5', 'claude-fable-5-1'],
    ],
  ],
]);

/**
 * The factors of tokens outside of the standard service level, by provider of the table, dimension and value in lower
 * case.
 */
const FACTORS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, FactorOfModel>>>>>> = {
  openai: {
    service_tier: { flex: always(HALF), priority: PRIORITY_OF_OPENAI, fast: PRIORITY_OF_OPENAI },
  },
  anthropic: {
    service_tier: { batch: always(HALF) },
    speed: { fast: FAST_OF_ANTHROPIC },
    inference_geo: { us: US_OF_ANTHROPIC },
  },
  // https://ai.google.dev/gemini-api/docs/optimization
  google: { service_tier: { flex: always(HALF), on_demand_flex: always(HALF) } },
  // https://console.groq.com/docs/service-tiers: at the price of the standard tier, and refused sooner.
  groq: { service_tier: { flex: always(SAME) } },
  // The table has the price of the largest context.
  perplexity: { search_context_size: { high: always(SAME) } },
};

const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/;

/** The factor for the rates of tokens; undefined if the price of a service level is unknown. */
export function serviceFactor(
  priceProvider: string,
  model: string,
  served: readonly ServiceLevel[],
): ServiceFactor | undefined {
  let { times, per } = SAME;
  for (const { dimension, value } of served) {
    const values = FACTORS[priceProvider]?.[dimension];
    const word = value.toLowerCase();
    const factorOf = values !== undefined && Object.hasOwn(values, word) ? values[word] : undefined;
    const factor = factorOf?.(model) ?? factorOf?.(model.replace(DATE, ''));
    if (factor === undefined) return undefined;
    times *= factor.times;
    per *= factor.per;
  }
  return { times, per };
}
