import type { CapturedContent, ContentPart, ContentSource } from '../../contracts/ingest/events/captured-content.ts';

/** The maximum number of remembered answers; a hit of a forgotten one has its content stored again. */
const MAX_ANSWERS = 10_000;
/**
 * The maximum age in milliseconds of the request whose content a hit refers to: content is deleted with its request,
 * and that of the hit would be deleted with it.
 */
const OLDEST_MS = 3_600_000;

/**
 * The answers whose content is stored in full, so that a hit of the cache refers to it in place of storing it again.
 */
export class KeptContent {
  readonly #sources = new Map<string, ContentSource>();

  /** @param answer the request that an answer was made for */
  remember(answer: string, { workspaceId, requestId, admittedAt, request, response, isCutOff }: CapturedContent): void {
    if (isCutOff === true) return;
    const parts: ContentPart[] = [];
    if (request !== undefined) parts.push('request');
    if (response !== undefined) parts.push('response');
    const name = nameOf(workspaceId, answer);
    // The latest stands last.
    this.#sources.delete(name);
    this.#sources.set(name, { requestId, admittedAt, parts });
    if (this.#sources.size <= MAX_ANSWERS) return;
    const [oldest] = this.#sources.keys();
    if (oldest !== undefined) this.#sources.delete(oldest);
  }

  /** Undefined where a workspace has no words of an answer that are young enough. */
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
