import { type Listener, listeningFault } from './listening-fault.ts';

/** The methods of an application that are needed to listen. */
interface Listening {
  listen(at: { host: string; port: number; backlog?: number }): Promise<unknown>;
}

/** @throws StartupFault when the port cannot be had */
export async function listenAt(app: Listening, listener: Listener, backlog?: number): Promise<void> {
  const { host, port } = listener;
  try {
    await app.listen({ host, port, ...(backlog !== undefined && { backlog }) });
  } catch (error) {
    throw error instanceof Error ? listeningFault(error, listener) : error;
  }
}
