import type { UnitCounts } from './price-terms.ts';

/** Units that are parts of another one and have nothing in common. */
const PARTS: readonly { readonly whole: string; readonly parts: readonly string[] }[] = [
  { whole: 'input_tokens', parts: ['cache_read_tokens', 'cache_write_tokens'] },
  {
    whole: 'input_tokens',
    parts: ['input_text_tokens', 'input_audio_tokens', 'input_image_tokens', 'input_video_tokens'],
  },
  {
    whole: 'output_tokens',
    parts: ['output_text_tokens', 'output_audio_tokens', 'output_image_tokens', 'output_video_tokens'],
  },
  { whole: 'output_tokens', parts: ['output_reasoning_tokens'] },
  { whole: 'cache_write_tokens', parts: ['cache_write_5m_tokens', 'cache_write_1h_tokens'] },
  {
    whole: 'cache_read_tokens',
    parts: ['cache_audio_read_tokens', 'cache_image_read_tokens', 'cache_video_read_tokens'],
  },
];

/** Whether parts of a usage are larger than their whole, so that nobody knows which of the figures is wrong. */
export function contradictsItself(units: UnitCounts): boolean {
  for (const { whole, parts } of PARTS) {
    let sum = 0;
    for (const part of parts) sum += units[part] ?? 0;
    if (sum > 0 && sum > (units[whole] ?? 0)) return true;
  }
  return false;
}
