import type { Metric } from 'prom-client';
import { createPool } from '../../store/postgres/pool.ts';
import { createApiMetrics } from '../../api/metrics/api-metrics.ts';
import { newGovernanceFigures } from '../../proxy/governance/governance-figures.ts';
import { createProxyProcessMetrics } from '../../proxy/composition/process/proxy-process-metrics.ts';
import { createWorkerMetrics } from '../../worker/metrics/worker-metrics.ts';
import { SDK_METRICS } from '../../runtime/telemetry/sdk-metrics.ts';

/** A metric of a registry. */
export interface MetricRow {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  readonly shownBy: readonly ('API' | 'worker' | 'gateway')[];
}

/** The members of a metric in prom-client, whose types declare only some of them. */
type Described = Metric & { name: string; help: string; type: string; labelNames: string[] };

/**
 * Every metric of all processes, from their registries. It opens no connection; `close` releases the created objects.
 */
export async function listAllMetrics(): Promise<{ rows: readonly MetricRow[]; close: () => Promise<void> }> {
  const databaseUrl = 'postgres://nobody@localhost:1/none';
  const pool = createPool(databaseUrl);
  const destination = { lostLines: () => 0 };
  const parts = { pool, destination, databaseUrl, clickhouse: undefined, clock: { now: () => new Date() } };
  const never = (): Promise<never> => Promise.reject(new Error('The generator opens no connections.'));
  const api = createApiMetrics(parts);
  const worker = createWorkerMetrics({
    ...parts,
    journal: { unreadBytes: never },
    probeTemporal: never,
    readBacklog: never,
    readSdkMetrics: never,
  });
  const { shown: gateway } = createProxyProcessMetrics({
    ...parts,
    inFlight: () => 0,
    bodyBytes: () => 0,
    owedLines: () => 0,
    largeBodiesWaiting: () => 0,
    cacheBytes: { entries: () => 0, vectors: () => 0 },
    open: () => ({ keys: true, log: true }),
    pinnedTraces: () => 0,
    governance: { figures: newGovernanceFigures(), oldestAge: () => 0 },
  });
  const rows = new Map<string, MetricRow>();
  for (const [process, { registry }] of [
    ['API', api],
    ['worker', worker],
    ['gateway', gateway],
  ] as const) {
    for (const metric of registry.getMetricsAsArray() as unknown as Described[]) {
      const { name, type, labelNames: labels, help } = metric;
      rows.set(name, { name, type, labels, help, shownBy: [...(rows.get(name)?.shownBy ?? []), process] });
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), worker.close(), gateway.close(), pool.end()]);
  };
  return Promise.resolve({ rows: [...rows.values()], close });
}

/** `docs/metrics.md`: every metric, from the registries that serve them. */
export async function metricsDocument(): Promise<string> {
  const { rows, close } = await listAllMetrics();
  await close();
  const ours = rows.filter(({ name }) => name.startsWith('truetally_')).sort((a, b) => (a.name < b.name ? -1 : 1));
  const others = rows.filter(({ name }) => !name.startsWith('truetally_'));
  return [
    ...INTRODUCTION,
    '## Metrics of Truetally',
    '',
    '| Metric | Type | Unit | Labels | Shown by | Meaning |',
    '|---|---|---|---|---|---|',
    ...ours.map(
      ({ name, type, labels, help, shownBy }) =>
        `| \`${name}\` | ${type} | ${unitOf(name)} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${shownBy.join(', ')} | ${help} |`,
    ),
    '',
    '## Metrics of Temporal’s SDK',
    '',
    'The worker forwards all metrics of the SDK. The table lists those that the dashboard uses. Durations are in seconds.',
    '',
    '| Metric | Type | Meaning |',
    '|---|---|---|',
    ...Object.entries(SDK_METRICS).map(([name, [type, meaning]]) => `| \`${name}\` | ${type} | ${meaning} |`),
    '',
    '## Metrics of the process',
    '',
    'All processes serve the default metrics of prom-client for Node processes:',
    '',
    ...others.map(({ name }) => `- \`${name}\``),
    '',
  ].join('\n');
}

function unitOf(name: string): string {
  const base = name.replace(/_total$/, '');
  return ['seconds', 'bytes', 'usd'].find((unit) => base.endsWith(`_${unit}`)) ?? 'count';
}

const INTRODUCTION = [
  '# Metrics',
  '',
  '`TRUETALLY_METRICS_PORT` switches the metrics of a process on. The process then serves `/metrics` for Prometheus on',
  'that port of `TRUETALLY_METRICS_HOST` (loopback by default), separate from the ports for customers. The port needs no',
  'credential, so keep it within your network. Without the variable, the process counts nothing and opens no port. Under',
  '`npm start`, the API uses this port, the worker the next port, and the gateway the port after that.',
  '',
  '- **Work of a process** (requests, relay items, batches, attempts): each process counts its own work. Use the `sum()`',
  '  of all processes.',
  '- **State of the control plane** (runs, outbox, schedules, batches, silence): each process reads it from Postgres at',
  '  each scrape. The size of unfinished work bounds the cost of these statements. All processes show the same values, so',
  '  that they stay available if one process is down. Use the `max()` of all processes, never the `sum()`.',
  '- **Unknown values** are never shown as zero. A value that cannot be read within 4 s is absent from that scrape, and',
  '  counted in `truetally_scrape_failures_total`. Only `truetally_dependency_up` is 0 without an answer.',
  '- **Labels** come from small closed sets: route templates, states and kinds. No id, name or address is a label.',
  '',
  '`deploy/prometheus/` contains a configuration and the alert rules, with tests (`promtool test rules',
  'deploy/prometheus/alerts.test.yml`). `deploy/grafana/` contains the dashboard. `npm run alerts` causes every condition',
  'in a temporary system with a real Prometheus, and checks that each alert fires. The [runbook](runbook.md) describes the',
  'response to each alert. This page is generated from the registries: run `npm run generate` after a change.',
  '',
  'Alerts appear only on the page of Prometheus. **No person is notified** until you name an Alertmanager in the block',
  '`alerting:` of `deploy/prometheus/prometheus.yml`, which has an example in a comment. You run the Alertmanager and',
  'configure its recipients. The label `severity` is `critical` for alerts that need an immediate response, else',
  '`warning`. The annotation `runbook_url` is a path within this repository. In the message template, put the address of',
  'your copy before this path.',
  '',
];
