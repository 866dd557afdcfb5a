/** Tokens of one call as its bill counts them. */
export interface CallTokens {
  readonly input: number;
  readonly output: number;
}

/** The price of a call in nano-USD; undefined of a model without a price. It never falls as tokens rise. */
export type PriceOfCall = (tokens: CallTokens) => bigint | undefined;

/** The maximum size of a call, as far as it is known before it is sent. */
export interface CallSize {
  /** UTF-8 bytes of everything that is sent: system text, messages, schemas. */
  readonly inputBytes: number;
  readonly messages: number;
  /** True where the model must give a structured answer: the provider adds instructions of its own. */
  readonly isForced: boolean;
  /** Output limit of the call, in tokens. */
  readonly maxOutputTokens: number;
}

/** The cost of a call or a plan, in nano-USD. */
export interface CostRange {
  /** The cost if every answer is one token. */
  readonly atLeast: bigint;
  readonly likely: bigint;
  /** A bound, which is what is reserved: no bill of the call is higher. */
  readonly atMost: bigint;
}

/** A token of text holds at least one byte, about four, and in what people write hardly ever more than sixteen. */
export const LIKELY_BYTES = 4;
export const MAX_BYTES_PER_TOKEN = 16;
/** Tokens that a provider puts around each message, generously. */
const MESSAGE_TOKENS = 16;
/** Tokens that a provider adds where an answer is forced: a few hundred at those who say how many. */
const FORCING_TOKENS = 1_000;
/** Answers mostly end long before they have to. */
export const LIKELY_PART_OF_OUTPUT = 4;

/** The cost of one call; undefined for a model without a price. */
export function callCost(size: CallSize, priceOf: PriceOfCall): CostRange | undefined {
  const { inputBytes, messages, isForced, maxOutputTokens } = size;
  const added = messages * MESSAGE_TOKENS + (isForced ? FORCING_TOKENS : 0);
  const atLeast = priceOf({ input: Math.ceil(inputBytes / MAX_BYTES_PER_TOKEN), output: 1 });
  const likely = priceOf({
    input: Math.ceil(inputBytes / LIKELY_BYTES),
    output: Math.ceil(maxOutputTokens / LIKELY_PART_OF_OUTPUT),
  });
  const atMost = priceOf({ input: inputBytes + added, output: maxOutputTokens });
  if (atLeast === undefined || likely === undefined || atMost === undefined) return undefined;
  return { atLeast, likely, atMost };
}
