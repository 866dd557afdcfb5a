import { createServer, type AddressInfo } from 'node:net';

/** `count` different ports of loopback that were free a moment ago. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((settle) => {
          const server = createServer();
          server.listen({ port: 0, host: '127.0.0.1' }, () => settle(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((settle) => server.close(settle))));
  return ports;
}
