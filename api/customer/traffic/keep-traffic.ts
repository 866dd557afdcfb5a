import type { FastifyRequest } from 'fastify';
import {
  type ReceivedEvents,
  receiveEvents,
  type SentItem,
} from '../../../contracts/ingest/received/receive-events.ts';
import type { WayIn } from '../../metrics/traffic-metrics.ts';
import { composed } from '../../frame/composed.ts';
import type { RouteContext } from '../../frame/route-context.ts';
import { keepLines } from '../../frame/writes/keep-lines.ts';
import { keepContents, withoutLost } from './keep-contents.ts';

const NOTHING = { request: false, response: false } as const;

/**
 * The one acceptance of traffic, whichever way it comes: what was sent under the credential of an environment is looked at,
 * and what is to be kept is on the disk when this returns. Content goes beside the journal, and a disk that does not take it
 * keeps no traffic out.
 *
 * @throws Refusal `dependency_unavailable` where the journal cannot be written
 */
export async function keepTraffic(
  request: FastifyRequest,
  { access, ports }: RouteContext,
  way: WayIn,
  items: Iterable<SentItem>,
): Promise<ReceivedEvents> {
  const traffic = composed(ports.traffic, 'journal');
  const { environment, credentialId } = access.producer.of(request);
  const { wanted = NOTHING } = ports.contents ?? {};
  const received = await receiveEvents(items, { environment, receivedAt: ports.clock.now(), wanted });
  await keepLines(traffic, received.lines, { tenant: environment.workspaceId, key: credentialId });
  const lost = await keepContents(request, ports.contents, received.contents);
  // Other formats tell of a call and bring its content along: the call is kept, and that is what their sender is told.
  const told = way === 'native' ? withoutLost(received, lost) : received;
  traffic.metrics?.received({ way, bytes: (request.body as Buffer).length, ...told });
  return told;
}
