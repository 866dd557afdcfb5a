/**
 * Measures the detectors of guardrails: `npm run bench:guardrails -- --rounds 5`. Each detector reads the code of this
 * project, and all of them read texts that are made to be slow. The bench measures processor time, which hardly depends
 * on other work of the machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EMBEDDED_DETECTORS, type EmbeddedDetector } from '../../domain/guardrails/detectors.ts';
import { createProgram, positiveNumber } from '../../runtime/commands/program.ts';
import { hostileTexts } from '../../testing/guardrails/hostile-texts.ts';
import { createTestScanner, STRUCTURED_DETECTORS } from '../../testing/guardrails/create-test-scanner.ts';
import { median } from '../reports/spread.ts';

/** The least megabytes a second of all structured detectors together. */
const LEAST_MB_A_SECOND = 20;
/** The most seconds for a megabyte of the worst text. */
const MOST_SECONDS = 1;

const { rounds } = createProgram('npm run bench:guardrails --', 'Measures the detectors of guardrails.')
  .option('--rounds <number>', 'rounds of each detector', positiveNumber, 5)
  .parse()
  .opts<{ rounds: number }>();

const PROJECT = join(import.meta.dirname, '..', '..');
const code = ['api', 'contracts', 'domain', 'proxy', 'store']
  .flatMap((folder) =>
    (readdirSync(join(PROJECT, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(PROJECT, folder, name), 'utf8')),
  )
  .join('\n');

const rows: readonly (readonly [string, readonly EmbeddedDetector[]])[] = [
  ...EMBEDDED_DETECTORS.map((detector) => [detector, [detector]] as const),
  ['all structured ones', STRUCTURED_DETECTORS],
];
let failures = 0;
console.log(`The code of this project, ${(code.length / 1e6).toFixed(1)} MB, median of ${rounds} rounds:`);
for (const [name, detectors] of rows) {
  const scan = createTestScanner(detectors, ['project falcon', 'confidential']);
  const speed = code.length / 1e6 / measure(() => void scan(code));
  console.log(`  ${name.padEnd(40)}${speed.toFixed(1).padStart(9)} MB/s`);
  if (detectors === STRUCTURED_DETECTORS && speed < LEAST_MB_A_SECOND) failures += 1;
}
console.log('A megabyte that is made to be slow, all detectors:');
const scanAll = createTestScanner(EMBEDDED_DETECTORS, ['project falcon', 'confidential']);
for (const [name, text] of hostileTexts(1_000_000)) {
  const seconds = measure(() => void scanAll(text));
  const steps = scanAll(text).steps / text.length;
  console.log(
    `  ${name.padEnd(40)}${seconds.toFixed(3).padStart(9)} s ${steps.toFixed(1).padStart(7)} steps a character`,
  );
  if (seconds > MOST_SECONDS) failures += 1;
}
if (failures > 0) {
  console.error(`${failures} measurements miss their goal.`);
  process.exitCode = 1;
}

/** The median processor time of a call, in seconds. */
function measure(run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return median(times);
}
