import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createContentMetrics } from '../../../../runtime/captured-content/content-metrics.ts';
import type { ContentStore } from '../../../../contracts/ingest/captured-content.ts';

it('counts texts that were captured with their bytes, and none that no disk took', async () => {
  const registry = new Registry();
  let isFull = false;
  const keep = () => (isFull ? Promise.reject(new Error('The disk is full.')) : Promise.resolve());
  const store = createContentMetrics(registry)({ keep } as unknown as ContentStore);
  const of = { workspaceId: 't_1', requestId: 'r1', admittedAt: new Date(0) };
  await store.keep({ ...of, request: 'äö' });
  await store.keep({ ...of, request: 'a', response: 'abc' });
  isFull = true;
  await expect(store.keep({ ...of, request: 'a' })).rejects.toThrow('The disk is full.');
  const counted = async (name: string) =>
    (await registry.getSingleMetric(name)!.get()).values.map(({ labels, value }) => [labels['part'], value]);
  expect(await counted('truetally_content_captured_total')).toEqual([
    ['request', 2],
    ['response', 1],
  ]);
  expect(await counted('truetally_content_captured_bytes_total')).toEqual([
    ['request', 5],
    ['response', 3],
  ]);
});
