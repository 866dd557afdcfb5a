import type { Clock } from '../../domain/kernel/clock.ts';
import type { RetrySettings } from '../../domain/gateway/routing/retry-settings.ts';
import { protocolAt } from '../../providers/protocols/registry.ts';
import type { CacheHit, CachePass, CacheTurn } from '../cache/cache-turn.ts';
import type { CacheableCall, ResponseCache } from '../cache/response-cache.ts';
import type { ContentCapture } from '../capture/content-capture.ts';
import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { LargeBodies } from '../body/large-bodies.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { keepRefusal } from '../decision-log/keep-refusal.ts';
import type { ArrivingCall, CallMade } from '../entry/arriving-call.ts';
import type { Admission } from '../governance/admission.ts';
import type { Governor } from '../governance/governor.ts';
import { notedRefusal } from '../governance/limit-refusal.ts';
import type { BodyHold, HeldBodies } from '../body/held-bodies.ts';
import { takesTrailers } from '../headers/figure-headers.ts';
import { answerHeaders } from '../headers/answer-headers.ts';
import { upstreamHeaders, type HeaderReceiver } from '../headers/forward-headers.ts';
import type { NotedSettings } from '../headers/note-headers.ts';
import type { ProxyMetrics } from '../metrics/proxy-metrics.ts';
import type { ReadBody } from '../body/read-body.ts';
import type { AskedCall } from '../request/read-call.ts';
import { STOPPING, type GatewayError, type SoonRefused } from '../call/refusal.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { AttemptPlan, type Candidate } from '../routing/attempt-plan.ts';
import { routeCall } from '../routing/route-call.ts';
import { findAnswerers, type Answerers } from '../routing/find-answerers.ts';
import type { ChosenRoute, Router } from '../routing/router.ts';
import type { RoutingMetrics } from '../routing/routing-metrics.ts';
import { withQuery } from '../routing/with-query.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { ForwardedCall } from './forwarded-call.ts';
import type { Again, ForwardedParts, Forwarding, SentTo } from './forwarding.ts';
import { ReplayedCall } from './replayed-call.ts';
import type { ShadowCalls } from './shadow-calls.ts';
import { TokenCount } from './token-count.ts';
import { sayHeaders } from './write-answer.ts';

/** What the configuration file says, ready for calls. */
export interface ComposedParts {
  /** Absent where the configuration file asks for none. */
  readonly cache?: Pick<ResponseCache, 'turnOf' | 'rules'> | undefined;
  /** Absent where nothing is captured. */
  readonly capture?: Pick<ContentCapture, 'open' | 'keepsWords'> | undefined;
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
  readonly largeBodies: Pick<LargeBodies, 'read'>;
  readonly metrics: ProxyMetrics & Pick<RoutingMetrics, 'retried'>;
  readonly clock: Clock;
  readonly newRequestId: () => string;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The calls of a configuration that are on their way. */
export interface Flights extends Pick<CallsInFlight, 'start'> {
  /** Whether nothing is taken any more. */
  readonly isClosed: () => boolean;
  /** Keeps the configuration in force until what it gives is called. */
  readonly stay: () => () => void;
}

/** What was read of a call, and the room that its body takes until its answer has ended. */
export interface TakenBody {
  readonly body: ReadBody;
  readonly said: AskedCall | GatewayError;
  readonly room: BodyHold;
  /** When its body had come, by the clock that only goes on. */
  readonly startedAt: number;
}

const NO_HEADERS: readonly string[] = [];

/** Of a call that is refused, so that none are sent. */
const NO_BYTES: BodyBytes = { pieces: [], size: 0, model: { start: 0, end: 0 } };

/** A call of a model, from its body to whoever answers it. What each step finds out is kept here for those behind it. */
export class ServedCall {
  readonly #parts: ServedParts;
  readonly #flights: Flights;
  readonly #made: CallMade;
  readonly #room: BodyHold;
  /** A key of a provider that it is called with, where the caller may bring one along and does. */
  readonly #brought: string | undefined;
  readonly #startedAt: number;
  readonly #said: AskedCall | GatewayError;
  /** What its row is to note, by name. */
  readonly #noted: Record<string, string>;
  /** As it goes on. */
  #call: AdmittedCall;
  #body: BodyBytes;
  #route: ChosenRoute | undefined;
  #admission: Admission | undefined;

