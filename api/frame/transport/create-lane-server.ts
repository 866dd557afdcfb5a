import { createServer, type RequestListener, type Server } from 'node:http';
import { TRANSPORT_LIMITS } from './transport-limits.ts';

/** Another lane below the origin of a server. */
export interface NeighbourLane {
  /** The path of the lane, without a slash at its end. */
  readonly path: string;
  /** Answers a request of the lane. */
  readonly answer: RequestListener;
}

/**
 * Creates the server of a lane with the limits of the framework's own server. Requests below the path of the neighbour
 * go to the neighbour, so that pages reach both lanes at one origin.
 */
export function createLaneServer(own: RequestListener, neighbour: NeighbourLane): Server {
  const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = TRANSPORT_LIMITS;
  const server = createServer(http, (request, response) => {
    const isNeighbours = isBelow(request.url ?? '', neighbour.path);
    (isNeighbours ? neighbour.answer : own)(request, response);
  });
  server.keepAliveTimeout = keepAliveTimeout;
  server.requestTimeout = requestTimeout;
  server.setTimeout(connectionTimeout);
  return server;
}

/** True if a path is below a prefix. Encoded letters of the prefix do not match, as in the router of a lane. */
function isBelow(url: string, prefix: string): boolean {
  return url.startsWith(prefix) && ['/', '?', ''].includes(url.charAt(prefix.length));
}
