import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInsightReader, type InsightReader } from '../../../analytics/insight/insight-reader.ts';
import { createTruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { TrafficEvent } from '../../../clients/typescript/wire.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../../store/tenancy/demo-tenancy.ts';
import { createEnvironmentSettingsStore } from '../../../store/tenancy/environment-settings-store.ts';
import { makeAdmission } from '../../../testing/api/made-traffic.ts';
import { makeKnownCallEvents } from '../../../testing/ingest/make-known-call-events.ts';
import { makeSpan, CHAT_ATTRIBUTES, makeTraces } from '../../../testing/ingest/made-spans.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { type ApiProcess, startApiProcess } from '../../../testing/processes/api-process.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';

/** A call as its application recorded it. The price is from the published table. */
interface Call {
  readonly model: string;
  readonly tokens?: { readonly input: number; readonly output: number };
  readonly error?: string;
  readonly firstMs?: number;
  readonly nanos?: string;
}

const CALLS: readonly Call[] = [
  { model: 'gpt-4o', tokens: { input: 1_000, output: 200 }, nanos: '4500000' },
  { model: 'gpt-4o', tokens: { input: 2_000, output: 100 }, firstMs: 250, nanos: '6000000' },
  { model: 'nobody-knows-1', tokens: { input: 10, output: 5 } },
  { model: 'gpt-4o', error: 'RateLimitError', nanos: '0' },
  { model: 'gpt-4o', error: 'InternalServerError' },
];
const MS = 1_500;

const { organizationId, workspaceId, environments } = DEMO_TENANCY;
const leaf = environments.assistantProduction;
const clock = { now: () => new Date('2026-02-01T00:00:00.000Z') };

let world: IngestWorld;
let api: ApiProcess;
let token: string;
let reader: InsightReader;
let base: string;

/** Creates a separate world and API for the tests of a suite. */
function useSeparateWorld(): void {
  beforeAll(async () => {
    world = await createIngestWorld();
    token = (await ensureDemoTenancy(world.pool, clock, undefined)).runtime;
    const settings = { environmentId: leaf.environmentId, takesStatedCosts: true };
    await createEnvironmentSettingsStore(world.pool).change(settings);
    api = await startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_JOURNAL: world.folder });
    const { applicationId, gatewayId, environmentId } = leaf;
    base = `${api.origin}/portal/api/v1/customer/v1/organizations/${organizationId}/workspaces/${workspaceId}/applications/${applicationId}/gateways/${gatewayId}/environments/${environmentId}/traffic`;
    reader = createInsightReader({
      clickhouse: world.clickhouse,
      ingestState: createIngestStateStore(world.pool),
      sealKey: 'a key of at least thirty-two characters',
      clock,
    });
  });
  afterAll(async () => {
    await api.stop();
    await world.drop();
  });
}

/** The start of a call of a day; the calls are a minute apart. */
const startOf = (day: number, index: number): number => Date.UTC(2026, 0, day, 10, index);
const instant = (ms: number): string => new Date(ms).toISOString();

function nativeEvents(day: number, estimated: { estimated?: true }): TrafficEvent[] {
  return CALLS.flatMap(({ model, tokens, error, firstMs, nanos }, index) =>
    makeKnownCallEvents({
      ...{ id: `native-${day}-${index}`, startedMs: startOf(day, index), totalMs: MS, model, tokens, firstMs },
      provider: 'openai',
      streaming: firstMs !== undefined,
      isAnswered: error === undefined,
      price: nanos === undefined ? undefined : { nanos, ...(nanos === '0' ? { estimated: true } : estimated) },
    }),
  );
}

/** The spans of the calls of a day, and an unrelated span, as the SDK creates them. */
function spansOf(day: number): ReadableSpan[] {
  const kept = new InMemorySpanExporter();
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(kept)] }).getTracer('tests');
  CALLS.forEach(({ model, tokens, error, firstMs }, index) => {
    const span = tracer.startSpan(`chat ${model}`, {
      startTime: startOf(day, index),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': model,
        ...(error !== undefined && { 'error.type': error }),
        ...(firstMs !== undefined && { 'gen_ai.response.time_to_first_chunk': firstMs / 1_000 }),
        ...(tokens && {
          'gen_ai.usage.input_tokens': tokens.input,
          'gen_ai.usage.output_tokens': tokens.output,
        }),
      },
    });
    span.end(startOf(day, index) + MS);
  });
  tracer.startSpan('GET /', { startTime: startOf(day, 0) }).end(startOf(day, 0) + 1);
  return kept.getFinishedSpans();
}

