import { clearInterval, setInterval } from 'node:timers';

const LOOK_EVERY_MS = 250;

/**
 * Sends SIGTERM to this process after the package manager that started it has ended. npm forwards only SIGINT and
 * SIGTERM. A SIGHUP, SIGQUIT or SIGKILL ends npm, but its script continues to run. A process without a package manager
 * may outlive its parent, like a daemon.
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
