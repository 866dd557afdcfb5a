// `npm test`: installs missing dependencies, runs every test, and prints the number of passed tests in the last line.
// `--deep` makes exhaustive tests try more cases (testing/choose-case-count.ts). `--record-durations` writes the
// durations of files, which determine the order of later runs (testing/longest-first.ts). Vitest gets all other
// arguments.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { endWithParent } from './end-with-parent.mjs';
import { prepare, project } from './prepare.mjs';

endWithParent();
await prepare();
mkdirSync(join(project, '.cache'), { recursive: true });
const report = join(project, '.cache', 'test-report.json');
rmSync(report, { force: true });

const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
const OWN = ['--deep', '--record-durations'];
/** The minimum duration of a file that is recorded, in seconds. */
const RECORDED_FROM = 3;
const given = process.argv.slice(2);
const depth = given.includes('--deep') ? { TRUETALLY_TEST_DEPTH: 'deep' } : {};
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...given.filter((one) => !OWN.includes(one))], {
  cwd: project,
  env: { ...process.env, ...depth },
  stdio: 'inherit',
});
// Vitest stops its engines on a signal, so this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => child.kill(signal === 'SIGINT' ? signal : 'SIGTERM'));
}

child.on('exit', (code) => {
  console.log(summary() ?? 'no test was run');
  if (code === 0 && given.includes('--record-durations')) recordDurations();
  process.exit(code ?? 1);
});

function summary() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
    const skipped = numPendingTests + numTodoTests;
    return `${numPassedTests} passed, ${numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  } catch {
    return undefined;
  }
}

function recordDurations() {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const seconds = testResults
    .map(({ name, startTime, endTime }) => [relative(project, name), Math.round((endTime - startTime) / 1_000)])
    .filter(([, took]) => took >= RECORDED_FROM)
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1));
  writeFileSync(join(project, 'test', 'durations.json'), `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
}
