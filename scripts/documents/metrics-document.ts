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
export async function everyMetric(): Promise<{ rows: readonly MetricRow[]; close: () => Promise<void> }> {
  const databaseUrl = 'postgres://nobody@localhost:1/none';
  const pool = createPool(databaseUrl);
  const destination = { lostLines: () => 0 };
  const parts = { pool, destination, databaseUrl, clickhouse: undefined, clock: { now: () => new Date() } };
  const never = (): Promise<never> => Promise.reject(new Error('Nothing is connected.'));
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
  const { rows, close } = await everyMetric();
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
    'The worker passes on what the SDK serves. The dashboard uses these; durations are in seconds.',
    '',
    '| Metric | Type | Meaning |',
    '|---|---|---|',
    ...Object.entries(SDK_METRICS).map(([name, [type, meaning]]) => `| \`${name}\` | ${type} | ${meaning} |`),
    '',
    '## Metrics of the process',
    '',
    'All processes show what prom-client knows of a Node process:',
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
  '`TRUETALLY_METRICS_PORT` turns the metrics of a process on. The process then serves `/metrics` for Prometheus on that',
  'port of `TRUETALLY_METRICS_HOST` (loopback by default), separate from the ports for customers. There is no credential:',
  'keep the port within your network. Without the variable, nothing is counted and no port is open. Under `npm start`',
  'the API has the port, the worker the next one and the gateway the one after that.',
  '',
  '- **Work of a process** (requests, items of the relay, batches, attempts) is counted by the process: add up the',
  '  processes.',
  '- **State of the control plane** (runs, outbox, schedules, batches, silence) is read from Postgres at each scrape, by',
  '  statements that are bounded by unfinished work. Every process shows the same values, so that one shows them if another',
  '  is down: take the `max()` of them, and never the `sum()`.',
  '- **An unknown is never a zero.** A value that cannot be read within 4 s is absent from that scrape, and counted in',
  '  `truetally_scrape_failures_total`. Only `truetally_dependency_up` is 0 for no answer.',
  '- **Labels** come from small closed sets: templates of routes, states, kinds. No id, name or address is a label.',
  '',
  '`deploy/prometheus/` has a configuration and the alert rules, with tests (`promtool test rules',
  'deploy/prometheus/alerts.test.yml`); `deploy/grafana/` has the dashboard. `npm run alerts` causes every condition in a',
  'temporary system under a real Prometheus and checks that each alert fires. The [runbook](runbook.md) says how to react',
  'to each. This page is generated from the registries: run `npm run generate` after a change.',
  '',
  'Alerts appear on Prometheus’ own page and **reach nobody** until you name an Alertmanager in the block `alerting:` of',
  '`deploy/prometheus/prometheus.yml`, which has an example in a comment. You run the Alertmanager, and configure whom it',
  'notifies. The label `severity` is `critical` if an alert should wake somebody, else `warning`. The annotation',
  '`runbook_url` is a path within this repository: put the address of your copy before it in the template of the message.',
  '',
];
