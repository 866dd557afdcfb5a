import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { KeyScopes } from '../../domain/gateway/key-scopes.ts';
import type { ShadowSettings } from '../../domain/gateway/routing/shadow-settings.ts';
import type { Tier } from '../../domain/gateway/routing/routing-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PathCall } from '../../providers/protocols/shared/protocol-paths.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { Admission } from '../governance/admission.ts';
import type { Governor } from '../governance/governor.ts';
import { upstreamHeaders } from '../headers/forward-headers.ts';
import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { BodyReservation, BodyBudget } from '../body/body-budget.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { RequestFacts } from '../request/read-call.ts';
import { makeCall, type PaidCallKind } from '../paid-calls/make-call.ts';
import { routeCall } from '../routing/route-call.ts';
import type { ContentCapture } from '../capture/content-capture.ts';
import type { ShadowEnd } from '../routing/routing-metrics.ts';
import { withQuery } from '../routing/with-query.ts';
import { ForwardedCall } from '../attempts/forwarded-call.ts';
import type { ForwardedParts, Forwarding } from '../attempts/forwarding.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { DiscardedAnswer } from './discarded-answer.ts';

/** An answered call, and the tier that would have answered it. */
export interface AnsweredCall {
  readonly call: AdmittedCall;
  readonly asked: RequestFacts;
  readonly endpoint: CalledEndpoint;
  /** The call in its path; undefined if the body names the model. */
  readonly named: PathCall | undefined;
  readonly body: BodyBytes;
  readonly rawHeaders: readonly string[];
  readonly query: string | undefined;
  readonly scopes: KeyScopes;
  /** The provider that answered. */
  readonly upstream: Pick<Upstream, 'name'>;
  readonly tier: Tier;
}

export interface ShadowParts extends Omit<ForwardedParts, 'metrics'>, Pick<ForwardedParts['metrics'], 'called'> {
  readonly settings: ShadowSettings;
  readonly upstreams: readonly Upstream[];
  readonly governor: Pick<Governor, 'admit'> | undefined;
  readonly bodies: Pick<BodyBudget, 'open'>;
  /** Undefined if no content is captured. */
  readonly capture: Pick<ContentCapture, 'open'> | undefined;
  readonly clock: Clock;
  /** The name of the header in lower case. */
  readonly tierHeader: string;
  readonly newRequestId: () => string;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly ended: (end: ShadowEnd) => void;
}

const nothing = (): void => undefined;

/** A shadow call in progress: its original, its request and its reservations. */
interface MadeShadow {
  readonly answered: AnsweredCall;
  readonly call: AdmittedCall;
  readonly annotations: Record<string, string>;
  readonly asked: RequestFacts;
  readonly upstream: Upstream;
  admission: Admission | undefined;
  readonly start: (made: MadeShadow) => ShadowEnd | undefined;
}

/**
 * The kind of shadow calls: their caller pays for them, they block none of its own calls, and they leave no row if they
 * are refused.
 */
const SHADOW: PaidCallKind<MadeShadow, ShadowEnd | undefined> = {
  governed: ({ answered, call, asked, upstream }) => ({
    ...{ call, asked, upstream, endpoint: answered.endpoint },
    limitedBy: 'use',
  }),
  reserved(made, admission) {
    admission.note(made.annotations);
    made.admission = admission;
  },
  refusedByLimit: () => 'refused',
  refusedByKey: () => 'refused',
  send: (made) => made.start(made),
};

/**
 * Repeats calls at the tier that was chosen for them, after their answer and for no caller, up to a maximum number at a
 * time.
 */
export class ShadowCalls {
  readonly #parts: ShadowParts;
  readonly #forwarded: ForwardedParts;
  #running = 0;

  constructor(parts: ShadowParts) {
    this.#parts = parts;
    const { called, ended } = parts;
    const onEnded: ForwardedParts['metrics']['ended'] = (_endpoint, status) => ended(status);
    this.#forwarded = { ...parts, metrics: { called, answered: nothing, retried: nothing, ended: onEnded } };
  }

