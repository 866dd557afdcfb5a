import { createAnalyticsClient, type AnalyticsClient } from '../../analytics/analytics-client.ts';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';

/** The database of a test run to which all migrations are applied, and whose tables are copied to other databases. */
const TEMPLATE = 'template_of_tests';

/** The statements that create the tables of the template, each before the views that read it. */
let statements: Promise<readonly string[]> | undefined;

/** Creates the template, once per test run. */
export async function makeFactsTemplate(clickhouseUrl: string): Promise<void> {
  const client = createAnalyticsClient(templateUrl(clickhouseUrl, 'default'));
  await client.command({ query: `DROP DATABASE IF EXISTS ${TEMPLATE} SYNC` });
  await client.close();
  await migrateClickHouse(templateUrl(clickhouseUrl));
}

/**
 * Creates the database of the URL with the tables that all migrations create. The migrations need three quarters of a
 * second of processor time, and this function needs a quarter of that. A test run calls it hundreds of times.
 */
export async function createFactsTables(clickhouseUrl: string): Promise<void> {
  const name = new URL(clickhouseUrl).pathname.slice(1);
  const client = createAnalyticsClient(templateUrl(clickhouseUrl));
  try {
    statements ??= readStatements(client);
    await client.command({ query: `CREATE DATABASE ${name} ENGINE = Atomic` });
    for (const statement of await statements) {
      await client.command({ query: statement.replaceAll(`${TEMPLATE}.`, `${name}.`) });
    }
    await client.command({ query: `INSERT INTO ${name}.schema_migrations SELECT * FROM schema_migrations` });
  } finally {
    await client.close();
  }
}

async function readStatements(client: AnalyticsClient): Promise<readonly string[]> {
  const answer = await client.query({
    query: `SELECT create_table_query AS statement FROM system.tables WHERE database = '${TEMPLATE}'
      ORDER BY engine = 'MaterializedView', name`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ statement: string }>()).map(({ statement }) => statement);
}

function templateUrl(clickhouseUrl: string, name: string = TEMPLATE): string {
  return Object.assign(new URL(clickhouseUrl), { pathname: `/${name}` }).href;
}
