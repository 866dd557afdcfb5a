import { createServer } from 'node:net';
import { StartupFault } from '../../runtime/startup-fault.ts';

/**
 * Requires that a port is free.
 *
 * @param variable the variable that selects another port
 * @throws StartupFault if the port is in use or cannot be used
 */
export async function requireFreePort(port: number, variable: string, host = '127.0.0.1'): Promise<void> {
  const code = await tryListening(port, host);
  if (code === 'EADDRINUSE') throw new StartupFault(`Port ${port} is in use. Choose another port with ${variable}.`);
  if (code !== undefined)
    throw new StartupFault(`Port ${port} cannot be used (${code}). Choose another port with ${variable}.`);
}

async function tryListening(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((settle) => {
    server.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => settle(undefined)));
  });
}