function exported(exporter: SpanExporter, spans: ReadableSpan[]): Promise<number> {
  return new Promise((resolve) => exporter.export(spans, ({ code }) => resolve(code)));
}

function litellmLog(day: number): object[] {
  return CALLS.map(({ model, tokens, error, firstMs, nanos }, index) => ({
    litellm_call_id: `litellm-${day}-${index}`,
    call_type: 'acompletion',
    status: error === undefined ? 'success' : 'failure',
    stream: firstMs !== undefined,
    custom_llm_provider: 'openai',
    model: `openai/${model}`,
    startTime: startOf(day, index) / 1_000,
    endTime: (startOf(day, index) + MS) / 1_000,
    completionStartTime: (startOf(day, index) + (firstMs ?? MS)) / 1_000,
    response_cost: Number(nanos ?? 0) / 1e9,
    prompt_tokens: tokens?.input ?? 0,
    completion_tokens: tokens?.output ?? 0,
    total_tokens: (tokens?.input ?? 0) + (tokens?.output ?? 0),
    error_information: { error_class: error ?? '', error_code: '' },
  }));
}

async function post(path: string, body: unknown): Promise<{ readonly data?: unknown }> {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { data?: unknown };
}

const METRICS = [
  'requests.v1',
  'outcomes.v1',
  'completion_rate.v1',
  'provider_spend.v1',
  'tokens.v1',
  'response_latency.v1',
  'first_output_latency.v1',
];

/** The answer to a question about a day. */
async function askOf(day: number, question: Pick<InsightQuery, 'shape' | 'metrics'>): Promise<InsightAnswer> {
  const scope = readScope({ organizationId, workspaceId, environmentIds: [leaf.environmentId] });
  const [from, to] = [instant(Date.UTC(2026, 0, day)), instant(Date.UTC(2026, 0, day + 1))];
  const query = { schema: 1, scope: {}, from, to, ...question } as InsightQuery;
  return (await reader.answer({ scope, query })).answer;
}

/**
 * The answers to all questions about a day, without the members that depend on the day or on the time of the question.
 */
async function answersOf(day: number): Promise<unknown[]> {
  const window = {
    schema: 1,
    scope: {},
    from: instant(Date.UTC(2026, 0, day)),
    to: instant(Date.UTC(2026, 0, day + 1)),
  } as const;
  const questions: InsightQuery[] = [
    { ...window, shape: 'overview', metrics: METRICS },
    { ...window, shape: 'series', grain: 'hour', metrics: METRICS },
    { ...window, shape: 'facets', facets: ['final_model', 'outcome'], metrics: METRICS },
  ];
  const scope = readScope({ organizationId, workspaceId, environmentIds: [leaf.environmentId] });
  const answers = await Promise.all(questions.map(async (query) => (await reader.answer({ scope, query })).answer));
  return answers.map(
    ({ groups }) =>
      JSON.parse(
        JSON.stringify(groups)
          .replaceAll(`2026-01-${day}`, 'day')
          .replaceAll(`2026-01-${day + 1}`, 'next'),
      ) as unknown,
  );
}

