import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { ModelTargetV1 } from '../../contracts/models/model-target.ts';
import { createConnectionStore } from '../../store/gateway/connection-store.ts';
import { createServingRouteStore } from '../../store/gateway/serving-route-store.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { setBudget } from '../../testing/comparisons/started-run.ts';
import { createSystemWorld } from '../../testing/processes/system-world.ts';
import { RECORDED_ANSWERS, BASELINE_MODEL, CANDIDATE_MODEL } from './bench-questions.ts';
import { startPlayedProvider, type PlayedProvider } from './played-provider.ts';

const NAMESPACE = 'truetally-comparisons';
const MUCH = 1_000_000_000_000n;

/** A complete system with a route whose models the playback provider plays. */
export interface ComparingSystem {
  readonly provider: PlayedProvider;
  readonly client: TruetallyClient;
  readonly temporal: Client;
  readonly routeId: string;
  readonly candidate: ModelTargetV1;
  close(): Promise<void>;
}

/** Starts engines, worker, API and a provider that answers after `latencyMs`. */
export async function startComparingSystem(latencyMs: number): Promise<ComparingSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-comparisons-'));
  const provider = await startPlayedProvider(folder, RECORDED_ANSWERS, latencyMs);
  const quiet = { env: { TRUETALLY_LOG_LEVEL: 'warn' }, report: () => undefined };
  const world = await createSystemWorld({ namespace: NAMESPACE, ...quiet });
  const [pool, clock] = [createPool(world.databaseUrl), { now: () => new Date() }];
  await migratePostgres(world.databaseUrl);
  await migrateClickHouse(world.clickhouseUrl);
  const { owner: token } = await ensureDemoTenancy(pool, clock, undefined);
  await world.start('worker');
  await world.start('api');
  const { organizationId, workspaceId, environments } = DEMO_TENANCY;
  const { applicationId, gatewayId, environmentId } = environments.assistantProduction;
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, 'sk-of-the-bench');
  const { connectionId } = await createConnectionStore(pool, clock).add({
    ...{ name: 'bench', provider: 'openai', wire: 'chat_completions', endpoint: `${provider.origin}/v1` },
    key: { kind: 'file', path: keyFile },
    modelFamilies: { [BASELINE_MODEL]: 'nano', [CANDIDATE_MODEL]: 'mini' },
    uses: ['inference'],
    grants: [workspaceId],
  });
  const target = (model: string): ModelTargetV1 => ({
    ...{ connection_id: connectionId, model, system: '', parameters: { max_output_tokens: 20 } },
  });
  const made = { environmentId, name: 'bench', target: target(BASELINE_MODEL), actorKind: 'person' } as const;
  const { route_id: routeId } = await createServingRouteStore(pool, clock).create(made);
  await setBudget({ pool, clock }, workspaceId, MUCH);
  const connection = await Connection.connect({ address: world.temporalAddress });
  const place = { organizationId, workspaceId, applicationId, gatewayId, environmentId };
  return {
    provider,
    client: createTruetallyClient({ baseUrl: world.baseUrl, token, ...place }),
    temporal: new Client({ connection, namespace: NAMESPACE }),
    routeId,
    candidate: target(CANDIDATE_MODEL),
    async close() {
      await connection.close();
      await pool.end();
      await world.close();
      await provider.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
