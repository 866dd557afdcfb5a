import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { createApp } from '../../api/composition/app.ts';
import type { InsightReader } from '../../analytics/insight/insight-reader.ts';
import type { TraceReader } from '../../analytics/traces/trace-reader.ts';
import type { ApiPorts } from '../../api/ports/ports.ts';
import type { ApiApp } from '../../api/frame/api-app.ts';
import type { Place } from '../../clients/typescript/place.ts';
import type { Fetch } from '../../clients/typescript/transport/transport.ts';
import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { InsightReceipt } from '../../contracts/insight/insight-receipt.ts';
import { type Problem, ProblemSchema } from '../../contracts/problems/customer-problem.ts';
import type { Trace } from '../../contracts/traces/trace.ts';
import type { TraceList } from '../../contracts/traces/trace-list.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { CallPrices } from '../../domain/models/call-prices.ts';
import type { ModelPrices } from '../../domain/models/model-prices.ts';
import type { Component } from '../../domain/kernel/components.ts';
import { BUILD_VERSION } from '../../runtime/telemetry/read-build-version.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { FakeAudit } from '../fakes/audit.ts';
import { FakeJournal } from '../fakes/journal.ts';
import { FakeControlPlane } from '../fakes/control-plane.ts';
import { planePorts } from '../fakes/plane-ports.ts';
import { type WorldApp, createWorldApp } from '../apps/world-app.ts';
import { openApps } from '../apps/open-apps.ts';
import { seedCallers, callerToken, type CallerName } from '../apps/demo-callers.ts';
import { makeAnswer, makeReceipt } from './answers.ts';
import { checkAgainstDescription } from './described-api.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from './demo-ids.ts';
import { makeTrace, makeTraceList } from './made-trace.ts';

export const API_BASE_PATH = '/portal/api/v1/customer/v1';
export const START_TIME = new Date('2026-03-01T12:00:00.000Z');

/** Limits that no test reaches. */
const UNLIMITED = {
  requestsPerCredential: 1_000_000,
  requestsPerAddress: 1_000_000,
  connectionsPerAddress: 5_000,
  trustedProxies: [],
};

/** One nano-USD per input token and five per output token; no price for the unpriced model. */
const PRICES: ModelPrices = {
  revision: 'prices of tests 1',
  priceOf:
    ({ model }) =>
    ({ input, output }) =>
      model === 'unpriced' ? undefined : BigInt(input + 5 * output),
};

/** The same prices for calls of other gateways; no price if the call states no usage. */
const CALL_PRICES: CallPrices = {
  priceOf: ({ model, tokens }) => {
    const { revision } = PRICES;
    if (tokens === undefined) return { state: 'unpriced', reason: 'usage_unknown', revision };
    if (model === 'unpriced') return { state: 'unpriced', reason: 'model_not_in_table', revision };
    return { state: 'priced', nanos: String(tokens.input + 5 * tokens.output), revision };
  },
};

export interface ApiAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Body;
}

