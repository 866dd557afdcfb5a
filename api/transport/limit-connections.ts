import type { FastifyBaseLogger } from 'fastify';
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { PATIENCE } from '../transport-limits.ts';

export interface ConnectionLimits {
  /** Connections of the whole process. */
  readonly total: number;
  /** Connections of one address; an IPv6 address stands for its network of 64 bits. Not of trusted proxies. */
  readonly perAddress: number;
  /** Addresses and networks behind which everybody is. */
  readonly trustedProxies: readonly string[];
}

/** Told at most so often: whoever is refused may try again a thousand times a second. */
const TOLD_MS = 60_000;

/**
 * Shares the connections of a server among those who ask. An address that has its share gets no further one. When more
 * than half of all are taken, whoever has sent no whole request is waited for less; when nearly all are, the one that has
 * waited for the longest makes room, so that a new connection, a supervisor's say, is always let in.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Pick<FastifyBaseLogger, 'warn'>): void {
  const isProxy = addressesIn(limits.trustedProxies);
  const held = new Map<string, number>();
  /** Connections without a request in hand, whoever has waited longest first. */
  const waiting = new Set<Socket>();
  /** Connections in hand: what is closed leaves them at once, and the server's own count later. */
  const open = new Set<Socket>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (address: string): void => {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    log.warn(
      { address, connections: limits.perAddress },
      'an address has as many connections as it may: more are closed',
    );
  };
  let isPressed = false;
  const setPatience = (): void => {
    if (isPressed === open.size > limits.total / 2) return;
    isPressed = !isPressed;
    const { headersMs, keepAliveMs } = isPressed ? PATIENCE.underPressure : PATIENCE.usual;
    server.headersTimeout = headersMs;
    server.keepAliveTimeout = keepAliveMs;
  };
  const leave = (socket: Socket, share: string | undefined): void => {
    if (!open.delete(socket)) return;
    waiting.delete(socket);
    setPatience();
    if (share === undefined) return;
    const left = (held.get(share) ?? 1) - 1;
    if (left === 0) held.delete(share);
    else held.set(share, left);
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const share = isProxy(address) ? undefined : networkOf(address);
    const others = share === undefined ? 0 : (held.get(share) ?? 0);
    if (others >= limits.perAddress) {
      tell(address);
      socket.destroy();
      return;
    }
    if (share !== undefined) held.set(share, others + 1);
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => leave(socket, share));
    setPatience();
    if (open.size <= limits.total - roomIn(limits)) return;
    const [longest] = waiting;
    longest?.destroy();
  });
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) waiting.add(socket);
    });
  });
}

/** So many connections are kept free for whoever comes next. */
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

/** An address of IPv4, also where IPv6 carries it; of IPv6, the network of 64 bits that one customer is given. */
function networkOf(address: string): string {
  const carried = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (carried !== undefined || !isIPv6(address)) return carried ?? address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  return [...left, ...Array<string>(8).fill('0')]
    .slice(0, 8 - right.length)
    .concat(right)
    .slice(0, 4)
    .join(':');
}
