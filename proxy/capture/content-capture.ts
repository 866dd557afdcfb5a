import {
  ContentRefused,
  type CapturedContent,
  type ContentStore,
} from '../../contracts/ingest/events/captured-content.ts';
import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { RequestText } from '../request/read-request-text.ts';
import { CallContent, TEXT_TOO_LONG, type ObservedContent } from './call-content.ts';
import type { CaptureMetrics } from './capture-metrics.ts';
import { FairQueue } from './fair-queue.ts';
import { StoredAnswerContent } from './stored-answer-content.ts';

export interface ContentCaptureParts {
  readonly store: Pick<ContentStore, 'keep' | 'wanted'>;
  readonly metrics: CaptureMetrics;
}

/** The maximum number of parallel writes: more are not faster on a disk. */
const MAX_WRITES = 8;
/** The maximum characters of calls that wait for the disk or are being written; further words are dropped. */
const MAX_WAITING = 33_554_432;
/** The characters that each call counts in addition to its text. */
const CALL_CHARACTERS = 1_024;

/** The content of a call that waits to be stored. */
interface Waiting {
  readonly content: CapturedContent;
  /** The request for which the answer was created; for a hit of the cache, this is another request. */
  readonly answer: string;
}

/** Stores the questions and answers of calls in the background: no call waits for it. */
export class ContentCapture {
  readonly #parts: ContentCaptureParts;
  readonly #waiting = new FairQueue<Waiting>(MAX_WAITING);
  readonly #writes = new Set<Promise<void>>();
  readonly #kept = new StoredAnswerContent();

  constructor(parts: ContentCaptureParts) {
    this.#parts = parts;
  }

  /** True if the questions of calls are stored. */
  get keepsWords(): boolean {
    return this.#parts.store.wanted.request;
  }

  /** Begins to capture a call, until it has ended. */
  open(call: AdmittedCall, endpoint: CalledEndpoint, asked: RequestText | undefined): CallContent {
    const { wanted } = this.#parts.store;
    const { admittedAt, key } = call;
    return new CallContent({
      ...{ endpoint, asked, wanted, keep: (heard) => this.#take(call, heard) },
      sourceOf: (answer) => this.#kept.find(answer, { workspaceId: key.leaf.workspaceId, admittedAt }),
    });
  }

  /** Waits until all captured content is stored. */
  async close(): Promise<void> {
    // The content of calls that ended just now is assembled in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  #take({ requestId, admittedAt, key }: AdmittedCall, heard: ObservedContent): void {
    const { metrics } = this.#parts;
    const { request, response, isCutOff, source, answer = requestId } = heard;
    for (const text of [request, response]) if (text === TEXT_TOO_LONG) metrics.lost('too_long');
    const content: CapturedContent = {
      ...{ workspaceId: key.leaf.workspaceId, requestId, admittedAt },
      ...(typeof request === 'string' && { request }),
      ...(typeof response === 'string' && { response, ...(isCutOff && { isCutOff }) }),
      ...(source !== undefined && { source }),
    };
    const characters = charactersOf(content);
    if (characters === 0 && source === undefined) return;
    const entry = { tenant: content.workspaceId, key: key.keyId, size: characters + CALL_CHARACTERS };
    if (this.#waiting.offer({ content, answer }, entry)) this.#writeOn();
    else eachPart(content, () => metrics.lost('no_room'));
  }

  #writeOn(): void {
    if (this.#writes.size >= MAX_WRITES) return;
    const next = this.#waiting.take();
    if (next === undefined) return;
    const { content, answer } = next.item;
    const { store, metrics } = this.#parts;
    const write = store
      .keep(content)
      .then(() => {
        if (content.source === undefined) this.#kept.remember(answer, content);
      })
      .catch((error: unknown) => {
        const reason = error instanceof ContentRefused ? error.reason : 'not_kept';
        eachPart(content, () => metrics.lost(reason));
      })
      .finally(() => {
        next.done();
        this.#writes.delete(write);
        this.#writeOn();
      });
    this.#writes.add(write);
  }
}

function charactersOf({ request = '', response = '' }: CapturedContent): number {
  return request.length + response.length;
}

/** Calls `visit` for each text that was to be stored, including those of another request. */
function eachPart({ request, response, source }: CapturedContent, visit: () => void): void {
  for (const text of [request, response]) if (text !== undefined) visit();
  for (const _ of source?.parts ?? []) visit();
}
