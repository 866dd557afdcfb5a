import type { IncomingCall } from '../entry/arriving-call.ts';
import { GATEWAY_STOPPING, type GatewayError } from '../call/gateway-error.ts';
import type { Upstream } from '../call/open-upstream.ts';
import type { Admission } from '../governance/admission.ts';
import type { GovernedCall } from '../governance/governor.ts';
import { refusalAnnotations } from '../governance/limit-refusal.ts';
import { acceptsTrailers } from '../headers/figure-headers.ts';
import type { PaidCallKind } from '../paid-calls/make-call.ts';
import type { RequestFacts } from '../request/read-call.ts';
import { AttemptPlan, type Candidate } from '../routing/attempt-plan.ts';
import type { UpstreamCandidates } from '../routing/find-upstream-candidates.ts';
import { ForwardedCall } from '../attempts/forwarded-call.ts';
import type { RetryPlan, Forwarding, UpstreamCall } from '../attempts/forwarding.ts';
import { addErrorHeaders } from '../answers/write-answer.ts';
import { withModel } from './choose-route.ts';
import { NO_HEADERS, type GatewayCall } from './gateway-call.ts';
import { refuseCall, refuseRouted } from './refuse-call.ts';

/** A call with its request and its providers, ready to be sent. */
export interface RoutedCall extends UpstreamCandidates {
  readonly gatewayCall: GatewayCall;
  readonly call: GatewayCall['call'];
  readonly asked: RequestFacts;
}

/** Calls of callers: their refusals have rows, and their answers are sent as they arrive. */
export const CALLER_CALL: PaidCallKind<RoutedCall, GatewayError | undefined> = {
  /** The call, for limits of tokens and money. All other limits were checked with its head. */
  governed({ gatewayCall, call, asked, upstream, among }): GovernedCall {
    const { endpoint } = gatewayCall.incoming;
    return { call, asked, endpoint, upstream, others: among, held: gatewayCall.admission, limitedBy: 'use' };
  },

  /** The late admission, unless the caller has left in the meantime or calls are no longer accepted. */
  async awaited({ gatewayCall, call }, verdict): Promise<Admission | GatewayError> {
    const { traces, monotonicMs } = gatewayCall.parts;
    const since = monotonicMs();
    const admission = await verdict;
    traces?.of(call.requestId)?.waitedForLimits(since);
    if ('status' in admission || !(gatewayCall.incoming.response.destroyed || gatewayCall.calls.isClosed()))
      return admission;
    admission.giveBack();
    return GATEWAY_STOPPING;
  },

  reserved({ gatewayCall }, admission) {
    admission.note(gatewayCall.annotations);
    gatewayCall.admission = admission;
  },

  refusedByLimit({ gatewayCall }, error) {
    gatewayCall.annotate(refusalAnnotations(error));
    if (gatewayCall.pass !== undefined)
      addErrorHeaders(gatewayCall.incoming.response, ['x-tt-cache', gatewayCall.pass.status]);
    return refuseRouted(gatewayCall, error);
  },

  refusedByKey: ({ gatewayCall }, error) => refuseCall(gatewayCall, error),

  send(routed) {
    forwardCall(routed);
    return undefined;
  },
};

function forwardCall({ gatewayCall, call, asked, upstream, among }: RoutedCall): void {
  const { parts, incoming } = gatewayCall;
  const { endpoint, request, response } = incoming;
  shadowLater(gatewayCall, asked, upstream);
  const forwarding: Forwarding = {
    call,
    asked,
    endpoint,
    upstream,
    path: gatewayCall.pathAt(upstream, asked.model),
    headers: gatewayCall.headersFor(upstream),
    body: gatewayCall.body,
    ownKey: gatewayCall.ownKeyOf(upstream),
    routeHeaders: gatewayCall.routeHeaders,
    again: among && sendAgain(gatewayCall, asked, among),
    admission: gatewayCall.admission,
    cache: gatewayCall.pass,
    content: parts.capture?.open(call, endpoint, asked.text),
    room: gatewayCall.room,
    takesTrailers: acceptsTrailers(request),
    startedAt: gatewayCall.startedAt,
  };
  gatewayCall.calls.start((done) => new ForwardedCall(parts, forwarding, response, done));
}

function sendAgain(gatewayCall: GatewayCall, asked: RequestFacts, among: readonly Candidate[]): RetryPlan {
  const { retries, random } = gatewayCall.parts;
  return {
    plan: new AttemptPlan(among, retries, random),
    sentTo: ({ upstream, model }): UpstreamCall => ({
      ...withModel(asked, gatewayCall.body, model),
      upstream,
      ownKey: gatewayCall.ownKeyOf(upstream),
      routeHeaders: gatewayCall.route?.headersFor(model) ?? NO_HEADERS,
      path: gatewayCall.pathAt(upstream, model),
      headers: gatewayCall.headersFor(upstream),
    }),
  };
}

/** Makes a shadow of the call after its answer was sent, so that the caller waits for nothing more. */
function shadowLater(gatewayCall: GatewayCall, asked: RequestFacts, upstream: Upstream): void {
  const { shadows } = gatewayCall.parts;
  const tier = gatewayCall.route?.tier;
  if (shadows === undefined || tier === undefined || !shadows.isSampled({ asked, upstream, tier })) return;
  const { call, body, calls, incoming } = gatewayCall;
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
