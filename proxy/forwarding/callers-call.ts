import type { IncomingCall } from '../entry/arriving-call.ts';
import { STOPPING, type GatewayError } from '../call/refusal.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { Admission } from '../governance/admission.ts';
import type { GovernedCall } from '../governance/governor.ts';
import { refusalAnnotations } from '../governance/limit-refusal.ts';
import { takesTrailers } from '../headers/figure-headers.ts';
import type { PaidCallKind } from '../paid-calls/make-call.ts';
import type { AskedCall } from '../request/read-call.ts';
import { AttemptPlan, type Candidate } from '../routing/attempt-plan.ts';
import type { Answerers } from '../routing/find-answerers.ts';
import { ForwardedCall } from '../attempts/forwarded-call.ts';
import type { Again, Forwarding, SentTo } from '../attempts/forwarding.ts';
import { sayHeaders } from '../answers/write-answer.ts';
import { withModel } from './choose-route.ts';
import { NO_HEADERS, type GatewayCall } from './gateway-call.ts';
import { refuseCall, refuseRouted } from './refuse-call.ts';

/** A call that goes to a provider, and the request as it goes there. */
export interface RoutedCall extends Answerers {
  readonly going: GatewayCall;
  readonly call: GatewayCall['call'];
  readonly asked: AskedCall;
}

/** Calls of callers: their refusals have rows, and their answers go out as they come. */
export const CALLERS_CALL: PaidCallKind<RoutedCall, GatewayError | undefined> = {
  /** It is held against limits of tokens and money; its head was held against all others. */
  governed({ going, call, asked, upstream, among }): GovernedCall {
    const { endpoint } = going.incoming;
    return { call, asked, endpoint, upstream, others: among, held: going.admission, under: 'use' };
  },

  /** What was admitted after a while, unless its caller went away meanwhile, or nothing is taken any more. */
  async awaited({ going, call }, verdict): Promise<Admission | GatewayError> {
    const { traces, monotonicMs } = going.parts;
    const since = monotonicMs();
    const admission = await verdict;
    traces?.of(call.requestId)?.waitedForLimits(since);
    if ('status' in admission || !(going.incoming.response.destroyed || going.calls.isClosed())) return admission;
    admission.giveBack();
    return STOPPING;
  },

  reserved({ going }, admission) {
    admission.note(going.annotations);
    going.admission = admission;
  },

  refusedByLimit({ going }, error) {
    going.annotate(refusalAnnotations(error));
    if (going.pass !== undefined) sayHeaders(going.incoming.response, ['x-tt-cache', going.pass.status]);
    return refuseRouted(going, error);
  },

  refusedByKey: ({ going }, error) => refuseCall(going, error),

  send(routed) {
    forwardCall(routed);
    return undefined;
  },
};

function forwardCall({ going, call, asked, upstream, among }: RoutedCall): void {
  const { parts, incoming } = going;
  const { endpoint, request, response } = incoming;
  shadowLater(going, asked, upstream);
  const forwarding: Forwarding = {
    call,
    asked,
    endpoint,
    upstream,
    path: going.pathAt(upstream, asked.model),
    headers: going.headersFor(upstream),
    body: going.body,
    ownKey: going.ownKeyOf(upstream),
    routeHeaders: going.routeHeaders,
    again: among && sendAgain(going, asked, among),
    admission: going.admission,
    cache: going.pass,
    words: parts.capture?.open(call, endpoint, asked.words),
    room: going.room,
    takesTrailers: takesTrailers(request),
    startedAt: going.startedAt,
  };
  going.calls.start((done) => new ForwardedCall(parts, forwarding, response, done));
}

function sendAgain(going: GatewayCall, asked: AskedCall, among: readonly Candidate[]): Again {
  const { retries, random } = going.parts;
  return {
    plan: new AttemptPlan(among, retries, random),
    sentTo: ({ upstream, model }): SentTo => ({
      ...withModel(asked, going.body, model),
      upstream,
      ownKey: going.ownKeyOf(upstream),
      routeHeaders: going.route?.headersFor(model) ?? NO_HEADERS,
      path: going.pathAt(upstream, model),
      headers: going.headersFor(upstream),
    }),
  };
}

/** Has a shadow of it be made as soon as its answer has gone out: its caller waits for nothing else. */
function shadowLater(going: GatewayCall, asked: AskedCall, upstream: Upstream): void {
  const { shadows } = going.parts;
  const tier = going.route?.tier;
  if (shadows === undefined || tier === undefined || !shadows.isSampled({ asked, upstream, tier })) return;
  const { call, body, calls, incoming } = going;
  const { endpoint, request, response, query, authorized }: IncomingCall = incoming;
  const { rawHeaders } = request;
  const { named } = authorized;
  const { scopes } = authorized.key;
  const answered = { call, asked, endpoint, named, body, rawHeaders, query, scopes, upstream, tier };
  const release = calls.retain();
  response.once('close', () => {
    const isWhole = response.writableFinished && response.statusCode < 300;
    const shadow = isWhole ? shadows.make(answered, calls, calls.isClosed) : undefined;
    void Promise.resolve(shadow).finally(release);
  });
}
