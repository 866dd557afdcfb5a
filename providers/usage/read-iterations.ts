import type { UnpricedReason } from '../../domain/models/price.ts';
import { isJsonObject } from '../json-parts.ts';
import { contradictsItself } from './contradicts-itself.ts';
import type { UnitCounts, UsagePart } from './price-terms.ts';

/** The kind of iteration that the usage includes: steps of the model itself. Any other kind is charged in addition. */
const COUNTED = 'message';
const FURTHER: readonly unknown[] = ['compaction', 'advisor_message'];

/** The units that both the iterations and the total usage state. */
const SUMMED = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const;

type Sum = Record<(typeof SUMMED)[number], number>;

/**
 * The iterations of a message as separately charged parts, or the reason why they are unknown.
 * @param whole the units of the usage, which are changed to the sums of all iterations
 * @param readPart reads the units of an iteration
 */
export function readIterations(
  iterations: unknown,
  whole: Record<string, number>,
  readPart: (usage: Readonly<Record<string, unknown>>) => UnitCounts | UnpricedReason,
): readonly UsagePart[] | UnpricedReason {
  if (!Array.isArray(iterations)) return 'usage_not_understood';
  if (contradictsItself(whole)) return 'usage_inconsistent';
  const parts: UsagePart[] = [];
  const [counted, all] = [newSum(), newSum()];
  for (const iteration of iterations as readonly unknown[]) {
    if (!isJsonObject(iteration)) return 'usage_not_understood';
    const { type, model, ...usage } = iteration;
    const units = type === COUNTED || FURTHER.includes(type) ? readPart(usage) : 'usage_not_understood';
    if (typeof units === 'string') return units;
    parts.push({ model: typeof model === 'string' ? model : undefined, units });
    add(all, units);
    if (type === COUNTED) add(counted, units);
  }
  if (SUMMED.some((unit) => counted[unit] !== (whole[unit] ?? 0))) return 'usage_inconsistent';
  for (const unit of SUMMED) if (all[unit] > 0) whole[unit] = all[unit];
  return parts;
}

function newSum(): Sum {
  return { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
}

function add(sum: Sum, units: UnitCounts): void {
  for (const unit of SUMMED) sum[unit] += units[unit] ?? 0;
}