  constructor(parts: ServedParts, flights: Flights, arriving: ArrivingCall, taken: TakenBody) {
    const { made, noted, stepClass, traceId } = arriving;
    const { body, said, room, startedAt } = taken;
    const { asking, requestId } = made;
    this.#parts = parts;
    this.#flights = flights;
    this.#made = made;
    this.#room = room;
    this.#brought = asking.key.allowsPassthrough ? asking.brought : undefined;
    this.#startedAt = startedAt;
    this.#body = body.bytes ?? NO_BYTES;
    this.#said = said;
    this.#admission = arriving.admission;
    if ('model' in said && stepClass === undefined) {
      noted['step_class'] = said.stepClass;
      noted['step_class_source'] = 'derived';
    }
    this.#noted = noted;
    this.#call = {
      requestId,
      key: asking.key,
      admittedAt: arriving.admittedAt,
      bodyMs: startedAt - arriving.arrivedMs,
      streaming: 'model' in this.#said && this.#said.streaming,
      traceId,
      bytes: body.size,
      noted,
    };
  }

  /** What the caller is to be told in place of an answer; undefined when there is something on its way. */
  serve(): SoonRefused {
    const said = this.#said;
    if ('status' in said) return this.#refuse(said);
    const { endpoint } = this.#made;
    this.#route = this.#parts.router?.choose({ call: this.#call, asked: said, endpoint, brought: this.#brought });
    const asked = this.#goByRoute(said);
    const found = this.#findAnswerers(asked);
    if ('status' in found) return this.#refuseRouted(found);
    const { cache } = this.#parts;
    if (cache !== undefined) return this.#answer(cache, asked, found);
    const refused = this.#reserve(asked, found);
    if (refused instanceof Promise) return refused.then((told) => this.#sendUnless(told, asked, found));
    return this.#sendUnless(refused, asked, found);
  }

  #sendUnless(refused: GatewayError | undefined, asked: AskedCall, found: Answerers, pass?: CachePass): SoonRefused {
    const told = refused ?? this.#refuseUnlessInForce();
    if (told === undefined) this.#send(asked, found, pass);
    return told;
  }

