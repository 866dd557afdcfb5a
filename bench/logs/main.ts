import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toDollars } from '../../domain/insight/to-dollars.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { buildCli } from '../../scripts/cli/build-cli.ts';
import { measureCommand, type MeasuredRun } from './measure-command.ts';
import { QUESTIONS, type LogQuestion } from './questions.ts';
import { writeLog } from './write-log.ts';

const { calls, rounds } = createProgram(
  'npm run bench:logs --',
  'Measures tt top over a generated decision log of 30 days, and the same questions in DuckDB, jq and Miller.',
)
  .option('--calls <number>', 'calls in the log, of 1.8 KB each', positiveNumber, 1_000_000)
  .option('--rounds <number>', 'questions to each contender', positiveNumber, 5)
  .parse()
  .opts<{ calls: number; rounds: number }>();

const BYTES_OF_A_CALL = 1_900;
const MAX_PEAK_MIB = 256;
/** The calls from which jq and Miller, which take minutes for a million, answer in the first round only. */
const MANY_CALLS = 100_000;

interface Contender {
  readonly name: string;
  readonly isSlow?: true;
  /** Undefined if the contender does not answer the question. */
  readonly ask: (question: LogQuestion) => Promise<MeasuredRun> | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-logs-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < 2 * calls * BYTES_OF_A_CALL)
    throw new Error(`${folder} has no room for ${calls} calls. Set TMPDIR, or lower --calls.`);
  await buildCli(join(folder, 'cli'));
  const log = join(folder, 'log');
  const bytes = writeLog(log, calls);
  console.log(`${calls} calls, ${(bytes / 1e9).toFixed(2)} GB in ${readdirSync(log).length} segments\n`);
  const contenders = contendersOf(log);
  for (const question of QUESTIONS) await compare(question, contenders);
}

function contendersOf(log: string): Contender[] {
  const tt = ['node', join(folder, 'cli', 'tt.cjs')];
  const index = join(folder, 'index');
  const files = readdirSync(log).map((name) => join(log, name));
  const ask =
    (...flags: readonly string[]) =>
    ({ tt: words }: LogQuestion): Promise<MeasuredRun> =>
      measureCommand([...tt, 'top', '--log', log, ...words, ...flags, '--json']);
  let isIndexed = false;
  return [
    { name: 'tt', ask: ask('--no-index') },
    {
      name: 'tt with index',
      ask: async (question) => {
        if (!isIndexed) {
          const { seconds, cpuSeconds } = await measureCommand([
            ...tt,
            'index',
            'rebuild',
            '--log',
            log,
            '--index',
            index,
          ]);
          console.log(`tt index rebuild: ${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of processor time`);
          isIndexed = true;
        }
        return ask('--index', index)(question);
      },
    },
    {
      name: 'DuckDB',
      ask: ({ duckdb }) =>
        measureCommand([
          ...['node', '--import', 'tsx', join(import.meta.dirname, 'duckdb-main.ts')],
          duckdb.replaceAll('GLOB', join(log, '*.jsonl')),
        ]),
    },
    ...(isInstalled('jq')
      ? [
          {
            name: 'jq',
            isSlow: true,
            ask: ({ jq }) => (jq === '' ? undefined : measureCommand(['jq', '-nr', jq, ...files])),
          } satisfies Contender,
        ]
      : []),
    ...(isInstalled('mlr')
      ? [
          {
            name: 'Miller',
            isSlow: true,
            ask: ({ mlr }) =>
              mlr === '' ? undefined : measureCommand(['mlr', '--ijsonl', '--ojsonl', 'put', '-q', mlr, ...files]),
          } satisfies Contender,
        ]
      : []),
  ];
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/** Asks every contender in turns, and prints medians and the ratios to the first one. */
async function compare(question: LogQuestion, contenders: readonly Contender[]): Promise<void> {
  const runs = new Map<string, MeasuredRun[]>();
  let answer: string | undefined;
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, ask } of contenders.filter(
      ({ isSlow }) => isSlow !== true || calls <= MANY_CALLS || round === 0,
    )) {
      const measured = await ask(question);
      if (measured === undefined) continue;
      const rows = name.startsWith('tt') ? rowsOfTt(measured.stdout, question) : rowsOf(measured.stdout);
      answer ??= rows;
      if (rows !== answer) throw new Error(`${question.name}: ${name} answers\n${rows}\ninstead of\n${answer}`);
      runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  console.log(question.name);
  for (const [name, measured] of runs) report(name, measured, runs.get('tt') ?? []);
  console.log('');
}

function report(name: string, measured: readonly MeasuredRun[], base: readonly MeasuredRun[]): void {
  const ratio = medianOf(measured.map(({ seconds }, round) => (base[round]?.seconds ?? Number.NaN) / seconds));
  const seconds = medianOf(measured.map((run) => run.seconds));
  const cpuSeconds = medianOf(measured.map((run) => run.cpuSeconds));
  const peak = Math.max(...measured.map(({ peakMib }) => peakMib));
  console.log(
    `  ${name.padEnd(14)} ${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of processor time, ${peak.toFixed(0)} MiB, tt takes ${ratio.toFixed(2)} of its time`,
  );
  if (name.startsWith('tt') && peak > MAX_PEAK_MIB) throw new Error(`${name} used more than ${MAX_PEAK_MIB} MiB.`);
}

interface TopDocument {
  readonly rows: readonly {
    readonly key: string | null;
    readonly calls: number;
    readonly calls_by_status: { readonly pending?: number };
    readonly cost: { readonly usd: string | null };
  }[];
}

function rowsOfTt(stdout: string, { countsOpen }: LogQuestion): string {
  return (JSON.parse(stdout) as TopDocument).rows
    .map(({ key, calls: all, calls_by_status: { pending = 0 }, cost }) => {
      const counted = countsOpen ? all : all - pending;
      return { counted, row: [key ?? '', counted, cost.usd ?? '0'].join('\t') };
    })
    .flatMap(({ counted, row }) => (counted > 0 ? [row] : []))
    .toSorted()
    .join('\n');
}

/** The rows of an answer in one order, with costs in US dollars. */
function rowsOf(stdout: string): string {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', count = '', cost = ''] = line.split('\t');
      return [key, count, toDollars(cost)].join('\t');
    })
    .toSorted()
    .join('\n');
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
