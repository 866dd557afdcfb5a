import { Counter, Gauge, type Registry } from 'prom-client';
import { CONTENT_REFUSALS, ContentRefused, type ContentStore } from '../contracts/ingest/events/captured-content.ts';
import type { BoundedContentStore } from './open-content-store.ts';

const PARTS = ['request', 'response'] as const;

/** Returns a function that wraps a content store, so that its stored and refused texts are counted. */
export function createContentMetrics(registry: Registry): (store: BoundedContentStore) => ContentStore {
  const texts = new Counter({
    name: 'truetally_content_captured_total',
    help: 'Texts of requests and responses that were captured; a repeated text counts again.',
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
    help: 'Content that was not stored for lack of room: on the disk, in total, for its workspace, or for its workspace on one day.',
    labelNames: ['reason'],
    registers: [registry],
  });
  let space: BoundedContentStore['space'] | undefined;
  new Gauge({
    name: 'truetally_content_bytes',
    help: 'Disk space of captured content, of all processes; absent until this process has stored some.',
    registers: [registry],
    collect() {
      this.reset();
      if (space?.bytes !== undefined) this.set(space.bytes);
    },
  });
  new Gauge({
    name: 'truetally_content_most_bytes',
    help: 'Maximum disk space of captured content (TRUETALLY_CONTENT_MOST_MIB); absent if nothing is captured.',
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
