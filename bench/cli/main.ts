// `npm run bench:cli`: the start of `tt` against that of Node alone. The lines take turns, so that other
// load affects all of them alike.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { buildCli } from '../../scripts/cli/build-cli.ts';

const { rounds: ROUNDS } = createProgram(
  'npm run bench:cli --',
  'Measures the start of `tt` against that of Node alone.',
)
  .option('--rounds <number>', 'runs of each command line', positiveNumber, 30)
  .parse()
  .opts<{ rounds: number }>();
const WARM_UP = 3;

const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-cli-'));
try {
  await buildCli(folder);
  const entry = join(folder, 'tt.cjs');
  const lines: Readonly<Record<string, readonly string[]>> = {
    'node -e 0': ['-e', '0'],
    'tt --version': [entry, '--version'],
    'tt --help': [entry, '--help'],
    'tt config path': [entry, 'config', 'path'],
  };
  const measured = new Map<string, number[]>(Object.keys(lines).map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(lines)) {
      const startedAt = performance.now();
      const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
      if (status !== 0) throw new Error(`${name} ended with ${String(status)}.`);
      if (round >= 0) measured.get(name)?.push(performance.now() - startedAt);
    }
  }
  const alone = measured.get('node -e 0') ?? [];
  console.log(`Node ${process.versions.node}, ${ROUNDS} rounds, medians in milliseconds`);
  for (const [name, times] of measured) {
    const differences = times.map((time, index) => time - (alone[index] ?? 0));
    console.log(
      `${name.padEnd(16)}${text(median(times))}${name === 'node -e 0' ? '' : `${text(median(differences))} over Node`}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function text(milliseconds: number): string {
  return milliseconds.toFixed(1).padStart(8);
}
