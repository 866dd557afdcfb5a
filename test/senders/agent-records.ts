import type { OtlpLogRecord } from '../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { claudeCodeRecord, codexRecord } from '../../testing/ingest/agent-records.ts';
import type { SentCall, SentFault } from './calls.ts';
import type { SenderWorld } from './senders-world.ts';

/** The status of HTTP by which a provider goes wrong. */
export const STATUSES: Readonly<Record<SentFault, number>> = {
  ...{ rate_limited: 429, failing: 500, bad_request: 400, not_found: 404 },
};

/** When the first is made; no figure of times is compared. */
const STARTED_MS = Date.UTC(2026, 10, 1);

/** As many records as an exporter sends at once. */
const BATCH = 100;

/** What Claude Code logs of a Message: what caches held stands beside the input. */
export function recordOfClaudeCode({ model, tokens, fault }: SentCall, index: number): OtlpLogRecord {
  const common = { 'event.sequence': index, model, duration_ms: 1_500 };
  if (fault !== undefined) {
    const failed = { error: 'bad', status_code: STATUSES[fault], attempt: 1 };
    return claudeCodeRecord('api_error', { ...common, ...failed }, nanosAt(index));
  }
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = tokens ?? {};
  const counts = {
    ...{ input_tokens: input - cacheRead - cacheWrite, output_tokens: output },
    ...{ cache_read_tokens: cacheRead, cache_creation_tokens: cacheWrite, cost_usd: 0.5 },
  };
  return claudeCodeRecord('api_request', { ...common, ...counts }, nanosAt(index));
}

/** What Codex logs of a response, all of it texts. */
export function recordOfCodex({ model, tokens, fault }: SentCall, index: number): OtlpLogRecord {
  if (fault !== undefined) {
    const failed = { 'http.response.status_code': String(STATUSES[fault]), duration_ms: '14', attempt: '1' };
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

/** Sends records as an exporter does, in JSON. */
export async function sendRecords(records: readonly OtlpLogRecord[], to: SenderWorld): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    const logRecords = records.slice(start, start + BATCH);
    const answer = await fetch(`${to.traffic}/otlp/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${to.token}` },
      body: JSON.stringify({ resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ logRecords }] }] }),
    });
    const text = await answer.text();
    const isTaken = answer.ok && (text === '{}' || isNoteOnCosts(text));
    if (!isTaken) throw new Error(`Records were answered ${answer.status}: ${text}`);
  }
}

/** Whether all records were taken, and costs that they state do not count where they came in. */
function isNoteOnCosts(text: string): boolean {
  const { partialSuccess } = JSON.parse(text) as {
    partialSuccess?: { rejectedLogRecords: string; errorMessage: string };
  };
  return partialSuccess?.rejectedLogRecords === '0' && partialSuccess.errorMessage.includes('state a cost');
}
