/** A picture of 2048 by 768 points, eight tiles, at the price of one at a model that is sixteen times as dear. */
const GPT_4O_MINI_TOKENS = 48_169;

/** The tokens of pictures beyond their declared amount, at models that count more for one. */
export function imageTokens(model: string, images: number): number {
  return /gpt-4o-mini/.test(model) ? images * GPT_4O_MINI_TOKENS : 0;
}
