// Creates the fixture of an earlier version: data that its code wrote, and the answers that it gave (README.md).
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createProgram } from '../../runtime/commands/program.ts';
import { collectAnswers, type CollectedAnswers } from './collect-answers.ts';
import { startEarlierSystem, type EarlierSystem } from './earlier-system.ts';
import { callAsLimited, callOnEarlierDays, fillSystem } from './fill-system.ts';

const CONFIGURATION = join(import.meta.dirname, 'tokentriage.yaml');

interface Choices {
  readonly checkout: string;
  readonly database: string;
  readonly to: string;
}

async function make({ checkout, database, to }: Choices): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'truetally-earlier-'));
  const env = { TRUETALLY_DATABASE_URL: database, TRUETALLY_DATA: data };
  const report = (line: string): void => console.log(line);

  report('the system starts, with the demo and its judges');
  const first = await startEarlierSystem(checkout, env);
  try {
    await fillSystem(first, report);
  } finally {
    await first.stop();
  }
  report('the gateway takes calls on earlier days');
  await callOnEarlierDays(first);
  report('the system starts again, with limits');
  const second = await startEarlierSystem(checkout, { ...env, TRUETALLY_CONFIG: CONFIGURATION });
  const answers = await askLimited(second, report);

  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'journal'), { recursive: true });
  const write = (name: string, bytes: Buffer | string): void =>
    writeFileSync(join(to, `${name}.br`), brotliCompressSync(bytes));
  write('answers.json', JSON.stringify(answers, undefined, 1));
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', '--encoding=UTF8'];
  const dump = execFileSync('pg_dump', [...options, database], { maxBuffer: 1_073_741_824, encoding: 'utf8' });
  // Only `psql` accepts these lines; any client can run the others.
  write('dump.sql', dump.replaceAll(/^\\(?:un)?restrict .*\n/gm, ''));
  const journal = join(data, 'journal');
  const segments = readdirSync(journal).filter((name) => statSync(join(journal, name)).isFile());
  for (const name of segments) write(join('journal', name), readFileSync(join(journal, name)));
  rmSync(data, { recursive: true, force: true });
  report(`${to} holds ${answers.answers.length} answers and ${segments.length} segments`);
}

/** Makes calls under limits, collects the system's answers, and stops the system. */
async function askLimited(system: EarlierSystem, report: (line: string) => void): Promise<CollectedAnswers> {
  try {
    await callAsLimited(system);
    report('the questions are asked');
    return await collectAnswers(system);
  } finally {
    await system.stop();
  }
}

await createProgram('node --import tsx test/upgrade/main.ts', 'Creates the fixture of an earlier version.')
  .requiredOption('--checkout <folder>', 'the earlier version, with its packages installed')
  .requiredOption('--database <url>', 'an empty database of a Postgres with the same version as `pg_dump`')
  .requiredOption('--to <folder>', 'the folder for the fixture')
  .action(make)
  .parseAsync();
