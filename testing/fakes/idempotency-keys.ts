import type { Clock } from '../../domain/kernel/clock.ts';
import { requireSameRequest } from '../../domain/kernel/require-same-request.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import type { IdempotencyKey, IdempotentAnswer, StoredAnswer } from '../../store/postgres/idempotency.ts';

/** The first answers of idempotent writes, in memory. */
export class FakeIdempotencyKeys {
  readonly #answers = new Map<string, IdempotentAnswer & { readonly createdAt: Date }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The used keys in order, each with its workspace and subject. */
  used(): readonly string[] {
    return [...this.#answers.keys()];
  }

  /** Returns the first answer under the key, until it is 7 days old. */
  recall(key: IdempotencyKey): IdempotentAnswer | undefined {
    const kept = this.#answers.get(placeOf(key));
    if (kept === undefined || kept.createdAt <= expiryCutoff('idempotencyKey', this.#clock.now())) return undefined;
    const { fingerprint, status, document } = kept;
    return { fingerprint, status, document };
  }

  /** Runs the work once for a key. If the work throws, the key stays unused. */
  once<Document>(
    request: IdempotencyKey & { readonly fingerprint: string },
    status: number,
    work: () => Document,
  ): Promise<StoredAnswer<Document>> {
    return new Promise((resolve) => {
      const first = this.recall(request);
      if (first !== undefined) {
        requireSameRequest(first, request.fingerprint);
        resolve({ document: first.document as Document, isReplay: true });
        return;
      }
      const document = work();
      const { fingerprint } = request;
      this.#answers.set(placeOf(request), { fingerprint, status, document, createdAt: this.#clock.now() });
      resolve({ document, isReplay: false });
    });
  }
}

function placeOf({ workspaceId, subjectId, key }: IdempotencyKey): string {
  return JSON.stringify([workspaceId, subjectId, key]);
}
