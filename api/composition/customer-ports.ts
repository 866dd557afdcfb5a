import type pg from 'pg';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { createInsightReader } from '../../analytics/insight/insight-reader.ts';
import { createTraceReader } from '../../analytics/traces/trace-reader.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createCallPrices } from '../../providers/prices/create-call-prices.ts';
import { createModelPrices } from '../../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../../providers/prices/price-table.ts';
import { demoPort } from '../../runtime/addresses/demo-port.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { createIngestStateStore } from '../../store/ingest/ingest-state-store.ts';
import { createInstallationSecretStore } from '../../store/installation/installation-secret-store.ts';
import { isStoreUnavailable } from '../../store/postgres/database-fault.ts';
import { newId } from '../../store/postgres/new-id.ts';
import type { createApiMetrics } from '../metrics/api-metrics.ts';
import type { ApiPorts } from '../ports/ports.ts';
import { createContentPort } from './content-port.ts';
import { createHealthPort } from './health-port.ts';
import { createStorePorts } from './store-ports.ts';

/** The parts from which the API's ports are made. */
interface CustomerParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly settings: Configuration;
  readonly file: ConfigurationFile;
  readonly analytics: AnalyticsClient | undefined;
  /** The same client; its queries are timed if metrics are enabled. */
  readonly clickhouse: Pick<AnalyticsClient, 'query'> | undefined;
  readonly metrics: ReturnType<typeof createApiMetrics> | undefined;
}

/** The ports that only the process itself can supply. */
type ProcessPorts = Pick<ApiPorts, 'build' | 'traffic' | 'largeBodies' | 'isStopping' | 'maxStallMs' | 'logger'>;

/** The ports of the customer lane, except for those that only its process can supply. */
export async function createCustomerPorts({
  pool,
  clock,
  settings,
  file,
  analytics,
  clickhouse,
  metrics,
}: CustomerParts): Promise<Omit<ApiPorts, keyof ProcessPorts>> {
  const { indexBehindSeconds } = settings;
  const secrets = createInstallationSecretStore(pool, clock);
  const sealKey = settings.sealKey ?? (await secrets.sealKey());
  const ingestState = createIngestStateStore(pool);
  const priceTable = await loadPriceTable();
  const reading = { ingestState, sealKey, clock, indexBehindSeconds };
  return {
    clock,
    timeZones,
    newId,
    installationKey: await secrets.cursorKey(),
    ...createStorePorts(pool, clock, settings),
    prices: createModelPrices(priceTable),
    callPrices: createCallPrices(priceTable),
    ...(clickhouse && {
      reader: createInsightReader({ clickhouse, ...reading }),
      traces: createTraceReader({ clickhouse, ...reading }),
    }),
    ...createContentPort(file, settings, clock, metrics),
    limits: settings,
    allowedOrigins: settings.allowedOrigins,
    ...(metrics && { requestMetrics: metrics.requests, connectionClosed: metrics.connectionClosed }),
    health: createHealthPort(pool, clock, settings, analytics),
    ...demoPort(settings),
    isStoreUnavailable,
  };
}
