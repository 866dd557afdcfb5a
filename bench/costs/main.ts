/**
 * Measures the costs of metrics, traces and encrypted payloads with complete systems that differ in one of them, called
 * in turns: `npm run bench:costs -- --rounds 8`.
 */
import { randomBytes } from 'node:crypto';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { startSpanReceiver } from '../../testing/span-receiver.ts';
import type { Variables } from '../../testing/processes/system-world.ts';
import { startCostedSystem, type CostedSystem, type SystemVariant } from './costed-system.ts';
import { measureInTurns } from './measure-in-turns.ts';

/** The scrape interval, a third of Prometheus' usual one. */
const SCRAPE_MS = 5_000;
const CALLERS = 20;

const { rounds } = createProgram(
  'npm run bench:costs --',
  'Measures the cost of metrics, traces and encrypted payloads, with complete systems that differ in one of them.',
)
  .option('--rounds <number>', 'rounds of each system', positiveNumber, 8)
  .parse()
  .opts<{ rounds: number }>();
const report = (line: string): void => console.log(line);

const [apiMetrics = 0, workerMetrics = 0] = await freePorts(2);
const receiver = await startSpanReceiver();
const both = (env: Variables): SystemVariant['env'] => ({ api: env, worker: env });
const metricsPort = (port: number): Variables => ({ TRUETALLY_METRICS_PORT: String(port) });
const switched: readonly SystemVariant[] = [
  { name: 'plain', env: both({}) },
  // A second plain system shows the noise of the machine.
  { name: 'plain again', env: both({}) },
  { name: 'metrics', env: { api: metricsPort(apiMetrics), worker: metricsPort(workerMetrics) } },
  { name: 'traces', env: both({ TRUETALLY_OTLP_URL: receiver.url }) },
  { name: 'traces of 1 %', env: both({ TRUETALLY_OTLP_URL: receiver.url, TRUETALLY_TRACE_RATIO: '0.01' }) },
  { name: 'encryption', env: both({ TRUETALLY_PAYLOAD_KEYS: `bench:${randomBytes(32).toString('base64')}` }) },
];
const systems: CostedSystem[] = [];
let scraped = 0;
const scrape = async (): Promise<void> => {
  for (const port of [apiMetrics, workerMetrics]) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (!text.includes('process_cpu_seconds_total')) throw new Error('No metrics.');
    scraped += 1;
  }
};
try {
  for (const one of switched) {
    report(`starting ${one.name}`);
    systems.push(await startCostedSystem(one));
  }
  const scraping = setInterval(() => void scrape(), SCRAPE_MS);
  const read = (system: CostedSystem): Promise<void> => system.read();
  const run = (system: CostedSystem, name: string): Promise<void> => system.run(name);
  await measureInTurns(systems, { name: 'one read', callers: 1, pieces: 10, rounds, piece: read }, report);
  await measureInTurns(systems, { name: 'many reads', callers: CALLERS, pieces: 200, rounds, piece: read }, report);
  await measureInTurns(systems, { name: 'one run', callers: 1, pieces: 5, rounds, piece: run }, report);
  await measureInTurns(systems, { name: 'many runs', callers: CALLERS, pieces: 50, rounds, piece: run }, report);
  clearInterval(scraping);
  for (const system of systems) await system.requireRuns();
  report(`\n${scraped} scrapes, ${receiver.spans.length} spans`);
} finally {
  for (const system of systems) await system.close();
  receiver.close();
}