  /** The key may have ended while the body, limits, the cache or an equal call were waited for: it opens nothing then. */
  #refuseUnlessInForce(): Promise<GatewayError> | undefined {
    const error = this.#parts.keys.refusalOf(this.#made.asking.key);
    if (error === undefined) return undefined;
    return this.#refuse(error);
  }

  /** Has it answered from the cache, or else by a provider. It uses up money and tokens only where it goes to one. */
  async #answer(
    cache: Pick<ResponseCache, 'turnOf'>,
    asked: AskedCall,
    found: Answerers,
  ): Promise<GatewayError | undefined> {
    const turn = await this.#turnOf(cache, this.#cacheable(asked, found.upstream));
    if (turn?.status === 'hit' && !this.#flights.isClosed()) {
      const ended = this.#refuseUnlessInForce();
      if (ended === undefined) this.#replay(asked, turn);
      return ended;
    }
    const pass = turn?.status === 'hit' ? undefined : turn;
    const refused = await this.#passOn(asked, found, pass);
    if (refused !== undefined) pass?.recorder?.letGo();
    return refused;
  }

  /** Sends on what the cache did not answer. */
  async #passOn(asked: AskedCall, found: Answerers, pass: CachePass | undefined): Promise<GatewayError | undefined> {
    if (this.#flights.isClosed()) {
      this.#admission?.giveBack();
      return STOPPING;
    }
    if (pass !== undefined) this.#note(pass.noted);
    const refused = await this.#reserve(asked, found);
    if (refused !== undefined && pass !== undefined) sayHeaders(this.#made.response, ['x-tt-cache', pass.status]);
    return this.#sendUnless(refused, asked, found, pass);
  }

  /** Has whoever would answer it count its tokens: that is no call of a model, so that no row is left, and no quota used. */
  count(): GatewayError | undefined {
    const refused = this.#countBy();
    if (refused !== undefined) this.#admission?.giveBack();
    return refused;
  }

  #countBy(): GatewayError | undefined {
    const { endpoint, requestId, response, query, asking } = this.#made;
    const said = this.#said;
    if ('status' in said) return said;
    const { upstreams, router, metrics, keys } = this.#parts;
    const ended = keys.refusalOf(asking.key);
    if (ended !== undefined) return ended;
    this.#route = router?.foresee({ call: this.#call, asked: said, endpoint, brought: this.#brought });
    const { model } = this.#goByRoute(said);
    const asks = { endpoint, model, provider: this.#route?.serving?.provider, scopes: asking.key.scopes };
    const upstream = routeCall(upstreams, asks);
    if ('status' in upstream) {
      sayHeaders(response, this.#routeHeaders);
      return upstream;
    }
    const counted = {
      requestId,
      upstream,
      routeHeaders: this.#routeHeaders,
      path: withQuery(`${upstream.path(endpoint)}${protocolAt(endpoint).paths.counted ?? ''}`, query),
      headers: this.#headersFor(upstream),
      ownKey: this.#ownKeyOf(upstream),
      body: this.#body,
      room: this.#room,
    };
    const admission = this.#admission;
    this.#flights.start(
      (done) =>
        new TokenCount(metrics, counted, response, () => {
          admission?.settle(undefined);
          done();
        }),
    );
    return undefined;
  }

  /** Whatever is answered from the choice on says which tier was chosen. */
  get #routeHeaders(): readonly string[] {
    return this.#route?.headers ?? NO_HEADERS;
  }

  /** What goes to the tier that was chosen, which may have another model. */
  #goByRoute(asked: AskedCall): AskedCall {
    if (this.#route === undefined) return asked;
    const { serving, noted } = this.#route;
    this.#note(noted);
    if (serving === undefined) return asked;
    this.#call = { ...this.#call, routeId: serving.name };
    const going = withModel(asked, this.#body, serving.model);
    this.#body = going.body;
    return going.asked;
  }

  #findAnswerers({ model, isBound }: AskedCall): Answerers | GatewayError {
    const { endpoint, asking } = this.#made;
    const { upstreams, retries } = this.#parts;
    const { fallbacks = [], serving } = this.#route ?? {};
    const asks = { endpoint, model, provider: serving?.provider, scopes: asking.key.scopes };
    const isAskedOnce = isBound || this.#brought !== undefined;
    return findAnswerers(upstreams, asks, { attempts: retries.attempts, fallbacks, isBound: isAskedOnce });
  }

  /** Takes what it can come to of limits of tokens and money; its head took of all others. What is to be said where they have no room. */
  #reserve(asked: AskedCall, { upstream, among }: Answerers): SoonRefused {
    const { endpoint } = this.#made;
    const held = this.#admission;
    const governed = { call: this.#call, asked, endpoint, upstream, others: among, held, under: 'use' } as const;
    const verdict = this.#parts.governor?.admit(governed);
    if (verdict === undefined) return undefined;
    if (verdict instanceof Promise) return this.#unlessLate(verdict).then((admission) => this.#take(admission));
    return this.#take(verdict);
  }

  #take(admission: Admission | GatewayError): SoonRefused {
    if ('status' in admission) {
      this.#note(notedRefusal(admission));
      return this.#refuseRouted(admission);
    }
    admission.note(this.#noted);
    this.#admission = admission;
    return undefined;
  }

  #cacheable(asked: AskedCall, upstream: Upstream): CacheableCall {
    return {
      call: this.#call,
      asked,
      endpoint: this.#made.endpoint,
      provider: upstream.name,
      path: this.#pathAt(upstream),
      headers: answerHeaders(this.#made.request.rawHeaders, this.#receiver(upstream)),
      asksOfCache: this.#made.request.headers['x-tt-cache'],
      brought: this.#brought,
    };
  }

  async #turnOf(cache: Pick<ResponseCache, 'turnOf'>, about: CacheableCall): Promise<CacheTurn | undefined> {
    const { traces, elapsed } = this.#parts;
    const since = elapsed();
    let turn: CacheTurn | undefined;
    try {
      turn = await cache.turnOf(about);
    } catch (error) {
      // It has no answer, and a slot of a limit that it held would be held for good.
      this.#admission?.giveBack();
      throw error;
    }
    if (turn !== undefined) traces?.of(about.call.requestId)?.askedCache(since, turn.status);
    return turn;
  }

  #replay(asked: AskedCall, hit: CacheHit): void {
    const { endpoint, response } = this.#made;
    this.#note(hit.noted);
    const replay = {
      call: this.#call,
      words: this.#parts.capture?.open(this.#call, endpoint, asked.words),
      hit,
      admission: this.#admission,
      routeHeaders: this.#routeHeaders,
      startedAt: this.#startedAt,
    };
    this.#flights.start((done) => new ReplayedCall(this.#parts, replay, response, done));
  }

  #send(asked: AskedCall, { upstream, among }: Answerers, turn: CachePass | undefined): void {
    const { endpoint, request, response } = this.#made;
    this.#shadow(asked, upstream);
    const forwarding: Forwarding = {
      call: this.#call,
      asked,
      endpoint,
      upstream,
      path: this.#pathAt(upstream),
      headers: this.#headersFor(upstream),
      body: this.#body,
      ownKey: this.#ownKeyOf(upstream),
      routeHeaders: this.#routeHeaders,
      again: among && this.#again(asked, among),
      admission: this.#admission,
      cache: turn,
      words: this.#parts.capture?.open(this.#call, endpoint, asked.words),
      room: this.#room,
      takesTrailers: takesTrailers(request),
      startedAt: this.#startedAt,
    };
    this.#flights.start((done) => new ForwardedCall(this.#parts, forwarding, response, done));
  }

  #again(asked: AskedCall, among: readonly Candidate[]): Again {
    const { retries, random } = this.#parts;
    return {
      plan: new AttemptPlan(among, retries, random),
      sentTo: ({ upstream, model }): SentTo => ({
        ...withModel(asked, this.#body, model),
        upstream,
        ownKey: this.#ownKeyOf(upstream),
        routeHeaders: this.#route?.headersFor(model) ?? NO_HEADERS,
        path: this.#pathAt(upstream),
        headers: this.#headersFor(upstream),
      }),
    };
  }

  /** Has it be made once more as soon as its answer has gone out: whoever waits for it waits for nothing else. */
  #shadow(asked: AskedCall, upstream: Upstream): void {
    const { shadows } = this.#parts;
    const tier = this.#route?.tier;
    if (shadows === undefined || tier === undefined || !shadows.isSampled({ asked, upstream, tier })) return;
    const { endpoint, request, response, query, asking } = this.#made;
    const { rawHeaders } = request;
    const { scopes } = asking.key;
    const answered = { call: this.#call, asked, endpoint, body: this.#body, rawHeaders, query, scopes, upstream, tier };
    const leave = this.#flights.stay();
    response.once('close', () => {
      const isWhole = response.writableFinished && response.statusCode < 300;
      const made = isWhole ? shadows.make(answered, this.#flights, this.#flights.isClosed) : undefined;
      void Promise.resolve(made).finally(leave);
    });
  }

  /** What was admitted after a while, unless its caller went away meanwhile, or nothing is taken any more. */
  async #unlessLate(verdict: Promise<Admission | GatewayError>): Promise<Admission | GatewayError> {
    const { traces, elapsed } = this.#parts;
    const since = elapsed();
    const admission = await verdict;
    traces?.of(this.#call.requestId)?.waitedForLimits(since);
    if ('status' in admission || !(this.#made.response.destroyed || this.#flights.isClosed())) return admission;
    admission.giveBack();
    return STOPPING;
  }

  #refuseRouted(error: GatewayError): Promise<GatewayError> {
    sayHeaders(this.#made.response, this.#routeHeaders);
    return this.#refuse(error);
  }

  /** A request of a key that is in force has its row, whatever comes of it. Resolves with what is to be said then. */
  #refuse(error: GatewayError): Promise<GatewayError> {
    this.#admission?.giveBack();
    return keepRefusal(this.#parts.log, this.#call, error, this.#parts.elapsed() - this.#startedAt);
  }

  #note(noted: Readonly<Record<string, string>>): void {
    Object.assign(this.#noted, noted);
  }

  #pathAt(upstream: Upstream): string {
    return withQuery(upstream.path(this.#made.endpoint), this.#made.query);
  }

  #headersFor(upstream: Upstream): string[] {
    return upstreamHeaders(this.#made.request.rawHeaders, this.#receiver(upstream));
  }

  #ownKeyOf({ key }: Upstream): string | undefined {
    return this.#brought === undefined ? key : undefined;
  }

  /** No object is spread here: a spread one costs each call more than all of its headers. */
  #receiver({ wire, key, forwardedHeaders }: Upstream): HeaderReceiver {
    return {
      wire,
      key: this.#brought ?? key,
      added: forwardedHeaders,
      hasOwnKey: this.#brought !== undefined,
      tierHeader: this.#parts.settings.tierHeader,
    };
  }
}

function withModel(
  asked: AskedCall,
  body: BodyBytes,
  model: string,
): { readonly asked: AskedCall; readonly body: BodyBytes } {
  if (model === asked.model) return { asked, body };
  return { asked: { ...asked, model }, body: replaceModel(body, model) };
}
