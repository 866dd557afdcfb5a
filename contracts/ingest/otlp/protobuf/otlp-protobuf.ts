import protobuf from 'protobufjs';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import { TRAFFIC_LIMITS } from '../../received/traffic-limits.ts';
import type { OtlpLogs, OtlpLogsAnswer } from '../logs/otlp-logs.ts';
import type { OtlpAnswer, OtlpStatus, OtlpTraces } from '../otlp-traces.ts';
import { tooManyRecordsRefusal, tooManySpansRefusal } from '../too-many-spans-refusal.ts';

/** A message by its fields: the type and the number of each. */
function message(fields: Readonly<Record<string, readonly [type: string, id: number, rule?: 'repeated']>>) {
  const described = Object.entries(fields).map(([name, [type, id, rule]]) => [
    name,
    { type, id, ...(rule && { rule }) },
  ]);
  return { fields: Object.fromEntries(described) as Record<string, protobuf.IField> };
}

/** The messages of the protocol with the fields that are read or written; a reader skips all others. */
const root = protobuf.Root.fromJSON({
  nested: {
    Traces: message({ resourceSpans: ['ResourceSpans', 1, 'repeated'] }),
    ResourceSpans: message({
      resource: ['Resource', 1],
      scopeSpans: ['ScopeSpans', 2, 'repeated'],
      // The name of `scopeSpans` before version 0.19 of the protocol.
      instrumentationLibrarySpans: ['LibrarySpans', 1_000, 'repeated'],
    }),
    LibrarySpans: message({ instrumentationLibrary: ['Scope', 1], spans: ['Span', 2, 'repeated'] }),
    Resource: message({ attributes: ['KeyValue', 1, 'repeated'] }),
    ScopeSpans: message({ scope: ['Scope', 1], spans: ['Span', 2, 'repeated'] }),
    Scope: message({ name: ['string', 1] }),
    Span: message({
      traceId: ['bytes', 1],
      spanId: ['bytes', 2],
      parentSpanId: ['bytes', 4],
      startTimeUnixNano: ['fixed64', 7],
      endTimeUnixNano: ['fixed64', 8],
      attributes: ['KeyValue', 9, 'repeated'],
      events: ['SpanEvent', 11, 'repeated'],
      status: ['SpanStatus', 15],
    }),
    SpanEvent: message({ timeUnixNano: ['fixed64', 1], name: ['string', 2], attributes: ['KeyValue', 3, 'repeated'] }),
    SpanStatus: message({ code: ['int32', 3] }),
    Logs: message({ resourceLogs: ['ResourceLogs', 1, 'repeated'] }),
    ResourceLogs: message({ resource: ['Resource', 1], scopeLogs: ['ScopeLogs', 2, 'repeated'] }),
    ScopeLogs: message({ scope: ['Scope', 1], logRecords: ['LogRecord', 2, 'repeated'] }),
    LogRecord: message({
      timeUnixNano: ['fixed64', 1],
      body: ['AnyValue', 5],
      attributes: ['KeyValue', 6, 'repeated'],
      traceId: ['bytes', 9],
      spanId: ['bytes', 10],
      observedTimeUnixNano: ['fixed64', 11],
      eventName: ['string', 12],
    }),
    KeyValue: message({ key: ['string', 1], value: ['AnyValue', 2] }),
    AnyValue: {
      oneofs: {
        value: { oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue', 'arrayValue', 'kvlistValue'] },
      },
      ...message({
        stringValue: ['string', 1],
        boolValue: ['bool', 2],
        intValue: ['int64', 3],
        doubleValue: ['double', 4],
        arrayValue: ['ArrayValue', 5],
        kvlistValue: ['KeyValueList', 6],
      }),
    },
    ArrayValue: message({ values: ['AnyValue', 1, 'repeated'] }),
    KeyValueList: message({ values: ['KeyValue', 1, 'repeated'] }),
    Answer: message({ partialSuccess: ['PartialSuccess', 1] }),
    PartialSuccess: message({ rejectedSpans: ['int64', 1], errorMessage: ['string', 2] }),
    Status: message({ code: ['int32', 1], message: ['string', 2] }),
  },
}).resolveAll();

/** The body of a signal, and the parts of it that are counted. */
interface Signal {
  readonly whole: protobuf.Type;
  readonly item: protobuf.Type;
  readonly name: string;
  readonly tooMany: () => Refusal;
}

const TRACES: Signal = {
  whole: root.lookupType('Traces'),
  item: root.lookupType('Span'),
  name: 'ExportTraceServiceRequest',
  tooMany: tooManySpansRefusal,
};
const LOGS: Signal = {
  whole: root.lookupType('Logs'),
  item: root.lookupType('LogRecord'),
  name: 'ExportLogsServiceRequest',
  tooMany: tooManyRecordsRefusal,
};

export interface MessageLimits {
  readonly depth: number;
  /** The maximum number of messages in one list. */
  readonly items: number;
  /** The maximum number of messages in the body, on all levels together. */
  readonly values: number;
}

/**
 * Decodes the protobuf body of an exporter into its JSON form. The messages are counted before any of them is built.
 *
 * @throws Refusal `validation_failed` for bytes that are not such a message or exceed the limits, and
 *   `payload_too_large` for more spans than one request may contain
 */
export function decodeTraces(bytes: Uint8Array, limits: MessageLimits): OtlpTraces {
  return withHexadecimalIds(decode(bytes, TRACES, limits));
}

/**
 * Decodes log records.
 *
 * @throws Refusal as `decodeTraces` does
 */
export function decodeLogs(bytes: Uint8Array, limits: MessageLimits): OtlpLogs {
  const logs: OtlpLogs = decode(bytes, LOGS, limits);
  for (const { scopeLogs } of logs.resourceLogs ?? []) {
    for (const { logRecords } of scopeLogs ?? []) {
      for (const record of logRecords ?? []) record.traceId = hexadecimal(record.traceId);
    }
  }
  return logs;
}

function decode(bytes: Uint8Array, signal: Signal, limits: MessageLimits): object {
  try {
    countMessages(signal, protobuf.Reader.create(bytes), limits);
    const reader = protobuf.Reader.create(bytes);
    reader.discardUnknown = true;
    return signal.whole.toObject(signal.whole.decode(reader), { longs: String, bytes: String });
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(
      'validation_failed',
      `The body is not a valid protobuf message ${signal.name}. Check the exporter.`,
      { cause },
    );
  }
}

function countMessages(
  { whole, item: counted, tooMany }: Signal,
  reader: protobuf.Reader,
  { depth, items, values }: MessageLimits,
): void {
  let messages = 0;
  let kept = 0;
  const count = (type: protobuf.Type, end: number, level: number): void => {
    messages += 1;
    if (type === counted) kept += 1;
    if (kept > TRAFFIC_LIMITS.events) throw tooMany();
    if (messages > values) {
      const detail = `The body has more than ${values} values. Send less data in one request.`;
      throw new Refusal('validation_failed', detail);
    }
    if (level > depth)
      throw new Refusal('validation_failed', `The body is nested deeper than ${depth} levels. Send fewer levels.`);
    // The index is the number of the field. A sparse array suffices, because a message has only a few lists.
    const lengths: number[] = [];
    while (reader.pos < end) {
      const tag = reader.uint32();
      const id = tag >>> 3;
      const field = type.fieldsById[id];
      const inner = field?.resolvedType;
      if ((tag & 7) === 2 && inner instanceof protobuf.Type) {
        const length = reader.uint32();
        if (reader.pos + length > end) throw new RangeError('A message ends behind the one that it is in.');
        lengths[id] = (lengths[id] ?? 0) + 1;
        if (lengths[id] > items)
          throw new Refusal(
            'validation_failed',
            `${type.name}.${field?.name} has more than ${items} members. Send fewer members.`,
          );
        count(inner, reader.pos + length, level + 1);
      } else {
        reader.skipType(tag & 7);
      }
    }
    if (reader.pos > end) throw new RangeError('A field ends behind its message.');
  };
  count(whole, reader.len, 1);
}

/** Writes the ids of traces and spans in hexadecimal digits, as JSON has them; all other bytes are base64. */
function withHexadecimalIds(traces: OtlpTraces): OtlpTraces {
  for (const { scopeSpans, instrumentationLibrarySpans } of traces.resourceSpans ?? []) {
    for (const { spans } of [...(scopeSpans ?? []), ...(instrumentationLibrarySpans ?? [])]) {
      for (const span of spans ?? []) {
        span.traceId = hexadecimal(span.traceId);
        span.spanId = hexadecimal(span.spanId);
        if (span.parentSpanId) span.parentSpanId = hexadecimal(span.parentSpanId);
      }
    }
  }
  return traces;
}

function hexadecimal(base64: string | null | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('hex');
}

export function encodeAnswer(answer: OtlpAnswer): Uint8Array {
  return encoded('Answer', answer);
}

/** Encodes the answer to logs with the message for traces: both have the same field numbers for count and sentence. */
export function encodeLogsAnswer({ partialSuccess }: OtlpLogsAnswer): Uint8Array {
  if (partialSuccess === undefined) return encoded('Answer', {});
  const { rejectedLogRecords: rejectedSpans, errorMessage } = partialSuccess;
  return encoded('Answer', { partialSuccess: { rejectedSpans, errorMessage } });
}

export function encodeStatus(status: OtlpStatus): Uint8Array {
  return encoded('Status', status);
}

function encoded(name: string, document: object): Uint8Array {
  const type = root.lookupType(name);
  return type.encode(type.fromObject(document)).finish();
}
