import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startPostgres, type PostgresPlan } from '../../launcher/engines/start-postgres.ts';
import { runStatements, toSuperuserUrl } from './database.ts';

/**
 * Starts an embedded Postgres without fsync. Its role has exactly the application's rights, plus the right to create
 * databases for the tests.
 */
export async function startTestPostgres(plan: Omit<PostgresPlan, 'durable'>): Promise<EmbeddedEngine> {
  const engine = await startPostgres({ ...plan, durable: false });
  await runStatements(toSuperuserUrl(engine.url, plan.folder), [`ALTER ROLE ${new URL(engine.url).username} CREATEDB`]);
  return engine;
}
