import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CalledEndpoint } from '../domain/gateway/endpoints.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { RetrySettings } from '../domain/gateway/routing/retry-settings.ts';
import type { CacheTurn } from './cache/cache-turn.ts';
import type { CacheableCall, ResponseCache } from './cache/response-cache.ts';
import type { ContentCapture } from './capture/content-capture.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { admissionEvent, endingEvents, type AdmittedCall } from './decision-log/decision-events.ts';
import { ForwardedCall, type ForwardedParts, type Forwarding, type SentTo } from './forwarded-call.ts';
import type { Admission } from './governance/admission.ts';
import type { Governor } from './governance/governor.ts';
import { notedRefusal } from './governance/limit-refusal.ts';
import type { HeldBodies } from './held-bodies.ts';
import { takesTrailers } from './headers/figure-headers.ts';
import { upstreamHeaders } from './headers/forward-headers.ts';
import { noteHeaders, type NotedSettings } from './headers/note-headers.ts';
import type { ProxyMetrics } from './metrics/proxy-metrics.ts';
import type { LetIn } from './let-in.ts';
import { readBody } from './read-body.ts';
import { readCall, type AskedCall } from './read-call.ts';
import { ReplayedCall } from './replayed-call.ts';
import { LOG_UNAVAILABLE, STOPPING, type GatewayError } from './refusal.ts';
import type { Upstream } from './open-upstream.ts';
import { replaceModel } from './routing/replace-model.ts';
import { AttemptPlan, type Candidate } from './routing/attempt-plan.ts';
import { routeCall } from './routing/route-call.ts';
import { findAnswerers } from './routing/find-answerers.ts';
import type { ChosenRoute, Router } from './routing/router.ts';
import type { RoutingMetrics } from './routing/routing-metrics.ts';
import type { AnsweredCall, ShadowCalls } from './routing/shadow-calls.ts';
import { withQuery } from './routing/with-query.ts';
import { deriveStepClass } from './usage/derive-step-class.ts';
import { COUNT_TOKENS, TokenCount } from './token-count.ts';
import { sayHeaders } from './write-answer.ts';

/** What the configuration file says, ready for calls. */
export interface ComposedParts {
  /** Absent where the configuration file asks for none. */
  readonly cache?: Pick<ResponseCache, 'turnOf'> | undefined;
  /** Absent where nothing is captured. */
  readonly capture?: Pick<ContentCapture, 'open'> | undefined;
  readonly upstreams: readonly Upstream[];
  readonly settings: NotedSettings;
  /** Undefined where there are no limits. */
  readonly governor: Governor | undefined;
  /** Undefined where no tier is chosen. */
  readonly router: Router | undefined;
  readonly retries: RetrySettings;
  /** Undefined where no call is made once more. */
  readonly shadows: ShadowCalls | undefined;
}

export interface ServedParts extends ForwardedParts, ComposedParts {
  readonly bodies: HeldBodies;
  readonly metrics: ProxyMetrics & Pick<RoutingMetrics, 'retried'>;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** What all configurations of a process share. */
export interface SharedCalls {
  readonly calls: CallsInFlight;
  /** Whether nothing is taken any more. */
  readonly isClosed: () => boolean;
}

/** A call of a model, before its body is read. */
export interface CallMade {
  readonly requestId: string;
  readonly query: string | undefined;
  readonly asking: LetIn;
  readonly endpoint: CalledEndpoint;
}

/** A call of a model that was let in, before the cache was asked. */
type SentCall = Omit<Forwarding, 'cache' | 'headers' | 'words' | 'again' | 'takesTrailers'> &
  Pick<CallMade, 'asking' | 'query'> & {
    readonly route: ChosenRoute | undefined;
    /** Who may answer it; undefined where it is sent once. */
    readonly among: readonly Candidate[] | undefined;
  };

/** What goes on of a call. */
interface GoingCall {
  readonly call: AdmittedCall;
  readonly asked: AskedCall;
  readonly body: Buffer;
}

/** A call, and where it is to go; without a route where its model says so. */
interface RoutedCall extends GoingCall, Pick<CallMade, 'asking' | 'endpoint' | 'query'> {
  readonly route: ChosenRoute | undefined;
  readonly startedAt: number;
}

type Making = Parameters<CallsInFlight['start']>[0];

const NO_HEADERS: readonly string[] = [];

/** The calls that go by one configuration, from their body to their end. */
export class ServedCalls {
  readonly #parts: ServedParts;
  readonly #shared: SharedCalls;
  #count = 0;
  #onIdle: (() => void) | undefined;

