import type { JsonObject } from '../../../providers/json-parts.ts';

/** A member by which a request asks for service at another price. */
interface Tier {
  readonly member: string;
  /** The tiers that cost at most what the price table states. */
  readonly plain: readonly string[];
  /** The maximum factor of a value for every price, over all providers that are known to have it. */
  readonly factors: Readonly<Record<string, number>>;
  /** The factor for an unknown value. */
  readonly otherwise: number;
}

const SERVICE_TIER: Omit<Tier, 'member'> = {
  plain: ['auto', 'default', 'standard', 'standard_only', 'flex', 'batch', 'on_demand', 'scale', 'unspecified'],
  factors: { priority: 2.5, fast: 2.5 },
  otherwise: 6,
};

/**
 * The tiers by the price lists of Anthropic, OpenAI and Google of 2026. The most expensive model of each tier counts.
 */
const TIERS: readonly Tier[] = [
  { member: 'service_tier', ...SERVICE_TIER },
  { member: 'serviceTier', ...SERVICE_TIER },
  { member: 'speed', plain: ['standard', 'normal'], factors: { fast: 6 }, otherwise: 6 },
  { member: 'inference_geo', plain: ['global', 'not_available'], factors: {}, otherwise: 1.1 },
];

/** The factor by which a request is more expensive than the price table states; at least 1. */
export function tierFactor(body: JsonObject): number {
  let factor = 1;
  for (const { member, plain, factors, otherwise } of TIERS) {
    const value = body[member] ?? undefined;
    if (value === undefined || (typeof value === 'string' && plain.includes(value))) continue;
    factor *= (typeof value === 'string' && Object.hasOwn(factors, value) && factors[value]) || otherwise;
  }
  return factor;
}
