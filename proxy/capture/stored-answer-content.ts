import type { CapturedContent, ContentPart, ContentSource } from '../../contracts/ingest/events/captured-content.ts';

/** The maximum number of remembered answers. A hit of a forgotten answer stores its content again. */
const MAX_ANSWERS = 10_000;
/**
 * The maximum age, in milliseconds, of a request to whose content a hit refers. Content is deleted with its request,
 * and a hit loses the content with it.
 */
const OLDEST_MS = 3_600_000;

/**
 * The answers whose content is stored completely, so that a hit of the cache refers to it and does not store it again.
 */
export class StoredAnswerContent {
  readonly #sources = new Map<string, ContentSource>();

  /** Remembers the content of an answer. @param answer the request for which the answer was created */
  remember(answer: string, { workspaceId, requestId, admittedAt, request, response, isCutOff }: CapturedContent): void {
    if (isCutOff === true) return;
    const parts: ContentPart[] = [];
    if (request !== undefined) parts.push('request');
    if (response !== undefined) parts.push('response');
    const name = nameOf(workspaceId, answer);
    // The latest answer is the last one.
    this.#sources.delete(name);
    this.#sources.set(name, { requestId, admittedAt, parts });
    if (this.#sources.size <= MAX_ANSWERS) return;
    const [oldest] = this.#sources.keys();
    if (oldest !== undefined) this.#sources.delete(oldest);
  }

  /** The stored content of an answer; undefined if the workspace has none that is young enough. */
  find(
    answer: string,
    { workspaceId, admittedAt }: Pick<CapturedContent, 'workspaceId' | 'admittedAt'>,
  ): ContentSource | undefined {
    const source = this.#sources.get(nameOf(workspaceId, answer));
    const isYoung = source !== undefined && admittedAt.getTime() - source.admittedAt.getTime() <= OLDEST_MS;
    return isYoung ? source : undefined;
  }
}

function nameOf(workspaceId: string, answer: string): string {
  return `${workspaceId} ${answer}`;
}
