import type { FastifyRequest } from 'fastify';
import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { isLargeBody } from '../../bodies/large-bodies.ts';
import { requireComposed } from '../../frame/require-composed.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { writeLines } from '../../frame/writes/write-lines.ts';
import type { TrafficBody } from '../../bodies/traffic-body.ts';
import { storeContents, withLostContentsRefused } from './store-contents.ts';
import { readTraffic } from './read-traffic.ts';

const NOTHING = { request: false, response: false } as const;

/** The refusal of spans, log records and logs of LiteLLM from a credential that may send only feedback. */
const FEEDBACK_HAS_NO_SUCH_FORMAT =
  'This credential is not accepted here, because it may send only feedback. Send a runtime key (`ttv_…`) that may send all traffic.';

/**
 * Accepts traffic of every format. The function checks the items that were sent under the credential of an environment,
 * and all accepted events are on the disk when it returns. Content is stored separately, and a full disk for content
 * does not stop traffic. A thread reads large bodies, and environments take turns.
 *
 * @throws Refusal `dependency_unavailable` if the journal cannot be written; `unauthorized` for a format without
 *   feedback if the credential may send only feedback; otherwise as `readTraffic`
 */
export async function acceptTraffic(
  request: FastifyRequest,
  { access, ports }: RouteContext,
  { way, form }: Pick<TrafficBody, 'way' | 'form'>,
): Promise<ReceivedEvents> {
  const traffic = requireComposed(ports.traffic, 'journal');
  const { environment, credentialId, takesStatedCosts, takesOnlyFeedback } = access.producer.of(request);
  if (takesOnlyFeedback && way !== 'native') throw new Refusal('unauthorized', FEEDBACK_HAS_NO_SUCH_FORMAT);
  const { wanted = NOTHING } = ports.contents ?? {};
  const bytes = request.body as Buffer;
  const body = { way, form, bytes };
  const reception = { environment, receivedAt: ports.clock.now(), wanted, takesStatedCosts, takesOnlyFeedback };
  const turn = { share: environment.environmentId, isGone: () => request.raw.socket.destroyed };
  const received =
    ports.largeBodies !== undefined && isLargeBody(bytes)
      ? await ports.largeBodies.readTraffic(body, reception, turn)
      : await readTraffic(body, reception, ports.callPrices);
  await writeLines(traffic, received.lines, { tenant: environment.workspaceId, key: credentialId });
  const lost = await storeContents(request, ports.contents, received.contents);
  // In other formats, an item has a call and its content: the call is stored, and the receipt counts it as accepted.
  const counted = way === 'native' ? withLostContentsRefused(received, lost) : received;
  traffic.metrics?.received({ way, bytes: bytes.length, ...counted });
  return counted;
}
