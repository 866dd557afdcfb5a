import { toValidUsage } from '../received/to-valid-usage.ts';
import type { ReportedUsage } from '../received/reported-call.ts';
import type { CallKind } from './read-span-kind.ts';
import { CALL_NAMES } from './names/call-names.ts';
import { readProviderCaches } from './read-provider-caches.ts';
import type { SpanAttributes } from './span-attributes.ts';

/**
 * Instrumentations that count cache reads and writes in addition to the input, as Anthropic does. The conventions count
 * them as part of the input.
 */
const CACHES_BESIDE_INPUT: ReadonlySet<string> = new Set(['@traceloop/instrumentation-anthropic']);

/** The cache costs that LiteLLM states without their tokens. */
const CACHE_COSTS = [['gen_ai.cost.cache_read_cost'], ['gen_ai.cost.cache_creation_cost']];

/** The counts of a span; undefined if they are incomplete or contradict each other. */
export function readSpanUsage(
  kind: CallKind,
  attributes: SpanAttributes,
  instrumentation: string,
): ReportedUsage | undefined {
  const input = attributes.number(CALL_NAMES.inputTokens);
  // An embedding model outputs no tokens, so its spans do not count them.
  const output = attributes.number(CALL_NAMES.outputTokens) ?? (kind === 'embedding' ? 0 : undefined);
  if (input === undefined || output === undefined) return undefined;
  const caches_ = readProviderCaches(attributes);
  const cacheRead = attributes.number(CALL_NAMES.cacheReadTokens) ?? caches_.read;
  const cacheWrite = attributes.number(CALL_NAMES.cacheWriteTokens) ?? caches_.write;
  const reasoning = attributes.number(CALL_NAMES.reasoningTokens);
  return toValidUsage({
    source: 'provider',
    input,
    output,
    total: attributes.number(CALL_NAMES.totalTokens),
    hasCachesBeside: caches_.areExtra || CACHES_BESIDE_INPUT.has(instrumentation),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  });
}

/** True if a span shows that caches were used, but not for how many tokens. The cost of the input is then unknown. */
export function hidesCacheTokens(attributes: SpanAttributes, usage: ReportedUsage | undefined): boolean {
  const counted = [usage?.cacheRead, usage?.cacheWrite];
  return CACHE_COSTS.some((names, index) => (attributes.number(names) ?? 0) > 0 && counted[index] === undefined);
}
