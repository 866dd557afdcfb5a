import { protocolAt } from '../../providers/protocols/registry.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import { routeCall } from '../routing/route-call.ts';
import { withQuery } from '../routing/with-query.ts';
import { addErrorHeaders } from '../answers/write-answer.ts';
import { previewRoute } from './choose-route.ts';
import type { GatewayCall } from './gateway-call.ts';
import { TokenCount } from './token-count.ts';

/**
 * Asks the provider that would answer a call to count its tokens. This does not call a model, so it leaves no row and
 * uses no quota.
 */
export function countTokens(gatewayCall: GatewayCall): GatewayError | undefined {
  const refused = countBy(gatewayCall);
  if (refused !== undefined) gatewayCall.admission?.giveBack();
  return refused;
}

function countBy(gatewayCall: GatewayCall): GatewayError | undefined {
  const { readResult, incoming, parts, room, admission } = gatewayCall;
  const { endpoint, requestId, response, query, authorized } = incoming;
  if ('status' in readResult) return readResult;
  const ended = parts.keys.refusalOf(authorized.key);
  if (ended !== undefined) return ended;
  const { model } = previewRoute(gatewayCall, readResult);
  const asks = { endpoint, model, provider: gatewayCall.route?.serving?.provider, scopes: authorized.key.scopes };
  const upstream = routeCall(parts.upstreams, asks);
  const { routeHeaders } = gatewayCall;
  const { paths, errorBody } = protocolAt(endpoint);
  // A path that names the model also states that tokens are counted.
  const counted = paths.modelIn === 'body' ? (paths.counted ?? '') : '';
  if ('status' in upstream) {
    addErrorHeaders(response, routeHeaders);
    return upstream;
  }
  const request = {
    requestId,
    upstream,
    routeHeaders,
    errorBody,
    path: withQuery(`${upstream.path(endpoint, model, authorized.named)}${counted}`, query),
    headers: gatewayCall.headersFor(upstream),
    ownKey: gatewayCall.ownKeyOf(upstream),
    body: gatewayCall.body,
    room,
  };
  gatewayCall.calls.start(
    (done) =>
      new TokenCount(parts.metrics, request, response, () => {
        admission?.settle(undefined);
        done();
      }),
  );
  return undefined;
}
