import { Counter, Gauge, type Registry } from 'prom-client';
import { CONTENT_REFUSALS, ContentRefused, type ContentStore } from '../contracts/ingest/events/captured-content.ts';
import type { BoundedContentStore } from './open-content-store.ts';

const PARTS = ['request', 'response'] as const;

/** Counts what a store of content keeps. */
export function createContentMetrics(registry: Registry): (store: BoundedContentStore) => ContentStore {
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
  const refused = new Counter({
    name: 'truetally_content_refused_total',
    help: 'Content that was not kept because it has no room: on the disk, in all, of its workspace, or of its workspace on one day.',
    labelNames: ['reason'],
    registers: [registry],
  });
  let space: BoundedContentStore['space'] | undefined;
  new Gauge({
    name: 'truetally_content_bytes',
    help: 'What captured content takes of its disk, of all processes; absent until this process has kept some.',
    registers: [registry],
    collect() {
      this.reset();
      if (space?.bytes !== undefined) this.set(space.bytes);
    },
  });
  new Gauge({
    name: 'truetally_content_most_bytes',
    help: 'What it may take (TRUETALLY_CONTENT_MOST_MIB); absent where nothing is captured.',
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
