import { afterAll } from 'vitest';
import { openApps } from './open-apps.ts';

// Files share a process, and an application is held by what it watches until it is closed.
afterAll(async () => {
  await Promise.all([...openApps].map((app) => app.close()));
  openApps.clear();
});
