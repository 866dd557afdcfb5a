import { Counter, Gauge, type Registry } from 'prom-client';
import { CONTENT_REFUSALS, ContentRefused, type ContentStore } from '../contracts/ingest/events/captured-content.ts';
import type { BoundedContentStore } from './open-content-store.ts';

const PARTS = ['request', 'response'] as const;

/** Returns a function that wraps a content store, so that its stored and refused texts are counted. */
export function createContentMetrics(registry: Registry): (store: BoundedContentStore) => ContentStore {
  const texts = new Counter({
    name: 'truetally_content_captured_total',
    help: 'Captured texts of requests and responses; a repeated text counts again.',
    labelNames: ['part'],
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'truetally_content_captured_bytes_total',
    help: 'UTF-8 bytes of captured texts.',
    labelNames: ['part'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'truetally_content_refused_total',
    help: 'Content that was not stored because a limit was reached: free disk space, the total size, the share of its workspace, or the daily share of its workspace.',
    labelNames: ['reason'],
    registers: [registry],
  });
  let space: BoundedContentStore['space'] | undefined;
  new Gauge({
    name: 'truetally_content_bytes',
    help: 'Disk space of the captured content of all processes; absent until this process has stored content.',
    registers: [registry],
    collect() {
      this.reset();
      if (space?.bytes !== undefined) this.set(space.bytes);
    },
  });
  new Gauge({
    name: 'truetally_content_most_bytes',
    help: 'Maximum disk space of captured content (TRUETALLY_CONTENT_MOST_MIB); absent if no content is captured.',
    registers: [registry],
    collect() {
      this.reset();
      if (space !== undefined) this.set(space.maxBytes);
    },
  });
  for (const reason of CONTENT_REFUSALS) refused.inc({ reason }, 0);
  for (const part of PARTS) {
    texts.inc({ part }, 0);
    bytes.inc({ part }, 0);
  }
  return (store) => {
    space = store.space;
    return {
      ...store,
      async keep(content) {
        await store.keep(content).catch((error: unknown) => {
          if (error instanceof ContentRefused) refused.inc({ reason: error.reason });
          throw error;
        });
        for (const part of PARTS) {
          const text = content[part];
          if (text === undefined) continue;
          texts.inc({ part });
          bytes.inc({ part }, Buffer.byteLength(text));
        }
      },
    };
  };
}
