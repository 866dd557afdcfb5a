import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { createValidator } from '../../contracts/wire/validator.ts';
import { listenAt } from '../../runtime/addresses/listen-at.ts';
import { createProgram, positiveNumber, runProgram } from '../../runtime/commands/program.ts';
import { answerProbes } from '../../runtime/process/answer-probes.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { buildText, readBuildVersion } from '../../runtime/telemetry/read-build-version.ts';
import { readAnswerBook, type AnswerBook } from './answer-book.ts';
import { FaultPlanSchema, type FaultPlan } from './fault-plan.ts';
import { createPlaybackApp } from './playback-app.ts';

const HOST = '127.0.0.1';
const CLOSING_MS = 5_000;

interface Choices {
  readonly port: number;
  readonly plan?: string;
}

/** Serves recorded answers on this machine until the process is asked to end. */
async function serve(answers: string, { port, plan: planFile }: Choices): Promise<void> {
  const plan = planFile === undefined ? { latency_ms: 0, faults: [] } : readPlan(planFile);
  const app = createPlaybackApp({ answers: readAnswers(answers), plan, clock: { now: () => new Date() }, wait });
  answerProbes();
  await listenAt(app, { what: 'The playback', host: HOST, port, setting: '--port' });
  process.stdout.write(`Truetally ${buildText(readBuildVersion(undefined))}\n`);
  process.stdout.write(`The playback provider listens at http://${HOST}:${port}; its bill: /playback/bill\n`);
  closeWithGrace({ delay: CLOSING_MS, logger: false }, () => app.close());
}

/** Reads one file, or all files of a folder in the order of their names. */
function readAnswers(path: string): AnswerBook {
  const files = existing(path, () =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => name.endsWith('.jsonl'))
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
  try {
    return readAnswerBook(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  } catch (error) {
    if (error instanceof RangeError) throw new StartupFault(`${path}: ${error.message}`);
    throw error;
  }
}

function readPlan(path: string): FaultPlan {
  const document: unknown = existing(path, () => JSON.parse(readFileSync(path, 'utf8')) as unknown);
  const refusal = createValidator(FaultPlanSchema)(document);
  if (refusal !== undefined) throw new StartupFault(`${path}: ${refusal.message}`);
  return document as FaultPlan;
}

function existing<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw new StartupFault(`The file ${path} cannot be read. Check that it exists and is valid JSON.`);
  }
}

await runProgram(
  createProgram(
    'npm run playback --',
    'Answers like a model provider, from recorded answers and only on this machine (docs/playback.md).',
  )
    .argument('<answers>', 'a JSONL file of recorded answers, or a folder of them')
    .option('--port <port>', 'the port at which it listens', positiveNumber, 7_091)
    .option('--plan <file>', 'a plan of latency and faults, in the form of PUT /playback/plan')
    .action(serve),
);
