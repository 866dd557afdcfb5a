import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * The lowest port, below the range from which systems take the ports of outgoing connections (32,768 up on Linux,
 * 49,152 elsewhere). A port that is free now is then not given to an outgoing connection before its server starts.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** `count` different ports of loopback that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = held.has(port) ? undefined : await listen(port);
    if (server !== undefined) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => new Promise((settle) => server.close(settle))));
  return [...held.keys()];
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => settle(server));
  });
}
