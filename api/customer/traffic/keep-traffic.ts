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

/**
 * The one acceptance of traffic, whichever way it comes: what was sent under the credential of an environment is looked at,
 * and what is to be kept is on the disk when this returns.
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
  const { environment } = access.producer.of(request);
  const received = await receiveEvents(items, environment, ports.clock.now());
  await keepLines(traffic, received.lines);
  traffic.metrics?.received({ way, bytes: (request.body as Buffer).length, ...received });
  return received;
}
