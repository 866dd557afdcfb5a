import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

it('the example of docs/testing-schedules.md equals its file', async () => {
  const page = await readFile(join(PROJECT, 'docs/testing-schedules.md'), 'utf8');
  const example = await readFile(join(PROJECT, 'examples/schedules/three-hours-down.test.ts'), 'utf8');
  expect(/```ts\n(.*?)```/s.exec(page)?.[1]).toBe(example);
});