export interface TestCallOptions {
  readonly as?: CallerName;
  /** The body. Texts and bytes are sent unchanged, other values as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** A registered route: its method, its path, and the schemas of its answers by status. */
export interface RouteRecord {
  readonly method: string;
  readonly url: string;
  readonly operationId: string;
  readonly responses: Record<string, TSchema | { content: Record<string, { schema: TSchema }> }>;
}

/** The build that the API of tests reports. */
export const TEST_BUILD = { version: BUILD_VERSION, commit: '5ef0e29b0000000000000000000000000000cafe' };

/** The data that all tests share. */
const ALIKE = {
  build: TEST_BUILD,
  timeZones,
  newId,
  installationKey: Buffer.alloc(32, 7),
  prices: PRICES,
  callPrices: CALL_PRICES,
  limits: UNLIMITED,
  isStoreUnavailable: (error: unknown) => error instanceof Error && error.message === 'Connection terminated',
  logger: pino({ level: 'silent' }),
} satisfies Partial<ApiPorts>;

type World = Omit<ApiPorts, keyof typeof ALIKE>;

/** An application, and its routes when it is ready. */
interface DescribedApp {
  readonly app: ApiApp;
  readonly routes: RouteRecord[];
}

/** The shared application of all tests that do not change its ports, and its routes. */
let shared: (WorldApp<World> & DescribedApp) | undefined;

function sharedApp(template: World): WorldApp<World> & DescribedApp {
  if (shared === undefined) {
    const made = createWorldApp(template, (world) => createApp({ ...ALIKE, ...world }));
    shared = { ...made, ...described(made.app) };
  }
  return shared;
}

function described(app: ApiApp): DescribedApp {
  const routes: RouteRecord[] = [];
  app.addHook('onRoute', ({ url, method, schema }) => {
    const declared = schema as { operationId?: string; response?: RouteRecord['responses'] } | undefined;
    if (declared?.operationId === undefined) return;
    const responses = declared.response ?? {};
    routes.push({ method: String(method), url, operationId: declared.operationId, responses });
  });
  return { app, routes };
}

/**
 * The API over a control plane in memory, with a clock that tests move. `client` sends well-formed calls; the HTTP
 * methods send all other requests. Every answer is checked against the schema of its route. The client's requests and
 * their answers are also checked against the OpenAPI document.
 */
export class TestApi {
  now = START_TIME;
  readonly plane = new FakeControlPlane({ now: () => this.now });
  readonly audit = new FakeAudit();
  readonly journal = new FakeJournal();
  /** The questions to the reader, newest last. */
  readonly asked: Parameters<InsightReader['answer']>[0][] = [];
  answer: (() => Promise<InsightAnswer>) | InsightAnswer = makeAnswer();
  /** The cursor for the next rows of an answer; undefined if the answer has all rows. */
  nextCursor: string | undefined;
  /** The queries for receipts, newest last. */
  readonly receiptsAsked: Parameters<InsightReader['receipt']>[0][] = [];
  receipt: () => Promise<InsightReceipt> = () => Promise.resolve(makeReceipt());
  /** The questions for traces and for lists of traces, newest last. */
  readonly tracesAsked: Parameters<TraceReader['read']>[0][] = [];
  readonly traceListsAsked: Parameters<TraceReader['list']>[0][] = [];
  trace: () => Promise<Trace> = () => Promise.resolve(makeTrace());
  traceList: () => Promise<TraceList> = () => Promise.resolve(makeTraceList());
  /** The components with a heartbeat 3 s before now. */
  alive: Component[] = ['relay', 'worker.requested_runs', 'worker.dispatcher', 'worker.due_runs', 'reader', 'inbox'];
  /** The answers to clients, newest last. */
  readonly answered: ApiAnswer[] = [];
  readonly #world = worldOf(this);
  readonly #change: Partial<ApiPorts> | undefined;
  #own: DescribedApp | undefined;

  /**
   * @param change ports that differ from those of other tests; any value, also `{}`, gives the test a separate
   *   application
   */
  constructor(change?: Partial<ApiPorts>) {
    seedCallers(this.plane);
    this.#change = change;
  }

  /** A separate application for tests that add routes to it, make it listen, or close it. */
  get app(): ApiApp {
    return this.#ownApp().app;
  }

  /** The routes of the answering application, when it is ready. */
  get routes(): readonly RouteRecord[] {
    return (this.#isShared() ? sharedApp(this.#world) : this.#ownApp()).routes;
  }

  #isShared(): boolean {
    return this.#own === undefined && this.#change === undefined;
  }

  #ownApp(): DescribedApp {
    if (this.#own === undefined) {
      this.#own = described(createApp({ ...ALIKE, ...this.#world, ...this.#change }));
      openApps.add(this.#own.app);
    }
    return this.#own;
  }

  inject(options: InjectOptions): Promise<LightMyRequestResponse> {
    return this.#isShared() ? sharedApp(this.#world).inject(this.#world, options) : this.app.inject(options);
  }

  lastSeen(): Map<Component, Date> {
    return new Map(this.alive.map((component) => [component, new Date(this.now.getTime() - 3_000)]));
  }

