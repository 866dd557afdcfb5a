import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: ['@truetally/testing/engines'], testTimeout: 120_000, hookTimeout: 120_000 },
});
