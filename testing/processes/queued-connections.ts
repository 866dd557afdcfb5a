import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

const SOMAXCONN = '/proc/sys/net/core/somaxconn';

/**
 * Opens 1,000 connections to a server that accepts none, and resolves when the system has queued all of them for the
 * server. It never resolves if the queue is shorter, as Node's default of 511 is. Opens fewer if the system allows
 * fewer.
 */
export async function openQueuedConnections(origin: string): Promise<{ close(): void }> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  const max = process.platform === 'linux' ? Number(readFileSync(SOMAXCONN, 'utf8')) : 128;
  await Promise.all(
    Array.from({ length: Math.min(1_000, max) }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
    }),
  );
  return { close: () => sockets.forEach((socket) => socket.destroy()) };
}
