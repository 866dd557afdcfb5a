import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span from OTLP in JSON, with the members that tests check. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** The id of the parent span; empty for a root. */
  readonly parentSpanId: string;
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The status code; 2 is an error. */
  readonly status: number;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

/** A trace collector that receives OTLP over HTTP and stores the spans. */
export interface SpanReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  close(): void;
}

export async function startSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces';
      if (isTraces) spans.push(...spansOf(JSON.parse(Buffer.concat(pieces).toString()) as Export));
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The spans below the root of a trace as lines, each indented below its parent and ordered by start time. */
export function spanTree(spans: readonly ReceivedSpan[], root: ReceivedSpan, depth = 0): string[] {
  const children = spans
    .filter((span) => span.traceId === root.traceId && span.parentSpanId === root.spanId)
    .sort((one, other) => Number(one.startNanos - other.startNanos));
  return [
    `${'  '.repeat(depth)}${root.service}: ${root.name}`,
    ...children.flatMap((span) => spanTree(spans, span, depth + 1)),
  ];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly Attribute[];
  readonly status?: { readonly code?: number };
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service,
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        startNanos: BigInt(span.startTimeUnixNano),
        endNanos: BigInt(span.endTimeUnixNano),
        attributes: valuesOf(span.attributes ?? []),
        status: span.status?.code ?? 0,
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
      })),
    );
  });
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
