import type {
  CapturedContent,
  ContentPart,
  ContentSource,
  ContentStore,
} from '../contracts/ingest/events/captured-content.ts';
import { fileExists, contentPath, readText, type ContentKey } from './content-files.ts';

const PARTS = ['request', 'response'] as const;

/** The text of the part `source`. */
interface KeptSource {
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly parts: readonly ContentPart[];
}

/** The text of the part `source`: it names the request from which parts are borrowed. */
export function sourceFileText({ requestId, admittedAt, parts }: ContentSource): string {
  const kept: KeptSource = { logical_request_id: requestId, admitted_at: admittedAt.toISOString(), parts };
  return JSON.stringify(kept);
}

/**
 * Reads the content of requests from a folder. A part that a request does not store itself is read from the request
 * that it refers to.
 */
export function createContentReader(
  root: string,
  isDue: (admittedAt: Date) => boolean,
): Pick<ContentStore, 'find' | 'hasWhole'> {
  return {
    async find({ workspaceId, requestId, admittedAt }) {
      const key = { workspaceId, requestId, admittedAt };
      if (isDue(admittedAt)) return undefined;
      const own = await contentAt(root, key);
      const lent = own.request === undefined || own.response === undefined ? await lentContent(key) : {};
      const { request, response } = { ...lent, ...own };
      if (request === undefined && response === undefined) return undefined;
      return {
        ...key,
        ...(request !== undefined && { request }),
        ...(response !== undefined && { response, ...(own.isCutOff === true && { isCutOff: true }) }),
      };
    },

    async hasWhole({ workspaceId, requestId, admittedAt }) {
      const key = { workspaceId, requestId, admittedAt };
      if (isDue(admittedAt)) return false;
      const missing: ContentPart[] = [];
      for (const part of PARTS) if (!(await fileExists(contentPath(root, key, part)))) missing.push(part);
      if (missing.length === 0) return true;
      const source = await sourceOf(key);
      if (source === undefined || missing.some((part) => !source.parts.includes(part))) return false;
      const lent = await Promise.all(missing.map((part) => fileExists(contentPath(root, source, part))));
      return lent.every(Boolean);
    },
  };

  /** The request that this one refers to. Undefined if it refers to no request, or if that request has expired. */
  async function sourceOf(key: ContentKey): Promise<(ContentKey & Pick<ContentSource, 'parts'>) | undefined> {
    const text = await readText(contentPath(root, key, 'source'));
    if (text === undefined) return undefined;
    const { logical_request_id: requestId, admitted_at, parts } = JSON.parse(text) as KeptSource;
    const admittedAt = new Date(admitted_at);
    return isDue(admittedAt) ? undefined : { workspaceId: key.workspaceId, requestId, admittedAt, parts };
  }

  async function lentContent(key: ContentKey): Promise<FoundContent> {
    const source = await sourceOf(key);
    if (source === undefined) return {};
    const { request, response } = await contentAt(root, source);
    return {
      ...(request !== undefined && source.parts.includes('request') && { request }),
      ...(response !== undefined && source.parts.includes('response') && { response }),
    };
  }
}

type FoundContent = Partial<Pick<CapturedContent, 'request' | 'response' | 'isCutOff'>>;

/** The content that is stored under the request itself. */
async function contentAt(root: string, key: ContentKey): Promise<FoundContent> {
  const [request, whole] = await Promise.all(PARTS.map((part) => readText(contentPath(root, key, part))));
  const cut = whole === undefined ? await readText(contentPath(root, key, 'cut-response')) : undefined;
  const response = whole ?? cut;
  return {
    ...(request !== undefined && { request }),
    ...(response !== undefined && { response, isCutOff: cut !== undefined }),
  };
}
