import { clearInterval, setInterval } from 'node:timers';

const LOOK_EVERY_MS = 250;

/**
 * Ends this process as SIGTERM does when the package manager that started it is gone. npm forwards SIGINT and SIGTERM
 * alone: a SIGHUP, SIGQUIT or SIGKILL ends npm and leaves its script running. A process that no package manager started
 * may outlive its parent, as a daemon does.
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
