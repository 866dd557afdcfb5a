import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and its server that can block every answer, like a network that drops packets. */
export interface HushingProxy {
  /** The given URL, with the proxy in place of the server. */
  readonly url: string;
  /** Blocks all answers on open connections from now on; no connection is closed. */
  hush(): void;
  close(): Promise<void>;
}

export async function startHushingProxy(serverUrl: string): Promise<HushingProxy> {
  const target = new URL(serverUrl);
  const open = new Set<{ near: Socket; far: Socket }>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    open.add(pair);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        open.delete(pair);
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    hush() {
      for (const { near, far } of open) far.unpipe(near).resume();
    },
    async close() {
      for (const { near } of open) near.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
