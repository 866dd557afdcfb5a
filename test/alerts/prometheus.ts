import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programEnvironment } from '../../launcher/processes/child-environment.ts';
import { startProcess } from '../../launcher/processes/engine-process.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const RULES = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', 'alerts.yml');

/** The names of our processes in the rules. */
type Job = 'truetally-api' | 'truetally-worker' | 'truetally-gateway';

/** A real Prometheus with our rules, in a separate folder. */
export interface Prometheus {
  /** The names of the alerts that fire at this moment. */
  firing(): Promise<Set<string>>;
  /** Removes the target of a job, like a discovery by name when the process has ended. */
  forget(job: Job): void;
  /** Adds the target of the job again. */
  find(job: Job): void;
  stop(): Promise<void>;
}

/** The names of all alerts, in the order of the file. */
export function alertNames(): string[] {
  return [...readFileSync(RULES, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
}

/** Starts Prometheus (the Debian package, on the PATH) over one process of each job. */
export async function startPrometheus(ports: Readonly<Record<Job, number>>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-alerts-'));
  const [port = 0] = await freePorts(1);
  const discover = (job: Job, targets: readonly string[]): void =>
    writeFileSync(join(folder, `${job}.json`), JSON.stringify([{ targets }]));
  const find = (job: Job): void => discover(job, [`127.0.0.1:${ports[job]}`]);
  const jobs = Object.keys(ports) as Job[];
  jobs.forEach(find);
  writeFileSync(join(folder, 'alerts.yml'), hurried(readFileSync(RULES, 'utf8')));
  writeFileSync(join(folder, 'prometheus.yml'), configuration(jobs));
  const started = await startProcess({
    command: 'prometheus',
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    env: programEnvironment(),
    logFile: join(folder, 'prometheus.log'),
    stopSignal: 'SIGTERM',
  });
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  await waitUntil(async () => {
    const { activeTargets } = (await ask('targets')) as { activeTargets: { health: string }[] };
    return activeTargets.length === jobs.length && activeTargets.every(({ health }) => health === 'up');
  }, 60);
  return {
    async firing() {
      const { alerts } = (await ask('alerts')) as { alerts: { state: string; labels: { alertname: string } }[] };
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    forget: (job) => discover(job, []),
    find,
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The minimum age that triggers an alert here, well above the interval between two heartbeats of a healthy system. */
const MIN_SECONDS = 12;

/**
 * The same rules with shorter times: durations of a minute or more become seconds. All other parts of the rules stay
 * equal.
 */
function hurried(rules: string): string {
  return rules
    .replaceAll(/for: \d+m/g, 'for: 2s')
    .replaceAll(/\[\d+m\]/g, '[30s]')
    .replaceAll(
      /(_seconds(?:\{[^}]*\})?\)) > (\d+)/g,
      (_, figure: string, seconds: string) => `${figure} > ${Math.max(MIN_SECONDS, Number(seconds) / 60)}`,
    );
}

/** The configuration of Prometheus. A scrape may wait for sources that hang, so its time-out is longer than theirs. */
function configuration(jobs: readonly Job[]): string {
  return [
    'global: { scrape_interval: 5s, scrape_timeout: 5s, evaluation_interval: 1s }',
    'rule_files: [alerts.yml]',
    'scrape_configs:',
    ...jobs.map((job) => `  - job_name: ${job}\n    file_sd_configs: [{ files: [${job}.json], refresh_interval: 1s }]`),
    '',
  ].join('\n');
}
