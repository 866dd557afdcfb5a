import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testing/longest-first.ts';

const PROGRAMS = 'testing/processes/bundled-programs.ts';
const BUILT_CLI = 'testing/processes/built-cli.ts';

const shared = {
  environment: 'node',
  pool: 'forks',
  // Most objects of a test are garbage when the test ends. A larger young generation saves a seventh of the time of the
  // API tests.
  execArgv: ['--max-semi-space-size=32'] as string[],
  // A test that hangs fails after two minutes. The limit is high, because a slow machine takes half a minute for a test
  // that takes seconds elsewhere.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A busy machine takes long to produce the result that a test polls for. The default of one second is enough only for
  // an idle machine.
  expect: { poll: { timeout: 60_000 } },
} as const;

export default defineConfig({
  test: {
    // Twice the number of cores of a small machine, because test files often wait for processes, engines and timers.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // The engines of a run stop one after the other. On a busy machine, this takes longer than the default of ten
    // seconds.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          // The files of a fork share one process, so it loads and compiles their common imports only once. No file
          // leaves state that another file can see.
          isolate: false,
          globalSetup: [PROGRAMS, BUILT_CLI],
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
