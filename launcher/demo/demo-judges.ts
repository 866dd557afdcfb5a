import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapturedContent } from '../../contracts/ingest/events/captured-content.ts';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { openContentStore } from '../../content/open-content-store.ts';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { nodeEnvironment } from '../processes/child-environment.ts';
import { startProcess } from '../processes/engine-process.ts';
import { supervise, type Supervision } from '../processes/supervise.ts';
import { DEMO_EVALS, DEMO_JUDGE_VARIABLES } from './demo-evals.ts';
import { playedVerdicts } from './played-verdicts.ts';

/** The additional settings of a worker that judges. */
export interface WorkerAdditions {
  readonly env: Readonly<Record<string, string>>;
  /** The variables that the configuration file names. */
  readonly named: readonly string[];
}

/** The running judges of the demo, with the settings of the processes that use them. */
interface DemoJudges {
  readonly worker: WorkerAdditions;
  /** The configuration file of the API. */
  readonly apiConfiguration: string;
}

/** The settings of the processes, to which those of the demo's judges are added. */
interface JudgedFiles {
  readonly worker: ConfigurationFile;
  readonly api: ConfigurationFile;
}

const PLACE = {
  worker: 'tokentriage.yaml',
  api: 'api.yaml',
  verdicts: 'verdicts.jsonl',
  content: 'content',
} as const;

/** The folder of the demo's judges. */
function folderOf(dataFolder: string): string {
  return join(dataFolder, 'demo');
}

/** The limit of the demo's content, which has some hundreds of kilobytes. */
const MAX_BYTES = 2 ** 30;

/** Stores the content of the demo, and marks its folder as complete. */
export async function storeDemoContents(
  dataFolder: string,
  contents: readonly CapturedContent[],
  clock: Clock,
): Promise<void> {
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const capture = { path: join(folder, PLACE.content), ttlMs: 0, request: true, response: true };
  const store = openContentStore(capture, clock, { maxBytes: MAX_BYTES, minFreeBytes: 0 });
  for (const words of contents) await store.keep(words);
  // This file is written last, so that its existence proves that the content exists.
  writeConfiguration(dataFolder, PLACE.worker, {}, true);
}

/**
 * Writes the settings of a process with those of the demo's judges. Only the worker judges answers, so only its file
 * stores answers. With one kind of text, nothing that other software sends is judged.
 */
function writeConfiguration(
  dataFolder: string,
  name: (typeof PLACE)['worker' | 'api'],
  { dashboard, ...file }: ConfigurationFile,
  response: boolean,
): string {
  const folder = folderOf(dataFolder);
  const capture = { request: true, response, ttl: 0, path: join(folder, PLACE.content) };
  const path = join(folder, name);
  const planned = { ...file, dashboard: { ...dashboard, capture }, evals: DEMO_EVALS };
  const comment =
    "# The demo's judges, which are played back on this machine. `evals` in a tokentriage.yaml replaces them.";
  // JSON is YAML.
  writeFileSync(path, `${comment}\n${JSON.stringify(planned, undefined, 2)}\n`);
  return path;
}

/**
 * Starts the provider that plays back the demo's judges. Returns undefined if this installation has no content of the
 * demo.
 *
 * @param running receives the started process
 */
export async function startDemoJudges(
  dataFolder: string,
  files: JudgedFiles,
  running: Supervision[],
  report: (line: string) => void,
): Promise<DemoJudges | undefined> {
  const folder = folderOf(dataFolder);
  if (!existsSync(join(folder, PLACE.worker))) return undefined;
  const verdicts = join(folder, PLACE.verdicts);
  writeFileSync(
    verdicts,
    playedVerdicts()
      .map((verdict) => `${JSON.stringify(verdict)}\n`)
      .join(''),
  );
  // The data folder may have moved since the last start, and an earlier version may have written other files.
  const configuration = writeConfiguration(dataFolder, PLACE.worker, files.worker, true);
  const apiConfiguration = writeConfiguration(dataFolder, PLACE.api, files.api, false);
  await bundlePrograms();
  const port = String(await findFreePort());
  const start = () =>
    startProcess({
      command: process.execPath,
      args: [programFile('providers/playback/main.ts'), verdicts, '--port', port],
      cwd: folder,
      env: nodeEnvironment(),
      logFile: join(folder, 'playback.log'),
      stopSignal: 'SIGTERM',
    });
  running.push(await supervise('the provider of the demo', start, report));
  const origin = `http://127.0.0.1:${port}`;
  const { key, messages, chat } = DEMO_JUDGE_VARIABLES;
  const env = { TRUETALLY_CONFIG: configuration, [key]: 'synthetic', [messages]: origin, [chat]: `${origin}/v1` };
  return { worker: { env, named: [key, messages, chat] }, apiConfiguration };
}
