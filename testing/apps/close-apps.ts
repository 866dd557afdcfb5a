import { afterAll, afterEach, beforeEach } from 'vitest';
import { openApps } from './open-apps.ts';

let before: ReadonlySet<unknown> = new Set();

async function close(apps: typeof openApps): Promise<void> {
  await Promise.all([...apps].map((app) => app.close()));
  for (const app of apps) openApps.delete(app);
}

// Files share a process, and the objects that an application watches hold it until it is closed. Applications of a test
// are therefore closed with it, or a file of five hundred keeps the garbage collector busy for a quarter of its time.
// One for several tests is made before them.
beforeEach(() => {
  before = new Set(openApps);
});
afterEach(() => close(new Set([...openApps].filter((app) => !before.has(app)))));
afterAll(() => close(openApps));
