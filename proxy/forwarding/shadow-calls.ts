import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { KeyScopes } from '../../domain/gateway/key-scopes.ts';
import type { ShadowSettings } from '../../domain/gateway/routing/shadow-settings.ts';
import type { Tier } from '../../domain/gateway/routing/routing-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { Governor } from '../governance/governor.ts';
import { upstreamHeaders } from '../headers/forward-headers.ts';
import { replaceModel, type BodyBytes } from '../body/body-bytes.ts';
import type { BodyHold, HeldBodies } from '../body/held-bodies.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { AskedCall } from '../request/read-call.ts';
import { routeCall } from '../routing/route-call.ts';
import type { ShadowEnd } from '../routing/routing-metrics.ts';
import { withQuery } from '../routing/with-query.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { ForwardedCall } from './forwarded-call.ts';
import type { ForwardedParts } from './forwarding.ts';
import { DiscardedAnswer } from './discarded-answer.ts';

/** A call that was answered, and the tier that would have answered it. */
export interface AnsweredCall {
  readonly call: AdmittedCall;
  readonly asked: AskedCall;
  readonly endpoint: CalledEndpoint;
  readonly body: BodyBytes;
  readonly rawHeaders: readonly string[];
  readonly query: string | undefined;
  readonly scopes: KeyScopes;
  /** Who answered. */
  readonly upstream: Pick<Upstream, 'name'>;
  readonly tier: Tier;
}

export interface ShadowParts extends Omit<ForwardedParts, 'metrics'>, Pick<ForwardedParts['metrics'], 'called'> {
  readonly settings: ShadowSettings;
  readonly upstreams: readonly Upstream[];
  readonly governor: Pick<Governor, 'admit'> | undefined;
  readonly bodies: Pick<HeldBodies, 'open'>;
  readonly clock: Clock;
  /** In lower case. */
  readonly tierHeader: string;
  readonly newRequestId: () => string;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly ended: (end: ShadowEnd) => void;
}

const nothing = (): void => undefined;

/** Makes calls once more, at the tier that was chosen for them: after their answer, for nobody, and so many at once. */
export class ShadowCalls {
  readonly #parts: ShadowParts;
  #running = 0;

  constructor(parts: ShadowParts) {
    this.#parts = parts;
  }

  /** Whether a call is among those that are made once more. It is not where the same would be asked again, or an answer leaves something behind. */
  isSampled({ asked, upstream, tier }: Pick<AnsweredCall, 'asked' | 'upstream' | 'tier'>): boolean {
    const { settings, random } = this.#parts;
    if (settings.sampleRate === 0 || random() >= settings.sampleRate) return false;
    const isSame = tier.model === asked.model && (tier.provider === undefined || tier.provider === upstream.name);
    return !isSame && asked.isCacheable && !asked.isBound;
  }

  /**
   * Makes a call once more, or drops it where there is no room. It never rejects.
   * @param flights those of the process, which waits for them at its end
   */
  async make(answered: AnsweredCall, flights: Pick<CallsInFlight, 'start'>, isClosed: () => boolean): Promise<void> {
    const { settings, bodies, log, ended } = this.#parts;
    const hold = bodies.open({ keyId: answered.call.key.keyId, organizationId: answered.call.key.leaf.organizationId });
    const hasRoom = this.#running < settings.concurrency && log.isOpen() && !isClosed();
    if (!hasRoom || !hold.take(answered.body.size)) {
      ended('dropped');
      return;
    }
    this.#running += 1;
    const done = (): void => {
      this.#running -= 1;
      hold.giveBack();
    };
    const call = await this.#admit(answered, hold).catch(() => 'failed' as const);
    if (typeof call === 'object' && !isClosed()) {
      flights.start((over) => {
        const { called } = this.#parts;
        const parts = { ...this.#parts, metrics: { called, answered: nothing, retried: nothing, ended: this.#told } };
        return new ForwardedCall(parts, call, new DiscardedAnswer(), () => {
          done();
          over();
        });
      });
      return;
    }
    if (typeof call === 'object') call.admission?.giveBack();
    ended(typeof call === 'object' ? 'dropped' : call);
    done();
  }

  readonly #told: ForwardedParts['metrics']['ended'] = (_endpoint, status) => this.#parts.ended(status);

  /** What is to be sent, unless the key does not open it or has ended meanwhile, or a limit of money or tokens has no room. */
  async #admit({ call, asked, endpoint, body, rawHeaders, query, scopes, tier }: AnsweredCall, room: BodyHold) {
    const { keys, upstreams, governor, clock, newRequestId, tierHeader, elapsed } = this.#parts;
    const { model, provider } = tier;
    const upstream = routeCall(upstreams, { endpoint, model, provider, scopes });
    if ('status' in upstream) return 'refused';
    const noted: Record<string, string> = {
      ...call.noted,
      shadow_of: call.requestId,
      'route.called_model': model,
    };
    const shadow: AdmittedCall = {
      ...call,
      requestId: newRequestId(),
      admittedAt: clock.now(),
      bodyMs: 0,
      purpose: 'comparison',
      routeId: tier.name,
      noted,
    };
    const going = { ...asked, model };
    // It is paid by its caller, and is in the way of none of its calls.
    const governed = { call: shadow, asked: going, endpoint, upstream, under: 'use' } as const;
    const admission = await governor?.admit(governed);
    if (admission !== undefined && 'status' in admission) return 'refused';
    admission?.note(noted);
    // A stream may have gone on for an hour since its key was looked at.
    if (keys.refusalOf(call.key) !== undefined) {
      admission?.giveBack();
      return 'refused';
    }
    return {
      ...{ endpoint, upstream, admission, asked: going },
      call: shadow,
      path: withQuery(upstream.path(endpoint), query),
      headers: upstreamHeaders(rawHeaders, {
        ...upstream,
        added: upstream.forwardedHeaders,
        tierHeader,
        hasOwnKey: false,
      }),
      body: model === asked.model ? body : replaceModel(body, model),
      ...{
        cache: undefined,
        words: undefined,
        again: undefined,
        ownKey: undefined,
        routeHeaders: [],
        room,
        takesTrailers: false,
      },
      startedAt: elapsed(),
    };
  }
}
