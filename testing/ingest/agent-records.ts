import type { OtlpLogRecord } from '../../contracts/ingest/otlp/logs/otlp-logs.ts';
import { type SpanAttributeValues, makeAttributes } from './made-spans.ts';

const AT = '1772362801000000000';

/** A log record in the format of Claude Code 2.1.197. */
export function claudeCodeRecord(event: string, attributes: SpanAttributeValues, nanos = AT): OtlpLogRecord {
  return {
    ...{ timeUnixNano: nanos, observedTimeUnixNano: nanos, body: { stringValue: `claude_code.${event}` } },
    attributes: makeAttributes({
      ...{ 'session.id': '7f9ff4a9', 'event.name': event, 'event.timestamp': timestampOf(nanos) },
      ...attributes,
    }),
  };
}

function timestampOf(nanos: string): string {
  return new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString();
}

/** A log record in the format of Codex 0.171.0, which has numbers as texts and only an observation time. */
export function codexRecord(event: string, attributes: SpanAttributeValues, nanos = AT): OtlpLogRecord {
  return {
    ...{ timeUnixNano: '0', observedTimeUnixNano: nanos, body: null },
    eventName: 'event otel/src/events/session_telemetry.rs:1',
    attributes: makeAttributes({
      ...{ 'event.name': `codex.${event}`, 'conversation.id': 'c', model: 'gpt-4o-mini' },
      ...attributes,
    }),
  };
}
