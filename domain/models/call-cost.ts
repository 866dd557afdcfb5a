/** The billed tokens of a call. */
export interface CallTokens {
  readonly input: number;
  readonly output: number;
}

/** The price of a call in nano-USD; undefined for a model without a price. It never decreases with more tokens. */
export type ComputeCallPrice = (tokens: CallTokens) => bigint | undefined;

/** The maximum size of a call, as known before it is sent. */
export interface CallSize {
  /** The UTF-8 bytes of all sent content: system text, messages and schemas. */
  readonly inputBytes: number;
  readonly messages: number;
  /** True if the model must give a structured answer, for which the provider adds instructions. */
  readonly isForced: boolean;
  /** The limit of output tokens. */
  readonly maxOutputTokens: number;
}

/** The cost of a call or a plan, in nano-USD. */
export interface CostRange {
  /** The cost if every answer has a single token. */
  readonly atLeast: bigint;
  readonly likely: bigint;
  /** The upper bound, which is reserved. The bill of the call is never higher. */
  readonly atMost: bigint;
}

/**
 * The usual bytes per token of text. A token has at least one byte, and rarely more than sixteen in text that people
 * write.
 */
export const LIKELY_BYTES = 4;
export const MAX_BYTES_PER_TOKEN = 16;
/** A generous estimate of the tokens that a provider adds to each message. */
const MESSAGE_TOKENS = 16;
/** The tokens that a provider adds for a structured answer. Those that document the number add a few hundred. */
const FORCING_TOKENS = 1_000;
/** The assumed divisor of the output limit: most answers end long before the limit. */
export const LIKELY_OUTPUT_DIVISOR = 4;

/** The cost of one call; undefined for a model without a price. */
export function callCost(size: CallSize, priceOf: ComputeCallPrice): CostRange | undefined {
  const { inputBytes, messages, isForced, maxOutputTokens } = size;
  const added = messages * MESSAGE_TOKENS + (isForced ? FORCING_TOKENS : 0);
  const atLeast = priceOf({ input: Math.ceil(inputBytes / MAX_BYTES_PER_TOKEN), output: 1 });
  const likely = priceOf({
    input: Math.ceil(inputBytes / LIKELY_BYTES),
    output: Math.ceil(maxOutputTokens / LIKELY_OUTPUT_DIVISOR),
  });
  const atMost = priceOf({ input: inputBytes + added, output: maxOutputTokens });
  if (atLeast === undefined || likely === undefined || atMost === undefined) return undefined;
  return { atLeast, likely, atMost };
}