describe('the same calls from any source', () => {
  useSeparateWorld();
  const options = () => ({ url: `${base}/otlp/v1/traces`, headers: { Authorization: `Bearer ${token}` } });
  const sendAll = async () => {
    const client = createTruetallyClient({ baseUrl: api.origin, token, organizationId, workspaceId, ...leaf });
    const counted = { accepted: 20, refused: 0, faults: [] };
    expect(await client.traffic.send(nativeEvents(10, { estimated: true }))).toEqual(counted);
    expect(await client.traffic.send(nativeEvents(20, {}))).toEqual(counted);
    expect(await exported(new JsonExporter(options()), inJson)).toBe(0);
    expect(await exported(new ProtobufExporter({ ...options(), compression: 'gzip' as never }), inProtobuf)).toBe(0);
    expect((await post('/litellm', litellmLog(22))).data).toEqual({ accepted: 5, refused: 0, faults: [] });
    await indexJournal(world);
  };
  const inJson = spansOf(12);
  const inProtobuf = spansOf(14);

  it('give the same facts and answers, however often they are sent', async () => {
    await sendAll();
    const counts = await world.rowCounts();
    expect(counts).toEqual({
      request_admissions_v1: 25,
      request_terminals_v1: 25,
      attempts_v1: 25,
      cost_effects_v1: 25,
    });
    const native = await answersOf(10);
    expect(JSON.stringify(native)).toContain('10500000');
    expect(await answersOf(12)).toEqual(native);
    expect(await answersOf(14)).toEqual(native);
    expect(await answersOf(22)).toEqual(await answersOf(20));
    await sendAll();
    expect(await world.rowCounts()).toEqual(counts);
    expect(await answersOf(12)).toEqual(native);
    const { rows } = await world.pool.query<{ reason: string }>(`SELECT reason FROM ingest_quarantine`);
    expect(rows).toEqual([]);
  }, 120_000);
});

describe('a refused event', () => {
  useSeparateWorld();
  const { 'gen_ai.provider.name': provider, ...nobody } = CHAT_ATTRIBUTES;
  const [entry] = litellmLog(24);
  const gaps = async (): Promise<unknown[]> => {
    const { rows } = await world.pool.query<{ close_reason: string | null }>(
      'SELECT close_reason FROM ingest_gaps ORDER BY gap_id DESC LIMIT 1',
    );
    return rows;
  };

  it.each<[string, string, unknown, unknown]>([
    ['an event without a time', '', makeAdmission({ admitted_at: 'yesterday' }), makeAdmission()],
    [
      'an event that is too long',
      '',
      makeAdmission({ logical_request_id: 'r', route_id: 'x'.repeat(70_000) }),
      makeAdmission({ logical_request_id: 'r' }),
    ],
    [
      'a span without a provider',
      '/otlp/v1/traces',
      makeTraces(makeSpan(nobody)),
      makeTraces(makeSpan({ ...nobody, 'gen_ai.provider.name': provider! })),
    ],
    ['an entry without a model', '/litellm', { ...entry, model: null }, entry],
  ])('leaves a gap until it arrives corrected: %s', async (_name, path, faulty, corrected) => {
    await post(path, faulty);
    await indexJournal(world);
    expect(await gaps()).toEqual([{ close_reason: null }]);
    await post(path, corrected);
    await indexJournal(world);
    expect(await gaps()).toEqual([{ close_reason: 'corrected' }]);
  });
});

describe('a repeated span with another usage', () => {
  useSeparateWorld();
  const startMs = startOf(26, 0);
  const ofUsage = (output: number) => {
    const at = { startTimeUnixNano: `${startMs}000000`, endTimeUnixNano: `${startMs + MS}000000` };
    return makeTraces(
      makeSpan({ ...CHAT_ATTRIBUTES, 'gen_ai.usage.output_tokens': output }, { ...at, spanId: 'a'.repeat(16) }),
    );
  };
  const asked = () => askOf(26, { shape: 'overview', metrics: ['requests.v1', 'tokens.v1'] });

  it('counts with its first usage, and reads list its time and the reason', async () => {
    expect(await post('/otlp/v1/traces', ofUsage(200))).toEqual({});
    await indexJournal(world);
    const first = await asked();
    expect(first.missing).toBeUndefined();
    expect(await post('/otlp/v1/traces', ofUsage(200))).toEqual({});
    await indexJournal(world);
    expect((await asked()).missing).toBeUndefined();
    expect(await post('/otlp/v1/traces', ofUsage(300))).toEqual({});
    await indexJournal(world);
    const again = await asked();
    expect(again.missing).toEqual({
      times: '1',
      lines: '1',
      listed: [
        {
          producer_class: 'gateway_journal',
          environment_id: leaf.environmentId,
          from: instant(startMs),
          to: instant(startMs + 1),
          cause: 'refused',
          reasons: ['conflicting'],
          lines: '1',
        },
      ],
    });
    expect(JSON.stringify(again.groups)).toContain('"1200"');
    expect(JSON.stringify(again.groups)).not.toContain('"1300"');
  });
});
