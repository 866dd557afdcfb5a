import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createContentMetrics } from '../../../content/content-metrics.ts';
import { ContentRefused } from '../../../contracts/ingest/events/captured-content.ts';
import type { BoundedContentStore } from '../../../content/open-content-store.ts';

it('counts captured texts with their bytes, without those that the disk refused', async () => {
  const registry = new Registry();
  let isFull: Error | undefined;
  const space = { bytes: 12_288, maxBytes: 1_048_576 };
  const keep = () => (isFull ? Promise.reject(isFull) : Promise.resolve());
  const store = createContentMetrics(registry)({ keep, space } as unknown as BoundedContentStore);
  const of = { workspaceId: 't_1', requestId: 'r1', admittedAt: new Date(0) };
  await store.keep({ ...of, request: 'äö' });
  await store.keep({ ...of, request: 'a', response: 'abc' });
  isFull = new Error('The disk is full.');
  await expect(store.keep({ ...of, request: 'a' })).rejects.toThrow('The disk is full.');
  isFull = new ContentRefused('workspace_full');
  await expect(store.keep({ ...of, request: 'a' })).rejects.toThrow(
    'Captured content of this workspace takes its share',
  );
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
  const refused = (await registry.getSingleMetric('truetally_content_refused_total')!.get()).values;
  expect(refused.map(({ labels, value }) => [labels['reason'], value])).toEqual([
    ['disk_full', 0],
    ['store_full', 0],
    ['workspace_full', 1],
    ['day_full', 0],
  ]);
  const text = await registry.metrics();
  expect(text).toContain('\ntruetally_content_bytes 12288\n');
  expect(text).toContain('\ntruetally_content_most_bytes 1048576\n');
});