  constructor(parts: ServedParts, shared: SharedCalls) {
    this.#parts = parts;
    this.#shared = shared;
  }

  get upstreams(): readonly Upstream[] {
    return this.#parts.upstreams;
  }

  /** Resolves when no call goes by it any more. Nothing may be served by it from then on. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#count === 0) resolve();
    });
  }

  /** Resolves with what the caller is to be told in place of an answer, or when there is something on its way. */
  async serve(request: IncomingMessage, response: ServerResponse, made: CallMade): Promise<GatewayError | undefined> {
    this.#count += 1;
    try {
      return await this.#serveCall(request, response, made);
    } finally {
      this.#leave();
    }
  }

  /** Has whoever would answer a call count its tokens: it is no call of a model, so that no limit is asked and no row left. */
  async countTokens(
    request: IncomingMessage,
    response: ServerResponse,
    made: Omit<CallMade, 'endpoint'>,
  ): Promise<GatewayError | undefined> {
    this.#count += 1;
    try {
      return await this.#countTokens(request, response, made);
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onIdle?.();
  }

  #start(make: Making): void {
    this.#count += 1;
    this.#shared.calls.start((done) =>
      make(() => {
        done();
        this.#leave();
      }),
    );
  }

  async #countTokens(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, query, asking }: Omit<CallMade, 'endpoint'>,
  ): Promise<GatewayError | undefined> {
    const { bodies, upstreams, metrics } = this.#parts;
    const hold = bodies.open();
    response.once('close', () => hold.giveBack());
    const body = await readBody(request, hold);
    if (body === undefined) return undefined;
    const asked = body.refusal ?? readCall(body.bytes);
    if ('status' in asked) return asked;
    const endpoint = 'messages';
    const brought = broughtIn(asking);
    const call = this.#admitted(request, { ...{ requestId, asking, asked }, bytes: body.size });
    const route = this.#parts.router?.foresee({ call, asked, endpoint, brought });
    const { model } = route?.serving ?? asked;
    const asks = { endpoint, model, provider: route?.serving?.provider, scopes: asking.key.scopes } as const;
    const upstream = routeCall(upstreams, asks);
    const routeHeaders = route?.headers ?? NO_HEADERS;
    if ('status' in upstream) {
      sayHeaders(response, routeHeaders);
      return upstream;
    }
    const counted = {
      ...{ requestId, upstream, routeHeaders },
      path: withQuery(`${upstream.path(endpoint)}${COUNT_TOKENS}`, query),
      headers: this.#headersFor(upstream, request, brought),
      body: withModel({ asked, body: body.bytes }, model).body,
    };
    this.#start((done) => new TokenCount(metrics, counted, response, done));
    return undefined;
  }

  async #serveCall(
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, query, asking, endpoint }: CallMade,
  ): Promise<GatewayError | undefined> {
    const hold = this.#parts.bodies.open();
    response.once('close', () => hold.giveBack());
    const body = await readBody(request, hold);
    if (body === undefined) return undefined;
    const startedAt = this.#parts.elapsed();
    const asked = body.refusal ?? readCall(body.bytes);
    const call = this.#admitted(request, { ...{ requestId, asking, asked }, bytes: body.size });
    if ('status' in asked) return this.#refuseKept(call, asked, startedAt);
    const route = this.#parts.router?.choose({ call, asked, endpoint, brought: broughtIn(asking) });
    const going = { call, asked, body: body.bytes };
    return this.#sendCall(request, response, {
      ...(route === undefined ? going : goingBy(route, going)),
      ...{ route, endpoint, startedAt, asking, query },
    });
  }

  /** Sends on a call of which it is known where it is to go. */
  async #sendCall(
    request: IncomingMessage,
    response: ServerResponse,
    { call, asked, body, route, endpoint, startedAt, asking, query }: RoutedCall,
  ): Promise<GatewayError | undefined> {
    const { model } = asked;
    const { scopes } = asking.key;
    const { upstreams, retries } = this.#parts;
    const { fallbacks = [], serving } = route ?? {};
    const asks = { endpoint, model, provider: serving?.provider, scopes };
    const hasOwnKey = broughtIn(asking) !== undefined;
    const found = findAnswerers(upstreams, asks, { attempts: retries.attempts, fallbacks, hasOwnKey });
    // Whatever is answered from here on says which tier was chosen.
    const headers = route?.headers ?? NO_HEADERS;
    if ('status' in found) {
      sayHeaders(response, headers);
      return this.#refuseKept(call, found, startedAt);
    }
    const { upstream, among } = found;
    const verdict = this.#parts.governor?.admit({ call, asked, endpoint, upstream, others: among });
    const admission = verdict instanceof Promise ? await this.#unlessLate(verdict, call, response) : verdict;
    if (admission !== undefined && 'status' in admission) {
      sayHeaders(response, headers);
      return this.#refuseKept(noting(call, notedRefusal(admission)), admission, startedAt);
    }
    const governed = admission === undefined ? call : noting(call, admission.noted());
    return this.#answerCall(request, response, {
      ...{ asked, endpoint, upstream, startedAt, admission, asking, body, query, among, route },
      call: governed,
      routeHeaders: headers,
      path: withQuery(upstream.path(endpoint), query),
    });
  }

  /** Answers a call that was let in: out of the cache, or by its provider. */
  async #answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    { asking, query, route, among, ...sent }: SentCall,
  ): Promise<GatewayError | undefined> {
    const brought = broughtIn(asking);
    const about = { ...sent, provider: sent.upstream.name, headers: request.headers, brought };
    const cache = await this.#turnOf(about);
    if (cache !== undefined && this.#shared.isClosed()) {
      sent.admission?.giveBack();
      return STOPPING;
    }
    const call = cache === undefined ? sent.call : noting(sent.call, cache.noted);
    const words = this.#parts.capture?.open(call, sent.endpoint, sent.asked.body);
    if (cache?.status === 'hit') {
      const { admission, routeHeaders, startedAt } = sent;
      const replay = { call, words, hit: cache, admission, routeHeaders, startedAt };
      this.#start((done) => new ReplayedCall(this.#parts, replay, response, done));
      return undefined;
    }
    const tier = route?.tier;
    if (tier !== undefined && this.#parts.shadows?.isSampled({ ...sent, tier }) === true)
      this.#shadow(response, { ...sent, query, tier, scopes: asking.key.scopes, rawHeaders: request.rawHeaders });
    const forwarding = {
      ...{ ...sent, call, cache, words, headers: this.#headersFor(sent.upstream, request, brought) },
      takesTrailers: takesTrailers(request),
      again: among && {
        plan: new AttemptPlan(among, this.#parts.retries, this.#parts.random),
        sentTo: ({ upstream, model }: Candidate): SentTo => ({
          ...withModel(sent, model),
          ...{ upstream, routeHeaders: route?.headersFor(model) ?? NO_HEADERS },
          path: withQuery(upstream.path(sent.endpoint), query),
          headers: this.#headersFor(upstream, request, brought),
        }),
      },
    };
    this.#start((done) => new ForwardedCall(this.#parts, forwarding, response, done));
    return undefined;
  }

  async #turnOf(about: CacheableCall): Promise<CacheTurn | undefined> {
    const { cache, traces, elapsed } = this.#parts;
    if (cache === undefined) return undefined;
    const since = elapsed();
    const turn = await cache.turnOf(about);
    if (turn !== undefined) traces?.of(about.call.requestId)?.askedCache(since, turn.status);
    return turn;
  }

  /** Has a call be made once more as soon as its answer has gone out: whoever waits for it waits for nothing else. */
  #shadow(response: ServerResponse, answered: AnsweredCall): void {
    this.#count += 1;
    response.once('close', () => {
      const isWhole = response.writableFinished && response.statusCode < 300;
      const flights = { start: (make: Making) => this.#start(make) };
      const made = isWhole ? this.#parts.shadows?.make(answered, flights, this.#shared.isClosed) : undefined;
      void Promise.resolve(made).finally(() => this.#leave());
    });
  }

  /** What was admitted after a while, unless its caller went away meanwhile, or nothing is taken any more. */
  async #unlessLate(
    verdict: Promise<Admission | GatewayError>,
    { requestId }: AdmittedCall,
    response: ServerResponse,
  ): Promise<Admission | GatewayError> {
    const { traces, elapsed } = this.#parts;
    const since = elapsed();
    const admission = await verdict;
    traces?.of(requestId)?.waitedForLimits(since);
    if ('status' in admission || !(response.destroyed || this.#shared.isClosed())) return admission;
    admission.giveBack();
    return STOPPING;
  }

  #admitted(
    { headers }: IncomingMessage,
    of: { requestId: string; asking: LetIn; asked: AskedCall | GatewayError; bytes: number },
  ): AdmittedCall {
    const { asked, asking, bytes, requestId } = of;
    const { noted, stepClass, traceId } = noteHeaders(headers, this.#parts.settings);
    const isCall = 'model' in asked;
    return {
      ...{ requestId, traceId, bytes },
      key: asking.key,
      admittedAt: this.#parts.clock.now(),
      streaming: isCall && asked.streaming,
      noted: { ...noted, ...(isCall && stepOf(stepClass, asked)) },
    };
  }

  #headersFor({ wire, key }: Upstream, { rawHeaders }: IncomingMessage, brought: string | undefined): string[] {
    const { tierHeader } = this.#parts.settings;
    return upstreamHeaders(rawHeaders, { tierHeader, wire, key: brought ?? key });
  }

  /** A request of a key that is in force has its row, whatever comes of it. Resolves with what is to be said then. */
  #refuseKept(call: AdmittedCall, error: GatewayError, startedAt: number): Promise<GatewayError> {
    const totalMs = this.#parts.elapsed() - startedAt;
    const ending = { status: 'refused', kind: error.type, totalMs } as const;
    return this.#parts.log.write([admissionEvent(call), ...endingEvents(call, ending)]).then(
      () => error,
      () => LOG_UNAVAILABLE,
    );
  }
}
function noting(call: AdmittedCall, noted: Readonly<Record<string, string>>): AdmittedCall {
  return { ...call, noted: { ...call.noted, ...noted } };
}

/** The call as it goes to the tier that was chosen, which may have another model. */
function goingBy({ serving, noted }: ChosenRoute, { call, asked, body }: GoingCall): GoingCall {
  const routed = { ...noting(call, noted), ...(serving && { routeId: serving.name }) };
  return { call: routed, ...withModel({ asked, body }, serving?.model ?? asked.model) };
}

function withModel({ asked, body }: Omit<GoingCall, 'call'>, model: string): Omit<GoingCall, 'call'> {
  if (model === asked.model) return { asked, body };
  return { asked: { ...asked, model, body: { ...asked.body, model } }, body: replaceModel(body, model) };
}

function stepOf(said: string | undefined, { body }: AskedCall): Readonly<Record<string, string>> {
  return { step_class: said ?? deriveStepClass(body), step_class_source: said === undefined ? 'derived' : 'explicit' };
}

/** The key of a provider that is called with, where the caller may bring one along and does. */
function broughtIn({ key, brought }: LetIn): string | undefined {
  return key.allowsPassthrough ? brought : undefined;
}
