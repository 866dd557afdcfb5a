import { defineConfig } from 'vitest/config';

/**
 * What `npm run test:mutation` judges the domain by: its own tests. A rule is held where it stands, not by chance where
 * it is used.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Stryker stops a mutant that waits forever; a test that is slower than others does not fail.
    testTimeout: 60_000,
    // What a configuration file is refused for is one table, which goes through its loading.
    include: ['test/unit/domain/**/*.test.ts', 'test/unit/runtime/configuration-file/*.test.ts'],
    // Half the time of all tests, and no mutant dies by it alone: the tables of other tests cover the rules that it
    // uses.
    exclude: ['test/unit/domain/schedules/temporal-reference.test.ts'],
  },
});
