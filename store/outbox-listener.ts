import { Client } from 'pg';
import { OUTBOX_CHANNEL } from './outbox.ts';

/**
 * Calls `onItem` whenever an item was committed, until the connection ends; one lost announcement is harmless because
 * the relay polls too. Resolves once listening, with `ended` (resolves when the connection is gone) and `close`.
 * @throws the connection's error when the database cannot be reached
 */
export async function listenForOutboxItems(
  databaseUrl: string,
  onItem: () => void,
): Promise<{ ended: Promise<void>; close(): Promise<void> }> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'truetally-relay' });
  const ended = new Promise<void>((resolve) => {
    client.on('end', resolve);
    // Without a listener an `error` event would end the process; `end` follows it.
    client.on('error', () => undefined);
  });
  client.on('notification', onItem);
  await client.connect();
  await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
  return { ended, close: () => client.end() };
}
