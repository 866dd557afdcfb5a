import { CALL_NAMES } from './names/call-names.ts';
import { parseUnixNanos } from './parse-unix-nanos.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The stream of a call: whether it streamed (undefined if unknown), and the time of its first output. */
export interface SpanStream {
  readonly streaming: boolean | undefined;
  readonly firstOutputMs?: number;
}

const FIRST_TOKEN = 'First Token Stream Event';

/** The stream of a span, from an explicit attribute, the time of its first output, or the name of its operation. */
export function readSpanStream(span: OtlpSpan, attributes: SpanAttributes): SpanStream {
  const firstOutputMs = firstOutputOf(span, attributes);
  if (firstOutputMs !== undefined) return { streaming: true, firstOutputMs };
  const [, named] = /\.do(Generate|Stream)$/.exec(attributes.text(['ai.operationId']) ?? '') ?? [];
  const asked = attributes.json('llm.invocation_parameters')?.['stream'];
  const stated = attributes.truth(CALL_NAMES.streaming) ?? (typeof asked === 'boolean' ? asked : undefined);
  return { streaming: stated ?? (named === undefined ? undefined : named === 'Stream') };
}

function firstOutputOf({ startTimeUnixNano, events }: OtlpSpan, attributes: SpanAttributes): number | undefined {
  const seconds = attributes.number(CALL_NAMES.firstChunkSeconds);
  if (seconds !== undefined) return seconds * 1_000;
  const milliseconds = attributes.number(CALL_NAMES.firstChunkMs);
  if (milliseconds !== undefined) return milliseconds;
  const event = (events ?? []).find(({ name }) => name === FIRST_TOKEN);
  const [start, came] = [parseUnixNanos(startTimeUnixNano), parseUnixNanos(event?.timeUnixNano)];
  return start === undefined || came === undefined || came < start ? undefined : Number(came - start) / 1e6;
}
