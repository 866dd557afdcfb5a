import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Makes a server listen on a free port of this machine, and returns its origin. */
export function listenOnFreePort(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen({ host: '127.0.0.1', port: 0 }, () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

/** Starts a provider; `end` breaks every connection to it. */
export async function openProvider(answer: RequestListener): Promise<{ readonly origin: string; end(): void }> {
  const server = createServer(answer);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    origin: await listenOnFreePort(server),
    end() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
