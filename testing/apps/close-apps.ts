import { afterAll, afterEach, beforeEach } from 'vitest';
import { openApps } from './open-apps.ts';

let before: ReadonlySet<unknown> = new Set();

async function close(apps: typeof openApps): Promise<void> {
  await Promise.all([...apps].map((app) => app.close()));
  for (const app of apps) openApps.delete(app);
}

// Closes the applications of a test after it. Test files share a process, and an open application stays in memory. In a
// file with five hundred open applications, the garbage collector took a quarter of the time. An application for
// several tests is created before them, so it stays open.
beforeEach(() => {
  before = new Set(openApps);
});
afterEach(() => close(new Set([...openApps].filter((app) => !before.has(app)))));
afterAll(() => close(openApps));
