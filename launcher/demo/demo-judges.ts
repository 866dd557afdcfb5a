import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../domain/kernel/clock.ts';
import { openContentStore } from '../../content/open-content-store.ts';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { nodeEnvironment } from '../processes/child-environment.ts';
import { startProcess } from '../processes/engine-process.ts';
import { supervise, type Supervision } from '../processes/supervise.ts';
import { DEMO_JUDGES, type JudgedDemo } from './create-judged-demo.ts';

/** The additional settings of a worker that judges. */
export interface WorkerAdditions {
  readonly env: Readonly<Record<string, string>>;
  /** The variables that the configuration file names. */
  readonly named: readonly string[];
}

const KEY = 'SYNTHETIC_PROVIDER_KEY';
const MESSAGES = 'SYNTHETIC_MESSAGES_ENDPOINT';
const CHAT = 'SYNTHETIC_CHAT_ENDPOINT';

const PLACE = { configuration: 'tokentriage.yaml', verdicts: 'verdicts.jsonl', content: 'content' } as const;

/** The folder of the demo's judges. */
function folderOf(dataFolder: string): string {
  return join(dataFolder, 'demo');
}

/** The limit of the demo's content, which has some hundreds of kilobytes. */
const MAX_BYTES = 2 ** 30;

/**
 * Stores the content of the demo, the recorded verdicts of its judges, and the configuration file that enables them.
 */
export async function storeDemoJudges(
  dataFolder: string,
  { contents, verdicts }: JudgedDemo,
  clock: Clock,
): Promise<void> {
  const folder = folderOf(dataFolder);
  const content = join(folder, PLACE.content);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const capture = { path: content, ttlMs: 0, request: true, response: true };
  const store = openContentStore(capture, clock, { maxBytes: MAX_BYTES, minFreeBytes: 0 });
  for (const words of contents) await store.keep(words);
  writeFileSync(join(folder, PLACE.verdicts), verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(''));
  // This file is written last, so that its existence proves that the others exist.
  writeFileSync(join(folder, PLACE.configuration), configurationText(content));
}

function configurationText(content: string): string {
  const judge = (model: string, endpoint: string): string =>
    `{ external: allow, model: ${model}, api_key_env: ${KEY}, endpoint_env: ${endpoint} }`;
  return `# The demo's judges, which are played back on this machine. A tokentriage.yaml of your own takes their place.
dashboard: { capture: { request: true, response: true, ttl: 0, path: ${JSON.stringify(content)} } }
evals:
  evaluators:
    - { id: judge.correctness, sample_rate: 1, max_usd_per_day: 5, judge: ${judge(DEMO_JUDGES.correctness, MESSAGES)} }
    - { id: judge.helpfulness, sample_rate: 1, max_usd_per_day: 5, judge: ${judge(DEMO_JUDGES.helpfulness, CHAT)} }
  validation: { auto_validate: { enabled: true } }
`;
}

/**
 * Starts the provider that plays back the demo's judges. Returns undefined if they are not stored, because an earlier
 * version created this demo.
 *
 * @param running receives the started process
 */
export async function startDemoJudges(
  dataFolder: string,
  running: Supervision[],
  report: (line: string) => void,
): Promise<WorkerAdditions | undefined> {
  const folder = folderOf(dataFolder);
  const configuration = join(folder, PLACE.configuration);
  if (!existsSync(configuration)) return undefined;
  // The data folder may have moved since the demo was created.
  writeFileSync(configuration, configurationText(join(folder, PLACE.content)));
  await bundlePrograms();
  const port = String(await findFreePort());
  const start = () =>
    startProcess({
      command: process.execPath,
      args: [programFile('providers/playback/main.ts'), join(folder, PLACE.verdicts), '--port', port],
      cwd: folder,
      env: nodeEnvironment(),
      logFile: join(folder, 'playback.log'),
      stopSignal: 'SIGTERM',
    });
  running.push(await supervise('the provider of the demo', start, report));
  const origin = `http://127.0.0.1:${port}`;
  return {
    env: { TRUETALLY_CONFIG: configuration, [KEY]: 'synthetic', [MESSAGES]: origin, [CHAT]: `${origin}/v1` },
    named: [KEY, MESSAGES, CHAT],
  };
}
