import type { UnitCounts } from './price-terms.ts';

/**
 * True if parts of a usage exceed their whole, so that it is unknown which figure is wrong. Parts of one whole do not
 * overlap. Each name is written out, because this runs for every call, and a loop over a list of names takes ten times
 * as long.
 */
export function contradictsItself(units: UnitCounts): boolean {
  const { input_tokens: input = 0, cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = units;
  const { output_tokens: output = 0, output_reasoning_tokens: reasoning = 0 } = units;
  const { cache_write_5m_tokens: short = 0, cache_write_1h_tokens: long = 0 } = units;
  return (
    read + written > input ||
    reasoning > output ||
    short + long > written ||
    sentMedia(units) > input ||
    writtenMedia(units) > output ||
    readMedia(units) > read
  );
}

function sentMedia({
  input_text_tokens: text = 0,
  input_audio_tokens: audio = 0,
  input_image_tokens: images = 0,
  input_video_tokens: video = 0,
}: UnitCounts): number {
  return text + audio + images + video;
}

function writtenMedia({
  output_text_tokens: text = 0,
  output_audio_tokens: audio = 0,
  output_image_tokens: images = 0,
  output_video_tokens: video = 0,
}: UnitCounts): number {
  return text + audio + images + video;
}

function readMedia({
  cache_audio_read_tokens: audio = 0,
  cache_image_read_tokens: images = 0,
  cache_video_read_tokens: video = 0,
}: UnitCounts): number {
  return audio + images + video;
}
