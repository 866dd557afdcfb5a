import type { TrafficEvent } from '../events/traffic-event.ts';

/**
 * The fault of an attempt whose token count for a part, such as cached tokens, exceeds the count for the total. It
 * names the first such part; undefined if there is none. Only sent events are checked: a contradiction in a provider's
 * answer must not lose the event of a gateway.
 */
export function findTokenPartFault(event: TrafficEvent): string | undefined {
  if (event.event !== 'attempt' || !event.usage_known) return undefined;
  const { input_tokens: input = 0, output_tokens: output = 0, total_tokens: total = 0 } = event;
  const { cache_read_tokens: read = 0, cache_write_tokens: written = 0, reasoning_tokens: reasoning = 0 } = event;
  if (read + written > input)
    return 'cache_read_tokens and cache_write_tokens exceed input_tokens, which include them. Add them to input_tokens.';
  if (reasoning > output)
    return 'reasoning_tokens exceed output_tokens, which include them. Add them to output_tokens.';
  return total < input + output
    ? 'total_tokens is less than the sum of input_tokens and output_tokens. Send the sum, or more.'
    : undefined;
}
