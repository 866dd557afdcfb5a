import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedContent, ContentPart } from '../contracts/ingest/events/captured-content.ts';
import { faultCode } from './fault-code.ts';

/** Permissions for the owner only: no other account of the machine can read content. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * The part of a request that a file contains. A response that broke off has its own name, so that it is never taken for
 * a complete one.
 */
export type ContentFilePart = ContentPart | 'cut-response' | 'source' | `reason-${string}`;

/** The request to which content belongs. */
export type ContentKey = Pick<CapturedContent, 'workspaceId' | 'requestId' | 'admittedAt'>;

/** The JSON of a file. It names the owner, because the file name is only a digest. */
interface Kept {
  readonly workspace_id: string;
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly text: string;
}

/** The path of the file of a part, below the root folder of content. */
export function contentPath(root: string, key: ContentKey, part: ContentFilePart): string {
  return join(root, idDigest(key.workspaceId), utcDay(key.admittedAt), contentFileName(key.requestId, part));
}

export function idDigest(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

export function contentFileName(requestId: string, part: ContentFilePart): string {
  return `${idDigest(requestId)}.${part}`;
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function contentFileText(
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

/**
 * Writes a file atomically: the file gets its name only when it is complete. Returns false if the name exists already;
 * the existing file is then left unchanged.
 */
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
  return (await readKept(path))?.text;
}

/** The JSON of a file; undefined if the file does not exist. */
export async function readKept(path: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Kept;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return false;
    throw error;
  }
}
