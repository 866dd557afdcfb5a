import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { credsAuthenticator } from '@nats-io/nats-core';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { StreamAddress } from './stream-address.ts';

/** The connection of a process to the servers of its stream. */
export interface StreamConnection {
  /**
   * Returns the connection. The first call opens it, as does the first call after it was closed for good. A lost
   * connection is restored automatically.
   */
  open(): Promise<NatsConnection>;
  manager(): Promise<JetStreamManager>;
  close(): Promise<void>;
}

/** Milliseconds for connecting, and for each request without its own time limit. */
const ANSWER_MS = 5_000;

export function createStreamConnection(address: StreamAddress): StreamConnection {
  let opening: Promise<NatsConnection> | undefined;
  const forget = (): void => {
    opening = undefined;
  };
  const begin = async (): Promise<NatsConnection> => {
    const connection = await connect(optionsOf(address));
    void connection.closed().then(forget);
    return connection;
  };
  const open = (): Promise<NatsConnection> => {
    if (opening === undefined) {
      opening = begin();
      opening.catch(forget);
    }
    return opening;
  };
  return {
    open,
    manager: async () => jetstreamManager(await open(), { timeout: ANSWER_MS, checkAPI: false }),
    async close() {
      const known = await opening?.catch(() => undefined);
      await known?.close();
    },
  };
}

function optionsOf({ servers, tls, user, password, token, credentials }: StreamAddress): NodeConnectionOptions {
  return {
    servers: [...servers],
    name: 'truetally',
    timeout: ANSWER_MS,
    // Reconnect without limit: a journal is written for the lifetime of its process.
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    // A server that stops answering pings is dropped after two intervals.
    pingInterval: 10_000,
    ...(tls && { tls: {} }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    ...(token !== undefined && { token }),
    // The parser needs a newline after the last line, which a value that was read from a file lacks.
    ...(credentials !== undefined && { authenticator: credsAuthenticator(Buffer.from(`${credentials}\n`)) }),
  };
}
