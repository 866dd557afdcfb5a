import { Counter, type Registry } from 'prom-client';
import type { ContentStore } from '../../contracts/ingest/captured-content.ts';

const PARTS = ['request', 'response'] as const;

/** Counts what a store of content keeps. */
export function createContentMetrics(registry: Registry): (store: ContentStore) => ContentStore {
  const texts = new Counter({
    name: 'truetally_content_captured_total',
    help: 'Texts of requests and responses that were captured; one that comes again is counted again.',
    labelNames: ['part'],
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'truetally_content_captured_bytes_total',
    help: 'Their bytes in UTF-8.',
    labelNames: ['part'],
    registers: [registry],
  });
  for (const part of PARTS) {
    texts.inc({ part }, 0);
    bytes.inc({ part }, 0);
  }
  return (store) => ({
    ...store,
    async keep(content) {
      await store.keep(content);
      for (const part of PARTS) {
        const text = content[part];
        if (text === undefined) continue;
        texts.inc({ part });
        bytes.inc({ part }, Buffer.byteLength(text));
      }
    },
  });
}
