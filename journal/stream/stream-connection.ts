import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { credsAuthenticator } from '@nats-io/nats-core';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { StreamAddress } from './stream-address.ts';

/** The connection of a process to the servers of its stream. */
export interface StreamConnection {
  /** The connection, made at the first call, and again after it ended for good; it recovers from a loss by itself. */
  open(): Promise<NatsConnection>;
  manager(): Promise<JetStreamManager>;
  close(): Promise<void>;
}

/** Milliseconds for connecting, and for each request without a time limit of its own. */
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
    // A journal is written as long as its process lives.
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    // A server that went away without a word is left after twice as long.
    pingInterval: 10_000,
    ...(tls && { tls: {} }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    ...(token !== undefined && { token }),
    // Its last line wants an end, which a value read from a file has no more.
    ...(credentials !== undefined && { authenticator: credsAuthenticator(Buffer.from(`${credentials}\n`)) }),
  };
}
