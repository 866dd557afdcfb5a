import { defineConfig } from 'vitest/config';

/**
 * What `npm run test:mutation` judges the domain by: its own tests. A rule is held where it stands, not by chance where it
 * is used.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // A mutant that waits for nothing is stopped by Stryker; a test that is slow beside others is not failed.
    testTimeout: 60_000,
    // What a configuration file is refused for is one table, which goes through its loading.
    include: ['test/unit/domain/**/*.test.ts', 'test/unit/runtime/configuration-file/*.test.ts'],
    // Half the time of all tests, and no mutant dies by it alone: every table beside it holds the rules that it goes through.
    exclude: ['test/unit/domain/schedules/temporal-reference.test.ts'],
  },
});
