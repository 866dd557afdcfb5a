import { DatabaseClient } from '../postgres/database-client.ts';
import { OUTBOX_CHANNEL } from './enqueue.ts';

/**
 * Calls `onItem` when an item was committed, until the connection ends. A lost notification is harmless because the
 * relay also polls. Resolves when it listens, with `ended`, which resolves when the connection is closed, and `close`.
 * @throws the connection's error if the database cannot be reached
 */
export async function listenForOutboxItems(
  databaseUrl: string,
  onItem: () => void,
): Promise<{ ended: Promise<void>; close(): Promise<void> }> {
  const client = new DatabaseClient({ connectionString: databaseUrl, application_name: 'truetally-relay' });
  const ended = new Promise<void>((resolve) => void client.on('end', resolve));
  client.on('notification', onItem);
  try {
    await client.connect();
    await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
  } catch (error) {
    void client.end();
    throw client.broken ?? error;
  }
  return { ended, close: () => client.end() };
}
