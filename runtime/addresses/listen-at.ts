import { type Listener, listeningFault } from './listening-fault.ts';

/** The part of an application that is needed to listen. */
interface Listening {
  listen(at: { host: string; port: number; backlog?: number }): Promise<unknown>;
}

/**
 * Starts to listen at an address.
 * @throws StartupFault if the port is not available
 */
export async function listenAt(app: Listening, listener: Listener, backlog?: number): Promise<void> {
  const { host, port } = listener;
  try {
    await app.listen({ host, port, ...(backlog !== undefined && { backlog }) });
  } catch (error) {
    throw error instanceof Error ? listeningFault(error, listener) : error;
  }
}
