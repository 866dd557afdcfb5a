import type { Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { CONNECTION_TIME_LIMITS } from './connection-times.ts';
import { clientNetwork } from './client-network.ts';
import { WaitingTicket, WaitingLine } from './waiting-line.ts';

export interface ConnectionLimits {
  /** Maximum connections of the process. */
  readonly total: number;
  /**
   * Maximum connections of one address. An IPv6 address counts as its /64 network. Trusted proxies have no such limit.
   */
  readonly perAddress: number;
  /** Addresses and networks of proxies that carry the connections of many clients. */
  readonly trustedProxies: readonly string[];
}

/**
 * The reasons why the server closed a connection. `address_full`: each connection of its address has a request in
 * progress. `process_full`: all connections of the process are taken. `made_room`: it was idle the longest and was
 * closed for a new one.
 */
export const CLOSE_REASONS = ['address_full', 'process_full', 'made_room'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export interface ConnectionLimitPorts {
  readonly log: { warn(members: object, sentence: string): void };
  /** Receives the reason of each closed connection; absent if nothing counts them. */
  readonly closed?: ((reason: CloseReason) => void) | undefined;
}

/** Minimum milliseconds between log lines: a refused client may retry a thousand times a second. */
const WARN_MS = 60_000;

/** The connections of one address, or all of them. */
interface Share {
  /** The address or network; undefined for all of them. */
  readonly name: string | undefined;
  open: number;
  /** The connections that may be closed for a new one, ordered by the start of their last request, oldest first. */
  readonly waiting: WaitingLine<Connection>;
}

/** An open connection. */
class Connection {
  readonly socket: Socket;
  /** The connections of its address; undefined for a trusted proxy. */
  readonly share: Share | undefined;
  readonly inAll = new WaitingTicket<Connection>(this);
  readonly inShare = new WaitingTicket<Connection>(this);
  /** The response to its last request; undefined before the first one. */
  response: ServerResponse | undefined;

  constructor(socket: Socket, share: Share | undefined) {
    this.socket = socket;
    this.share = share;
  }
}

/**
 * Shares the connections of a server among its clients. A new connection may replace one without a request in progress:
 * the one whose last request began longest ago. This happens within an address that has reached its limit, and among
 * all connections when nearly all are taken.
 *
 * A client that sends its request immediately, such as a supervisor, is therefore answered despite any number of
 * half-sent requests. A connection with a request in progress is never replaced; an address that has only such
 * connections gets no further one. When more than half of all connections are open, those without a complete request
 * are closed earlier.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, ports: ConnectionLimitPorts): void {
  server.maxConnections = limits.total;
  const shared = new SharedConnections(server, limits, ports);
  server.on('drop', () => ports.closed?.('process_full'));
  server.on('connection', (socket: Socket) => shared.open(socket));
  server.on('request', ({ socket }, response) => shared.take(socket, response));
}

class SharedConnections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #ports: ConnectionLimitPorts;
  readonly #isProxy: (address: string) => boolean;
  readonly #shares = new Map<string, Share>();
  readonly #all = newShare();
  readonly #connections = new Map<Socket, Connection>();
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isPressed = false;

  constructor(server: Server, limits: ConnectionLimits, ports: ConnectionLimitPorts) {
    this.#server = server;
    this.#limits = limits;
    this.#ports = ports;
    this.#isProxy = addressesIn(limits.trustedProxies);
  }

  open(socket: Socket): void {
    const { remoteAddress: address = '' } = socket;
    const name = this.#isProxy(address) ? undefined : clientNetwork(address);
    const share = name === undefined ? undefined : (this.#shares.get(name) ?? newShare(name));
    if (share !== undefined && share.open >= this.#limits.perAddress && !this.#makeRoom(share)) {
      this.#warn(address);
      this.#ports.closed?.('address_full');
      socket.destroy();
      return;
    }
    if (name !== undefined && share !== undefined) this.#shares.set(name, share);
    if (this.#all.open >= this.#limits.total - roomIn(this.#limits)) this.#makeRoom(this.#all);
    this.#enter(new Connection(socket, share));
  }

  /** Records a new request on a connection, which moves it to the end of the waiting line. */
  take(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.response = response;
    if (!connection.inAll.isTaken) return;
    this.#waitNoMore(connection);
    this.#wait(connection);
  }

  #enter(connection: Connection): void {
    const { socket, share } = connection;
    this.#connections.set(socket, connection);
    this.#all.open += 1;
    if (share !== undefined) share.open += 1;
    this.#wait(connection);
    this.#setTimeouts();
    socket.once('close', () => this.#leave(connection));
  }

  #leave(connection: Connection): void {
    if (!this.#connections.delete(connection.socket)) return;
    this.#waitNoMore(connection);
    this.#all.open -= 1;
    if (connection.share !== undefined) this.#leaveShare(connection.share);
    this.#setTimeouts();
  }

  #leaveShare(share: Share): void {
    share.open -= 1;
    if (share.open === 0 && share.name !== undefined) this.#shares.delete(share.name);
  }

  #wait(connection: Connection): void {
    this.#all.waiting.join(connection.inAll);
    connection.share?.waiting.join(connection.inShare);
  }

  #waitNoMore(connection: Connection): void {
    this.#all.waiting.leave(connection.inAll);
    connection.share?.waiting.leave(connection.inShare);
  }

  /**
   * Closes a waiting connection. Returns true if there was one. The connection leaves the shares immediately, before
   * its `close` event.
   */
  #makeRoom({ waiting }: Share): boolean {
    for (let next = waiting.first; next !== undefined; next = waiting.first) {
      const connection = next;
      const { response, socket } = connection;
      if (response === undefined || response.closed) {
        this.#leave(connection);
        socket.destroy();
        this.#ports.closed?.('made_room');
        return true;
      }
      // The connection joins again when its request ends. A listener on every request, even while connections are free,
      // would cost more than everything else here.
      this.#waitNoMore(connection);
      response.on('close', () => {
        if (this.#connections.has(socket)) this.#wait(connection);
      });
    }
    return false;
  }

  #setTimeouts(): void {
    if (this.#isPressed === this.#all.open > this.#limits.total / 2) return;
    this.#isPressed = !this.#isPressed;
    const { headersMs, keepAliveMs } = this.#isPressed
      ? CONNECTION_TIME_LIMITS.underPressure
      : CONNECTION_TIME_LIMITS.usual;
    this.#server.headersTimeout = headersMs;
    this.#server.keepAliveTimeout = keepAliveMs;
  }

  #warn(address: string): void {
    if (performance.now() - this.#loggedAt < WARN_MS) return;
    this.#loggedAt = performance.now();
    this.#ports.log.warn(
      { address, connections: this.#limits.perAddress },
      'an address has a request in each of its connections; further connections are closed',
    );
  }
}

function newShare(name?: string): Share {
  return { name, open: 0, waiting: new WaitingLine() };
}

/** The number of connections that stay free for new clients. */
function roomIn({ total }: ConnectionLimits): number {
  return Math.ceil(total / 50);
}

function addressesIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
