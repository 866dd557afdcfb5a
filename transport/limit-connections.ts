import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { PATIENCE } from './connection-times.ts';
import { networkOf } from './network-of.ts';

export interface ConnectionLimits {
  /** Connections of the whole process. */
  readonly total: number;
  /** Connections of one address; an IPv6 address stands for its network of 64 bits. Not of trusted proxies. */
  readonly perAddress: number;
  /** Addresses and networks behind which everybody is. */
  readonly trustedProxies: readonly string[];
}

/**
 * Why the server closed a connection: its address has a request in each of its own, every connection of the process is taken, or it
 * waited longest for a request and made room for a new one.
 */
export const CLOSE_REASONS = ['address_full', 'process_full', 'made_room'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export interface ConnectionPorts {
  readonly log: { warn(members: object, sentence: string): void };
  /** Absent where nobody counts. */
  readonly closed?: ((reason: CloseReason) => void) | undefined;
}

/** Told at most so often: whoever is refused may try again a thousand times a second. */
const TOLD_MS = 60_000;

/** The connections of one address, or of all trusted proxies. */
interface Share {
  readonly open: Set<Socket>;
  /** Those without a request in hand, whoever has waited longest first. */
  readonly waiting: Set<Socket>;
}

/**
 * Shares the connections of a server among those who ask. In an address that has its share, and in all of them when nearly
 * all connections are taken, the one that has waited for a request longest makes room for a new one: whoever asks at once,
 * a supervisor say, is let in and answered, however many half-sent requests there are. A request in hand makes no room; an
 * address that has nothing else gets no further connection. When more than half of all are taken, whoever has sent no
 * whole request is waited for less.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, { log, closed }: ConnectionPorts): void {
  server.maxConnections = limits.total;
  server.on('drop', () => closed?.('process_full'));
  const isProxy = addressesIn(limits.trustedProxies);
  const shares = new Map<string, Share>();
  const all: Share = { open: new Set(), waiting: new Set() };
  const shareOf = new WeakMap<Socket, Share>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (address: string): void => {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    log.warn(
      { address, connections: limits.perAddress },
      'an address has a request in each of its connections: more are closed',
    );
  };
  let isPressed = false;
  const setPatience = (): void => {
    if (isPressed === all.open.size > limits.total / 2) return;
    isPressed = !isPressed;
    const { headersMs, keepAliveMs } = isPressed ? PATIENCE.underPressure : PATIENCE.usual;
    server.headersTimeout = headersMs;
    server.keepAliveTimeout = keepAliveMs;
  };
  const change = (socket: Socket, make: (share: Share) => void): void =>
    [all, shareOf.get(socket)].forEach((share) => share && make(share));
  const leave = (socket: Socket): void => {
    change(socket, ({ open, waiting }) => {
      open.delete(socket);
      waiting.delete(socket);
    });
    setPatience();
  };
  /** True where one that waits made room, and left at once what its end is told of later. */
  const makeRoom = ({ waiting }: Share): boolean => {
    const [longest] = waiting;
    if (longest === undefined) return false;
    leave(longest);
    longest.destroy();
    closed?.('made_room');
    return true;
  };

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const name = isProxy(address) ? undefined : networkOf(address);
    if (name !== undefined) {
      const share = shares.get(name) ?? { open: new Set(), waiting: new Set() };
      if (share.open.size >= limits.perAddress && !makeRoom(share)) {
        tell(address);
        closed?.('address_full');
        socket.destroy();
        return;
      }
      shares.set(name, share);
      shareOf.set(socket, share);
    }
    if (all.open.size >= limits.total - roomIn(limits)) makeRoom(all);
    change(socket, ({ open, waiting }) => {
      open.add(socket);
      waiting.add(socket);
    });
    socket.once('close', () => {
      leave(socket);
      if (name !== undefined && shares.get(name)?.open.size === 0) shares.delete(name);
    });
    setPatience();
  });
  server.on('request', ({ socket }, response) => {
    change(socket, ({ waiting }) => void waiting.delete(socket));
    response.once('close', () => {
      if (all.open.has(socket)) change(socket, ({ waiting }) => void waiting.add(socket));
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
