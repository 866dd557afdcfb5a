import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent, TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';

/** One call as LLMPerf records it, without the members that the converter does not use. */
export interface LlmperfCall {
  /** Null when the call succeeded. */
  readonly error_code: number | null;
  /** Seconds to the first token; 0 if not measured. */
  readonly ttft_s: number;
  /** Seconds from sending to the end; 0 if not measured. */
  readonly end_to_end_latency_s: number;
  readonly number_total_tokens: number;
  readonly number_output_tokens: number;
  readonly number_input_tokens: number;
}

export interface LlmperfFile {
  /** The name of the file without its extension, `<provider>_<size>`, such as `anyscale_13b`. */
  readonly name: string;
  readonly calls: readonly LlmperfCall[];
}

type LeafScope = FactEvent extends { scope: infer Scope } ? Scope : never;

/**
 * The admission time of the first call. The calls have no timestamps, so it is the time at which the leaderboard was
 * measured.
 */
const FIRST_CALL_MS = Date.UTC(2023, 11, 19, 11);
/** The time between two calls, with which 150 calls take 25 minutes. */
const BETWEEN_CALLS_MS = 10_000;

type Ending = 'succeeded' | 'refused' | 'partial' | 'failed';

/**
 * The events of one file of LLMPerf's raw data, in the order of its calls. Throws RangeError for an unknown error code.
 */
export function convertLlmperf({ name, calls }: LlmperfFile, scope: LeafScope): TrafficEvent[] {
  const [provider = name, size = ''] = name.split('_');
  const model = `llama-2-${size}-chat`;
  return calls.flatMap((call, index) => {
    const ending = endingOf(call.error_code);
    const admittedMs = FIRST_CALL_MS + index * BETWEEN_CALLS_MS;
    const admitted = new Date(admittedMs).toISOString();
    const ended = new Date(admittedMs + Math.round(call.end_to_end_latency_s * 1_000)).toISOString();
    const id = `llmperf-${name}-${index + 1}`;
    const dimensions = { schema: 1, scope, purpose: 'application', logical_request_id: id } as const;
    const served = ending === 'succeeded' || ending === 'partial';
    return [
      { event: 'request_admitted', ...dimensions, admitted_at: admitted, streaming: true },
      {
        event: 'request_terminal',
        ...dimensions,
        admitted_at: admitted,
        terminal_at: ended,
        status: ending,
        ...(call.error_code !== null && { terminal_kind: String(call.error_code) }),
        ...(served && { final_model: model, final_provider: provider }),
        attempt_count: 1,
        streaming: true,
        ...(served && timesOf(call)),
      },
      {
        event: 'attempt',
        ...dimensions,
        attempt_id: `${id}-1`,
        ordinal: 1,
        role: 'primary',
        route_changed: false,
        provider_id: provider,
        provider_model: model,
        dispatched_at: admitted,
        terminal_at: ended,
        ...outputOf(ending),
        ...(served ? usageOf(call) : { usage_source: 'none', usage_known: false }),
      },
    ];
  });
}

function endingOf(errorCode: number | null): Ending {
  switch (errorCode) {
    case null:
      return 'succeeded';
    case 429:
      return 'refused';
    case -100:
      return 'partial';
    case -1:
      return 'failed';
    default:
      throw new RangeError(`LLMPerf has no error code ${errorCode}.`);
  }
}

function outputOf(ending: Ending): Pick<Attempt, 'output_state'> {
  if (ending === 'succeeded') return { output_state: 'complete' };
  return { output_state: ending === 'partial' ? 'partial' : 'none' };
}

function timesOf(call: LlmperfCall): Pick<RequestTerminal, 'total_ms' | 'first_output_ms'> {
  return { total_ms: call.end_to_end_latency_s * 1_000, first_output_ms: call.ttft_s * 1_000 };
}

/**
 * The usage of a served call. LLMPerf counts with its own tokenizer, and its counts for an unserved call are not usage.
 */
function usageOf(
  call: LlmperfCall,
): Pick<Attempt, 'usage_source' | 'usage_known' | 'input_tokens' | 'output_tokens' | 'total_tokens'> {
  return {
    usage_source: 'gateway',
    usage_known: true,
    input_tokens: call.number_input_tokens,
    output_tokens: call.number_output_tokens,
    total_tokens: call.number_total_tokens,
  };
}
