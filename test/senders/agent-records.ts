import type { OtlpLogRecord } from '../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { claudeCodeRecord, codexRecord } from '../../testing/ingest/agent-records.ts';
import { makeAttributes } from '../../testing/ingest/made-spans.ts';
import type { SentCall, SentFault } from './calls.ts';
import { SENT_ATTRIBUTES } from './sent-dimensions.ts';
import type { SenderWorld } from './senders-world.ts';

/** The HTTP status of each fault of a provider. */
export const FAULT_STATUSES: Readonly<Record<SentFault, number>> = {
  ...{ rate_limited: 429, failing: 500, bad_request: 400, not_found: 404 },
};

/** The time of the first call. No figure of times is compared. */
const STARTED_MS = Date.UTC(2026, 10, 1);

/** The number of records that an exporter sends together. */
const BATCH = 100;

/** The resource that `OTEL_RESOURCE_ATTRIBUTES` describes. */
const resource = { attributes: makeAttributes(SENT_ATTRIBUTES) };

/** The log record of Claude Code for a Message. Cached tokens are counted separately from the input. */
export function makeClaudeCodeRecord({ model, tokens, fault }: SentCall, index: number): OtlpLogRecord {
  const common = { 'event.sequence': index, model, duration_ms: 1_500 };
  if (fault !== undefined) {
    const failed = { error: 'bad', status_code: FAULT_STATUSES[fault], attempt: 1 };
    return claudeCodeRecord('api_error', { ...common, ...failed }, nanosAt(index));
  }
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = tokens ?? {};
  const counts = {
    ...{ input_tokens: input - cacheRead - cacheWrite, output_tokens: output },
    ...{ cache_read_tokens: cacheRead, cache_creation_tokens: cacheWrite, cost_usd: 0.5 },
  };
  return claudeCodeRecord('api_request', { ...common, ...counts }, nanosAt(index));
}

/** The log record of Codex for a response; all values are texts. */
export function makeCodexRecord({ model, tokens, fault }: SentCall, index: number): OtlpLogRecord {
  if (fault !== undefined) {
    const failed = { 'http.response.status_code': String(FAULT_STATUSES[fault]), duration_ms: '14', attempt: '1' };
    return codexRecord('api_request', { model, ...failed }, nanosAt(index));
  }
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0 } = tokens ?? {};
  const counts = {
    ...{ input_token_count: String(input), output_token_count: String(output), ttft_ms: '20' },
    ...{ cached_token_count: String(cacheRead), cache_write_token_count: String(cacheWrite) },
    ...{ reasoning_token_count: String(reasoning), tool_token_count: String(input + output) },
  };
  return codexRecord('sse_event', { model, 'event.kind': 'response.completed', ...counts }, nanosAt(index));
}

function nanosAt(index: number): string {
  return `${STARTED_MS + index * 60_000}000000`;
}

/** Sends records in JSON, like an exporter. */
export async function sendRecords(records: readonly OtlpLogRecord[], to: SenderWorld): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    const logRecords = records.slice(start, start + BATCH);
    const answer = await fetch(`${to.traffic}/otlp/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${to.token}` },
      body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
    });
    const text = await answer.text();
    const isTaken = answer.ok && (text === '{}' || isNoteOnCosts(text));
    if (!isTaken) throw new Error(`Records were answered ${answer.status}: ${text}`);
  }
}

/** True if the receiver accepted all records and notes that their costs do not count for this credential. */
function isNoteOnCosts(text: string): boolean {
  const { partialSuccess } = JSON.parse(text) as {
    partialSuccess?: { rejectedLogRecords: string; errorMessage: string };
  };
  return partialSuccess?.rejectedLogRecords === '0' && partialSuccess.errorMessage.includes('With a stated cost');
}
