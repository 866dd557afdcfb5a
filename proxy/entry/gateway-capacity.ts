/** The resources of the machine that the process may use. */
interface ProcessShare {
  readonly memoryBytes: number;
  readonly heapBytes: number;
  readonly descriptors: number;
}

/** The settings in the environment; undefined if they are not set. */
interface AskedCapacity {
  readonly maxBodyBytes: number | undefined;
  readonly proxyConnections: number | undefined;
  readonly proxyConnectionsPerAddress: number | undefined;
}

/** The maximum concurrent work of a gateway process. */
export interface GatewayCapacity {
  /** The memory for bodies and answers, and for their parsed values. */
  readonly room: { readonly maxBytes: number; readonly bytesPerRequest: number };
  readonly connections: { readonly total: number; readonly perAddress: number };
}

const MIB = 1_048_576;
const MIN_ROOM_BYTES = 64 * MIB;
const MIN_CONNECTIONS = 64;
const MAX_CONNECTIONS = 10_000;
/** A connection with a call takes 50 to 100 KiB, including the connection to the provider. */
const BYTES_PER_CONNECTION = 131_072;
/**
 * The share of file descriptors for connections of callers. A call also takes a connection to its provider; the
 * journal, the cache and Postgres take the rest.
 */
const DESCRIPTOR_SHARE = 0.4;

/**
 * The capacity that the environment sets, otherwise one that fits the process. Bodies are outside the heap and their
 * parsed values inside it, so the memory for bodies is the smaller of two shares: a quarter of the memory, and half of
 * the heap.
 */
export function gatewayCapacity(
  asked: AskedCapacity,
  { memoryBytes, heapBytes, descriptors }: ProcessShare,
): GatewayCapacity {
  const room = Math.floor(Math.min(memoryBytes / 4, heapBytes / 2));
  const fitting = Math.floor(Math.min(descriptors * DESCRIPTOR_SHARE, memoryBytes / BYTES_PER_CONNECTION));
  const total = asked.proxyConnections ?? Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, fitting));
  const maxBytes = asked.maxBodyBytes ?? Math.max(MIN_ROOM_BYTES, room);
  return {
    // Each request takes its part of the memory, so that no key has a larger share of the connections than of the
    // memory.
    room: { maxBytes, bytesPerRequest: Math.floor(maxBytes / total) },
    connections: { total, perAddress: asked.proxyConnectionsPerAddress ?? Math.ceil(total / 2) },
  };
}
