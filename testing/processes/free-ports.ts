import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * The lowest port. The range is below that of outgoing connections (from 32,768 on Linux, from 49,152 elsewhere). So no
 * outgoing connection takes a free port before its server starts.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** Finds `count` different loopback ports that are free at this moment. */
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
