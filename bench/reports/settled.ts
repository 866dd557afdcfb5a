import pg from 'pg';

/** The channel on which the bench receives every run and every no-op whose activity has ended. */
export const SETTLED_CHANNEL = 'bench_settled';

/**
 * The trigger that announces a settled run, in the transaction that settles it. The activity of a no-op announces its
 * end itself.
 */
const ANNOUNCE = `
CREATE FUNCTION announce_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_notify('${SETTLED_CHANNEL}', NEW.run_id); RETURN NEW; END $$;
CREATE TRIGGER announce_settled AFTER UPDATE OF state ON report_runs FOR EACH ROW
WHEN (NEW.state NOT IN ('queued', 'running')) EXECUTE FUNCTION announce_settled();`;

export interface SettledListener {
  /**
   * Resolves when the run settles, or immediately if it has already settled. The result is that moment by
   * `performance.now()`.
   */
  of(id: string): Promise<number>;
  close(): Promise<void>;
}

/** Makes the bench's database announce settled runs, and listens. */
export async function listenForSettled(databaseUrl: string): Promise<SettledListener> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Without an error listener, the stop of Postgres would hide why the bench failed.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(ANNOUNCE);
  const settled = new Map<string, number>();
  const waiting = new Map<string, (moment: number) => void>();
  client.on('notification', ({ payload = '' }) => {
    const moment = performance.now();
    settled.set(payload, moment);
    waiting.get(payload)?.(moment);
    waiting.delete(payload);
  });
  await client.query(`LISTEN ${SETTLED_CHANNEL}`);
  return {
    of: (id) =>
      new Promise((resolve) => {
        const moment = settled.get(id);
        if (moment === undefined) waiting.set(id, resolve);
        else resolve(moment);
      }),
    close: () => client.end(),
  };
}
