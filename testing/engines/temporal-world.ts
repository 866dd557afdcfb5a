import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { inject } from 'vitest';
import { prepareNamespace } from '../../maintenance/temporal-namespace.ts';
import './provided-context.ts';
import { silenceTemporal } from './silence-temporal.ts';

/** The Temporal of the test run, as one test file sees it. */
interface TemporalWorld {
  readonly namespace: string;
  /** The connection of workers and of the client; the code that opens it must close it. */
  readonly connection: NativeConnection;
  readonly client: Client;
}

export async function openTemporalWorld(): Promise<TemporalWorld> {
  silenceTemporal();
  const namespace = await makeNamespace();
  const connection = await NativeConnection.connect({ address: inject('temporalAddress') });
  return { namespace, connection, client: new Client({ connection, namespace }) };
}

/**
 * Creates a namespace for the test file, so that workers of other files, with other databases, never take its tasks.
 */
export async function makeNamespace(): Promise<string> {
  const namespace = `test-${randomUUID()}`;
  await prepareNamespace({ address: inject('temporalAddress') }, namespace);
  return namespace;
}
