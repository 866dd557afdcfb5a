/** What has a rate of its own wherever it is charged, and the name of that rate. */
const RATES: Readonly<Record<string, string>> = {
  input_tokens: 'input_mtok',
  output_tokens: 'output_mtok',
  // Dearer than what is kept for five minutes.
  cache_write_1h_tokens: 'cache_write_1h_mtok',
  output_audio_tokens: 'output_audio_mtok',
  output_image_tokens: 'output_image_mtok',
  output_video_tokens: 'output_video_mtok',
  audio_seconds: 'audio_hours',
  input_audio_seconds: 'input_audio_hours',
  output_audio_seconds: 'output_audio_hours',
  input_document_pages: 'input_document_kpages',
  input_annotated_document_pages: 'input_annotated_document_kpages',
  rerank_searches: 'rerank_searches_kcount',
  web_searches: 'web_searches_kcount',
  social_searches: 'social_searches_kcount',
  storage_searches: 'storage_searches_kcount',
  code_executions: 'code_executions_kcount',
};

/** What is sent that is no text. Google charges it as text where it names no rate of its own. */
const MEDIA: Readonly<Record<string, string>> = {
  input_audio_tokens: 'input_audio_mtok',
  input_image_tokens: 'input_image_mtok',
  input_video_tokens: 'input_video_mtok',
};

/** What these providers charge otherwise than what is sent, at every model. */
const CACHE: Readonly<Record<string, string>> = {
  cache_read_tokens: 'cache_read_mtok',
  cache_write_tokens: 'cache_write_mtok',
};
const CACHE_RATES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['cache_read_tokens', 'cache_write_tokens'],
  aws: ['cache_read_tokens', 'cache_write_tokens'],
  deepseek: ['cache_read_tokens'],
  moonshotai: ['cache_read_tokens'],
};

/** The rate that a unit needs to have a price at all; undefined where the rate of what it is a part of holds for it. */
export function rateOfUnit(unit: string, priceProvider: string): string | undefined {
  if (Object.hasOwn(MEDIA, unit)) return priceProvider === 'google' ? undefined : MEDIA[unit];
  if (Object.hasOwn(CACHE, unit)) return CACHE_RATES[priceProvider]?.includes(unit) === true ? CACHE[unit] : undefined;
  return RATES[unit];
}
