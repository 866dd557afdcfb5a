import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedContent, ContentPart } from '../contracts/ingest/events/captured-content.ts';
import { faultCode } from './fault-code.ts';

/** One account alone reads it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** A response that broke off has a name of its own, so that nobody takes it for a whole one. */
export type Part = ContentPart | 'cut-response' | 'source' | `reason-${string}`;

/** The request whose content it is. */
export type ContentKey = Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>;

/** The content of a file, with its owner, because its name is a digest. */
interface Kept {
  readonly workspace_id: string;
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly text: string;
}

/** The file of a part, in a folder of content. */
export function pathOf(root: string, key: ContentKey, part: Part): string {
  return join(root, digestOf(key.workspaceId), dayOf(key.admittedAt), nameOf(key.requestId, part));
}

export function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

export function nameOf(requestId: string, part: Part): string {
  return `${digestOf(requestId)}.${part}`;
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function keptOf(
  { workspaceId, requestId, admittedAt }: Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>,
  text: string,
): string {
  const kept: Kept = {
    workspace_id: workspaceId,
    logical_request_id: requestId,
    admitted_at: admittedAt.toISOString(),
    text,
  };
  return JSON.stringify(kept);
}

/** Writes a file that is whole once it has its name. False where it is there already: that one stays. */
export async function writeOnce(folder: string, name: string, content: Buffer): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const temporary = join(folder, `${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: FILE_MODE, flush: true });
    await link(temporary, join(folder, name));
    return true;
  } catch (error) {
    if (faultCode(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function readText(path: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as Kept).text;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return false;
    throw error;
  }
}
