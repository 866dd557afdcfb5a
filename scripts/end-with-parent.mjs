import { clearInterval, setInterval } from 'node:timers';

const LOOK_EVERY_MS = 250;

/**
 * Ends this process, as SIGTERM does, when the package manager that started it has ended. npm forwards only SIGINT and
 * SIGTERM: a SIGHUP, SIGQUIT or SIGKILL ends npm and leaves its script running. A process without a package manager may
 * outlive its parent, like a daemon.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
