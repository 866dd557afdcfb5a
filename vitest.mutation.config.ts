import { defineConfig } from 'vitest/config';

/**
 * The configuration of `npm run test:mutation`, which runs the tests of the domain. These tests must cover every rule
 * directly. Tests of other code cover a rule only by chance.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // The limit is high, so that slow tests do not fail. Stryker itself stops mutants that never end.
    testTimeout: 60_000,
    // The second folder tests the domain's reasons to refuse a configuration file. Its tests load configuration files.
    include: ['test/unit/domain/**/*.test.ts', 'test/unit/runtime/configuration-file/*.test.ts'],
    // This test takes half the time of all tests, and kills no mutant that the others miss. The tables of other tests
    // cover the rules that it uses.
    exclude: ['test/unit/domain/schedules/temporal-reference.test.ts'],
  },
});
