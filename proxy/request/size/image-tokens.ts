/**
 * The tokens of a picture of 2048 by 768 pixels, which is eight tiles. Its price is that of the same picture at a model
 * that is sixteen times as expensive.
 */
const GPT_4O_MINI_TOKENS = 48_169;

/** The tokens of pictures beyond their declared amount, at models that count more for each picture. */
export function imageTokens(model: string, images: number): number {
  return /gpt-4o-mini/.test(model) ? images * GPT_4O_MINI_TOKENS : 0;
}