  /** The TypeScript client of a caller, by default in the demo's workspace. */
  client(
    as: CallerName = 'owner',
    place: Place = { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID },
  ): TruetallyClient {
    const send: Fetch = (url, { headers: { authorization, ...headers }, ...init }) =>
      this.#fetch(url, {
        ...init,
        headers: { ...headers, ...(as !== 'nobody' && authorization && { authorization }) },
      });
    return createTruetallyClient({ baseUrl: 'http://api.test', token: callerToken(as), ...place, fetch: send });
  }

  readonly #fetch: Fetch = async (href, { method, headers, body }) => {
    const url = new URL(href);
    const response = await this.inject({
      method: method,
      url: url.pathname + url.search,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const { statusCode: status, rawPayload } = response;
    const contentType = String(response.headers['content-type']).split(';', 1).join('');
    const answer: unknown = contentType.endsWith('json') ? response.json() : response.body;
    const answered = { status, headers: response.headers, body: answer as Record<string, unknown> };
    this.answered.push(answered);
    this.#hold(method, url.pathname, answered);
    await checkAgainstDescription({ method, url, headers, requestBody: body, status, contentType, answer });
    return new Response(new Uint8Array(rawPayload), { status, headers: response.headers as Record<string, string> });
  };

  get<Body = Record<string, unknown>>(path: string, options?: TestCallOptions): Promise<ApiAnswer<Body>> {
    return this.call('GET', path, options);
  }

  post<Body = Record<string, unknown>>(path: string, options?: TestCallOptions): Promise<ApiAnswer<Body>> {
    return this.call('POST', path, options);
  }

  put<Body = Record<string, unknown>>(path: string, options?: TestCallOptions): Promise<ApiAnswer<Body>> {
    return this.call('PUT', path, options);
  }

  delete<Body = Record<string, unknown>>(path: string, options?: TestCallOptions): Promise<ApiAnswer<Body>> {
    return this.call('DELETE', path, options);
  }

  async call<Body = Record<string, unknown>>(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    { as = 'owner', body, headers = {}, query }: TestCallOptions = {},
  ): Promise<ApiAnswer<Body>> {
    const url =
      path.startsWith('/portal') || path.startsWith('/healthz') || path.startsWith('/readyz')
        ? path
        : API_BASE_PATH + path;
    const response = await this.inject({
      method,
      url,
      headers: {
        ...(as === 'nobody' ? {} : { authorization: `Bearer ${callerToken(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
      ...(query && { query }),
    });
    const answered = { status: response.statusCode, headers: response.headers, body: response.json<Body>() };
    this.#hold(method, url, answered);
    return answered;
  }

  /** Checks an answer against the declaration of its route. */
  #hold(method: string, url: string, { status, headers, body }: ApiAnswer<unknown>): void {
    const path = url.split('?')[0]!;
    const route = this.routes.find((one) => one.method === method && isAt(one.url, path));
    const context = `${method} ${path} → ${status}: ${JSON.stringify(body).slice(0, 600)}`;
    expect(headers['x-request-id'], context).toMatch(/^req_/);
    if (status >= 400 && !path.endsWith('/readyz')) {
      expect([...Value.Errors(ProblemSchema, body)], context).toEqual([]);
      expect(headers['content-type'], context).toBe('application/problem+json; charset=utf-8');
      expect((body as Problem).request_id).toBe(headers['x-request-id']);
      if (route !== undefined) expect(Object.keys(route.responses), context).toContain(String(status));
      // A 409 of comparisons is identified by its type, so only these types need a code.
      const { type } = body as Problem;
      if (type === 'conflict' || type === 'precondition_failed')
        expect((body as Problem).errors[0]?.code, context).toBeDefined();
    } else {
      if (status === 201 || status === 202)
        expect(headers['location'], context).toMatch(new RegExp(`^${API_BASE_PATH}/`));
      const schema = route?.responses[String(status)];
      expect(schema, context).toBeDefined();
      // Exports have content types instead of a schema. Answers that are not JSON are checked against the document.
      const type = String(headers['content-type']).split(';', 1)[0] ?? '';
      const held = 'content' in schema! ? schema.content[type]?.schema : schema;
      if (held !== undefined) expect([...Value.Errors(held, body)], context).toEqual([]);
    }
  }
}

/** The ports of a test: its control plane, audit and journal in memory, its clock, and the answers that it gives. */
function worldOf(api: TestApi): World {
  const { plane, audit, journal } = api;
  return {
    clock: { now: () => api.now },
    ...planePorts(plane),
    reader: {
      answer: async (question) => {
        api.asked.push(question);
        const answer = typeof api.answer === 'function' ? await api.answer() : api.answer;
        return { answer, ...(api.nextCursor !== undefined && { nextCursor: api.nextCursor }) };
      },
      receipt: (question) => {
        api.receiptsAsked.push(question);
        return api.receipt();
      },
    },
    traces: {
      read: (question) => {
        api.tracesAsked.push(question);
        return api.trace();
      },
      list: (question) => {
        api.traceListsAsked.push(question);
        return api.traceList();
      },
    },
    health: {
      heartbeats: () => Promise.resolve(api.lastSeen()),
      outbox: () => Promise.resolve({ waiting: 2, dead: 1 }),
      lastSweep: () => Promise.resolve(undefined),
      overdueSchedules: () => Promise.resolve({ count: 0, oldestSeconds: 0 }),
      indexState: () => Promise.resolve({ waitingSince: undefined }),
      indexBehindSeconds: 60,
      pingClickHouse: () => Promise.resolve(),
    },
    traffic: journal.port,
    audit: audit.port,
    maxStallMs: () => 7,
  };
}

function isAt(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index]);
}
