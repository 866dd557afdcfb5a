import { protocolAt } from '../../providers/protocols/registry.ts';
import type { GatewayError } from '../call/refusal.ts';
import { routeCall } from '../routing/route-call.ts';
import { withQuery } from '../routing/with-query.ts';
import { sayHeaders } from '../answers/write-answer.ts';
import { foreseeRoute } from './choose-route.ts';
import type { GatewayCall } from './gateway-call.ts';
import { TokenCount } from './token-count.ts';

/** Has the provider that would answer a call count its tokens: that is no call of a model, so that no row is left, and no quota used. */
export function countTokens(going: GatewayCall): GatewayError | undefined {
  const refused = countBy(going);
  if (refused !== undefined) going.admission?.giveBack();
  return refused;
}

function countBy(going: GatewayCall): GatewayError | undefined {
  const { said, incoming, parts, room, admission } = going;
  const { endpoint, requestId, response, query, authorized } = incoming;
  if ('status' in said) return said;
  const ended = parts.keys.refusalOf(authorized.key);
  if (ended !== undefined) return ended;
  const { model } = foreseeRoute(going, said);
  const asks = { endpoint, model, provider: going.route?.serving?.provider, scopes: authorized.key.scopes };
  const upstream = routeCall(parts.upstreams, asks);
  const { routeHeaders } = going;
  const { paths, errorBody } = protocolAt(endpoint);
  // A path that names the model says itself that tokens are counted.
  const counted = paths.modelIn === 'body' ? (paths.counted ?? '') : '';
  if ('status' in upstream) {
    sayHeaders(response, routeHeaders);
    return upstream;
  }
  const request = {
    requestId,
    upstream,
    routeHeaders,
    errorBody,
    path: withQuery(`${upstream.path(endpoint, model, authorized.named)}${counted}`, query),
    headers: going.headersFor(upstream),
    ownKey: going.ownKeyOf(upstream),
    body: going.body,
    room,
  };
  going.calls.start(
    (done) =>
      new TokenCount(parts.metrics, request, response, () => {
        admission?.settle(undefined);
        done();
      }),
  );
  return undefined;
}
