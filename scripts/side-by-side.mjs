// `npm run check`: runs the npm scripts that it is given side by side, as many at once as there are cores. Says of each
// how it ended and how long it took, shows what a failed one printed, and ends with 1 where one failed.
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

/** Runs a script. Its output is held until it has ended, so that the lines of two scripts do not mix. */
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
