interface UnitRate {
  readonly rate: string;
  /** True if the provider charges the unit like the whole that it is part of; absent if no provider does. */
  readonly isOfWhole?: (priceProvider: string) => boolean;
}

/** True for Google, which charges media of the input as text if it names no separate rate for them. */
const isGoogle = (priceProvider: string): boolean => priceProvider === 'google';

/** The providers that charge cache reads differently from the input, at every model. */
const CHARGES_CACHE_READS: ReadonlySet<string> = new Set(['anthropic', 'aws', 'deepseek', 'moonshotai']);
const CHARGES_CACHE_WRITES: ReadonlySet<string> = new Set(['anthropic', 'aws']);

/** The units with a separate rate, and the name of that rate. */
const RATES: ReadonlyMap<string, UnitRate> = new Map<string, UnitRate>([
  ['input_tokens', { rate: 'input_mtok' }],
  ['output_tokens', { rate: 'output_mtok' }],
  ['input_audio_tokens', { rate: 'input_audio_mtok', isOfWhole: isGoogle }],
  ['input_image_tokens', { rate: 'input_image_mtok', isOfWhole: isGoogle }],
  ['input_video_tokens', { rate: 'input_video_mtok', isOfWhole: isGoogle }],
  ['cache_read_tokens', { rate: 'cache_read_mtok', isOfWhole: (provider) => !CHARGES_CACHE_READS.has(provider) }],
  ['cache_write_tokens', { rate: 'cache_write_mtok', isOfWhole: (provider) => !CHARGES_CACHE_WRITES.has(provider) }],
  // An hour is more expensive than five minutes.
  ['cache_write_1h_tokens', { rate: 'cache_write_1h_mtok' }],
  ['output_audio_tokens', { rate: 'output_audio_mtok' }],
  ['output_image_tokens', { rate: 'output_image_mtok' }],
  ['output_video_tokens', { rate: 'output_video_mtok' }],
  ['audio_seconds', { rate: 'audio_hours' }],
  ['input_audio_seconds', { rate: 'input_audio_hours' }],
  ['output_audio_seconds', { rate: 'output_audio_hours' }],
  ['input_document_pages', { rate: 'input_document_kpages' }],
  ['input_annotated_document_pages', { rate: 'input_annotated_document_kpages' }],
  ['rerank_searches', { rate: 'rerank_searches_kcount' }],
  ['web_searches', { rate: 'web_searches_kcount' }],
  ['social_searches', { rate: 'social_searches_kcount' }],
  ['storage_searches', { rate: 'storage_searches_kcount' }],
  ['code_executions', { rate: 'code_executions_kcount' }],
]);

/** The rate that a unit needs in order to have a price; undefined if the rate of its whole applies. */
export function findUnitRate(unit: string, priceProvider: string): string | undefined {
  const known = RATES.get(unit);
  return known === undefined || known.isOfWhole?.(priceProvider) === true ? undefined : known.rate;
}
