import type { CapturedContent, ContentStore } from '../../contracts/ingest/captured-content.ts';
import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import type { AdmittedCall } from '../decision-log/admitted-call.ts';
import { CallWords, TOO_LONG, type HeardWords } from './call-words.ts';
import type { CaptureMetrics } from './capture-metrics.ts';

export interface ContentCaptureParts {
  readonly store: Pick<ContentStore, 'keep' | 'wanted'>;
  readonly metrics: CaptureMetrics;
}

/** What is kept at once: a disk takes more no faster. */
const MOST_WRITES = 8;
/** Calls, and their characters, that wait for the disk or are on their way to it; beyond them words are let go. */
const MOST_WAITING = { calls: 10_000, characters: 33_554_432 } as const;

/** Keeps what calls asked and were answered, behind them: no call waits for it. */
export class ContentCapture {
  readonly #parts: ContentCaptureParts;
  readonly #waiting: CapturedContent[] = [];
  readonly #writes = new Set<Promise<void>>();
  #characters = 0;

  constructor(parts: ContentCaptureParts) {
    this.#parts = parts;
  }

  /** Hears a call until it has ended. */
  open(call: AdmittedCall, endpoint: CalledEndpoint, body: Readonly<Record<string, unknown>>): CallWords {
    const { wanted } = this.#parts.store;
    return new CallWords({ endpoint, body, wanted, keep: (heard) => this.#take(call, heard) });
  }

  /** Waits until everything that was heard is kept. */
  async close(): Promise<void> {
    // What ended just now is put together in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  #take({ requestId, admittedAt, key }: AdmittedCall, { request, response, isCutOff }: HeardWords): void {
    const { metrics } = this.#parts;
    for (const text of [request, response]) if (text === TOO_LONG) metrics.lost('too_long');
    const content: CapturedContent = {
      ...{ workspaceId: key.leaf.workspaceId, requestId, admittedAt },
      ...(typeof request === 'string' && { request }),
      ...(typeof response === 'string' && { response, ...(isCutOff && { isCutOff }) }),
    };
    const characters = charactersOf(content);
    if (characters === 0) return;
    const isFull =
      this.#waiting.length >= MOST_WAITING.calls || this.#characters + characters > MOST_WAITING.characters;
    if (isFull) {
      eachText(content, () => metrics.lost('no_room'));
      return;
    }
    this.#characters += characters;
    this.#waiting.push(content);
    this.#writeOn();
  }

  #writeOn(): void {
    if (this.#writes.size >= MOST_WRITES) return;
    const content = this.#waiting.shift();
    if (content === undefined) return;
    const { store, metrics } = this.#parts;
    const write = store
      .keep(content)
      .catch(() => eachText(content, () => metrics.lost('not_kept')))
      .finally(() => {
        this.#characters -= charactersOf(content);
        this.#writes.delete(write);
        this.#writeOn();
      });
    this.#writes.add(write);
  }
}

function charactersOf({ request = '', response = '' }: CapturedContent): number {
  return request.length + response.length;
}

function eachText({ request, response }: CapturedContent, tell: () => void): void {
  for (const text of [request, response]) if (text !== undefined) tell();
}
