// `npm run check`: runs the given npm scripts concurrently, up to the number of cores. It reports the result and
// duration of each, prints the output of failed ones, and exits with 1 if one failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { endWithParent } from './end-with-parent.mjs';

const waiting = process.argv.slice(2);
const failed = [];
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const running = new Set();

endWithParent();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM');
    process.exit(1);
  });
}
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exit(1);
}

async function runWaiting() {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift()) {
    const start = performance.now();
    const { succeeded, printed } = await run(script);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`${succeeded ? 'passed' : 'FAILED'}  ${seconds.padStart(6)} s  ${script}`);
    if (succeeded) continue;
    failed.push(script);
    console.error(printed.trimEnd());
  }
}

/** Runs a script. Its output is buffered until it has ended, so that the output of two scripts does not interleave. */
function run(script) {
  return new Promise((settle) => {
    const child = spawn(npm, ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.once('close', () => running.delete(child));
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => (printed += text));
    }
    child.once('error', (error) => settle({ succeeded: false, printed: error.message }));
    child.once('close', (code) => settle({ succeeded: code === 0, printed }));
  });
}
