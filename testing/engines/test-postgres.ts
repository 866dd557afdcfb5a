import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startPostgres, type PostgresPlan } from '../../launcher/engines/start-postgres.ts';
import { administer, asSuperuser } from './database.ts';

/**
 * Embedded Postgres without fsync. Its role is the application's, which may also create the databases of the tests, and
 * has no other right that the application has not.
 */
export async function startTestPostgres(plan: Omit<PostgresPlan, 'durable'>): Promise<EmbeddedEngine> {
  const engine = await startPostgres({ ...plan, durable: false });
  await administer(asSuperuser(engine.url, plan.folder), [`ALTER ROLE ${new URL(engine.url).username} CREATEDB`]);
  return engine;
}
