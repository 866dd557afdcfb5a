import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/longest-first.ts';

const PROGRAMS = 'testing/processes/bundled-programs.ts';

const shared = {
  environment: 'node',
  pool: 'forks',
  // Most of what a test makes is gone with it: room for it to die in spares a seventh of the time of tests of the API.
  execArgv: ['--max-semi-space-size=32'] as string[],
  // A test that hangs ends after two minutes: a slow machine takes half a minute for what takes seconds elsewhere.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What a test waits for comes when the machine gets to it; a second, the default, is for an idle one.
  expect: { poll: { timeout: 60_000 } },
} as const;

export default defineConfig({
  test: {
    // Twice the cores of a small machine: much of its time a file waits for processes, engines and timers.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Engines of a run are stopped one after the other, and on a busy machine that takes longer than the ten seconds of
    // the default.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          // Files of a fork share one process: what all of them import is loaded once, and stays compiled. None leaves
          // behind what another one sees.
          isolate: false,
          globalSetup: [PROGRAMS],
          setupFiles: ['testing/apps/close-apps.ts'],
          include: ['test/{unit,golden,api,architecture,replay}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'workflow',
          include: ['test/workflow/**/*.test.ts'],
          globalSetup: ['testing/engines/workflow-engines.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          isolate: false,
          include: ['test/integration/**/*.test.ts', 'examples/**/*.test.ts'],
          globalSetup: [PROGRAMS, 'testing/engines/engines.ts'],
        },
      },
    ],
  },
});
