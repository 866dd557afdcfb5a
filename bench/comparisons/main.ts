/**
 * Measures comparison runs against promptfoo, in turns, with the same questions, models and playback provider: `npm run
 * bench:comparisons -- --rounds 5`.
 */
import { strict as assert } from 'node:assert';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { median, medianRatio } from '../reports/spread.ts';
import { RECORDED_ANSWERS, EXPECTED_VERDICTS } from './bench-questions.ts';
import { startComparingSystem } from './comparing-system.ts';
import { promptfooContender } from './promptfoo-contender.ts';
import { productContender, type Contender } from './product-contender.ts';

const LATENCY_MS = 500;
/** The number of parallel calls of a run on one connection. */
const AT_ONCE = 10;
const IDEAL_MS = Math.ceil(RECORDED_ANSWERS.length / AT_ONCE) * LATENCY_MS;
const MAX_RATIO = 1.15;

const { rounds } = createProgram(
  'npm run bench:comparisons --',
  'Measures comparison runs against promptfoo, with the same playback provider.',
)
  .option('--rounds <number>', 'rounds of each contender', positiveNumber, 5)
  .parse()
  .opts<{ rounds: number }>();
const report = (line: string): void => console.log(line);

const contenders: Contender[] = [];
const system = await startComparingSystem(LATENCY_MS);
try {
  contenders.push(await productContender(system), await promptfooContender(system.provider, AT_ONCE));
  const taken = contenders.map((): number[] => []);
  // The first round is a warm-up and does not count.
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (turn + round + contenders.length) % contenders.length;
      const tookMs = await compare(contenders[index]);
      if (round >= 0) taken[index]?.push(tookMs);
    }
  }
  print(taken);
} finally {
  for (const contender of contenders) await contender.close();
  await system.close();
}

/** Runs one comparison, and requires that every call was made once and every answer was checked in the same way. */
async function compare(contender: Contender | undefined): Promise<number> {
  if (contender === undefined) throw new Error('unreachable');
  const before = await system.provider.calls();
  const { tookMs, verdicts } = await contender.compare();
  assert.deepEqual(verdicts, EXPECTED_VERDICTS, contender.name);
  assert.equal((await system.provider.calls()) - before, RECORDED_ANSWERS.length, contender.name);
  return tookMs;
}

function print(taken: readonly (readonly number[])[]): void {
  report(
    `\n${RECORDED_ANSWERS.length} calls of ${LATENCY_MS} ms, ${AT_ONCE} at once, ${rounds} alternating rounds: ideally ${IDEAL_MS} ms`,
  );
  for (const [index, { name }] of contenders.entries()) {
    const values = taken[index] ?? [];
    const ratio = (median(values) / IDEAL_MS).toFixed(3);
    const goal = index === 0 ? ` (at most ${MAX_RATIO})` : '';
    report(`  ${name.padEnd(14)} ${median(values).toFixed(0).padStart(6)} ms  ${ratio} × the ideal${goal}`);
  }
  const [product = [], promptfoo = []] = taken;
  report(
    `  a comparison run takes ${medianRatio(product, promptfoo).toFixed(3)} × of what promptfoo takes (less than 1)`,
  );
}