  /**
   * True if a call is sampled for a shadow call. It is not if the shadow would be identical, or if an answer leaves
   * state behind.
   */
  isSampled({ asked, upstream, tier }: Pick<AnsweredCall, 'asked' | 'upstream' | 'tier'>): boolean {
    const { settings, random } = this.#parts;
    if (settings.sampleRate === 0 || random() >= settings.sampleRate) return false;
    const isSame = tier.model === asked.model && (tier.provider === undefined || tier.provider === upstream.name);
    return !isSame && asked.isCacheable && !asked.isBound;
  }

  /**
   * Repeats a call, or drops it if there is no capacity. Never rejects.
   * @param calls the calls of the process, which waits for them before it ends
   */
  async make(answered: AnsweredCall, calls: Pick<CallsInFlight, 'start'>, isClosed: () => boolean): Promise<void> {
    const { settings, bodies, log, ended } = this.#parts;
    const room = bodies.open({ keyId: answered.call.key.keyId, organizationId: answered.call.key.leaf.organizationId });
    const hasRoom = this.#running < settings.concurrency && log.isOpen() && !isClosed();
    if (!hasRoom || !room.take(answered.body.size)) {
      ended('dropped');
      return;
    }
    this.#running += 1;
    const leave = (): void => {
      this.#running -= 1;
      room.giveBack();
    };
    const start = (made: MadeShadow): ShadowEnd | undefined => {
      if (isClosed()) {
        made.admission?.giveBack();
        return 'dropped';
      }
      this.#start(made, room, calls, leave);
      return undefined;
    };
    const end = await this.#make(answered, start).catch(() => 'failed' as const);
    if (end === undefined) return;
    ended(end);
    leave();
  }

  /**
   * Sends the shadow, unless its key does not open the tier or has ended, or a limit of money or tokens is exhausted.
   */
  async #make(answered: AnsweredCall, start: MadeShadow['start']): Promise<ShadowEnd | undefined> {
    const { upstreams, clock, newRequestId } = this.#parts;
    const { call, asked, endpoint, scopes, tier } = answered;
    const { model, provider } = tier;
    const upstream = routeCall(upstreams, { endpoint, model, provider, scopes });
    if ('status' in upstream) return 'refused';
    const annotations: Record<string, string> = {
      ...call.annotations,
      shadow_of: call.requestId,
      'route.called_model': model,
      // By this estimate the rule decided, so that its threshold is fitted on it, and not on the usage of a provider.
      'route.input_tokens': String(asked.inputTokens),
    };
    const shadow: AdmittedCall = {
      ...call,
      requestId: newRequestId(),
      admittedAt: clock.now(),
      bodyMs: 0,
      purpose: 'comparison',
      routeId: tier.name,
      annotations: annotations,
    };
    const made = {
      answered,
      call: shadow,
      annotations,
      asked: { ...asked, model },
      upstream,
      admission: undefined,
      start,
    };
    return makeCall(this.#parts, SHADOW, made);
  }

  #start(made: MadeShadow, room: BodyReservation, calls: Pick<CallsInFlight, 'start'>, leave: () => void): void {
    const { answered, call, asked, upstream, admission } = made;
    const { endpoint, named, rawHeaders, query, body } = answered;
    const { tierHeader, monotonicMs, capture } = this.#parts;
    const { model } = asked;
    const forwarding: Forwarding = {
      ...{ call, asked, endpoint, upstream, admission, room },
      path: withQuery(upstream.path(endpoint, model, named), query),
      headers: upstreamHeaders(rawHeaders, {
        ...upstream,
        added: upstream.forwardedHeaders,
        tierHeader,
        hasOwnKey: false,
      }),
      body: model === answered.asked.model ? body : replaceModel(body, model),
      // The repeated call has the same question, which is captured with that call.
      content: capture?.open(call, endpoint, undefined),
      ...{ cache: undefined, again: undefined, ownKey: undefined, routeHeaders: [] },
      ...{ takesTrailers: false, startedAt: monotonicMs() },
    };
    calls.start(
      (over) =>
        new ForwardedCall(this.#forwarded, forwarding, new DiscardedAnswer(), () => {
          leave();
          over();
        }),
    );
  }
}
