import { expect, it } from 'vitest';
import { bundlePrograms } from '../../../runtime/programs.mjs';

it('bundles once in a process, so that two concurrent parts do not write into the same folder', async () => {
  const [first, second] = [bundlePrograms(), bundlePrograms()];
  expect(second).toBe(first);
  await first;
});
