import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rm, rmdir, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CapturedContent, ContentStore, JudgeReason } from '../../contracts/ingest/captured-content.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { CaptureSettings } from '../../domain/management/capture-settings.ts';

const DAY_MS = 86_400_000;
/** One account alone reads it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Seats of a judge whose words are looked for. */
const SEATS = 16;

const PARTS = ['request', 'response'] as const;
/** A response that broke off has a name of its own, so that nobody takes it for a whole one. */
type Part = (typeof PARTS)[number] | 'cut-response' | `reason-${string}`;

/** What a file holds: whose it is, too, because its name is a digest. */
interface Kept {
  readonly workspace_id: string;
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly text: string;
}

/**
 * Content in files: `<workspace>/<day of the request>/<request>.<part>`, where workspace and request are digests of their ids,
 * so that no path is made of what anybody sent. Why a judge said something is another part of its request. A file is written whole before it has its name, and never again.
 */
export function openContentStore({ path, ttlMs, ...wanted }: CaptureSettings, clock: Clock): ContentStore {
  const root = contentRoot(path);
  const isDue = (at: number): boolean => ttlMs > 0 && at + ttlMs <= clock.now().getTime();
  return {
    wanted,

    async keep(content) {
      if (isDue(content.admittedAt.getTime())) return;
      const folder = join(root, digestOf(content.workspaceId), dayOf(content.admittedAt));
      for (const part of PARTS) {
        const text = content[part];
        const name = part === 'response' && content.isCutOff === true ? 'cut-response' : part;
        if (text !== undefined) await writeOnce(folder, nameOf(content.requestId, name), keptOf(content, text));
      }
    },

    async find({ workspaceId, requestId, admittedAt }) {
      if (isDue(admittedAt.getTime())) return undefined;
      const folder = join(root, digestOf(workspaceId), dayOf(admittedAt));
      const read = (part: Part): Promise<string | undefined> => readText(join(folder, nameOf(requestId, part)));
      const [request, whole] = await Promise.all(PARTS.map(read));
      const response = whole ?? (await read('cut-response'));
      if (request === undefined && response === undefined) return undefined;
      return {
        workspaceId,
        requestId,
        admittedAt,
        ...(request !== undefined && { request }),
        ...(response !== undefined && { response, ...(whole === undefined && { isCutOff: true }) }),
      };
    },

    async hasWhole({ workspaceId, requestId, admittedAt }) {
      if (isDue(admittedAt.getTime())) return false;
      const folder = join(root, digestOf(workspaceId), dayOf(admittedAt));
      const there = await Promise.all(PARTS.map((part) => isThere(join(folder, nameOf(requestId, part)))));
      return there.every(Boolean);
    },

    async keepReason(request, { outcomeId, seat, text }) {
      if (isDue(request.admittedAt.getTime())) return;
      const folder = join(root, digestOf(request.workspaceId), dayOf(request.admittedAt));
      await writeOnce(folder, nameOf(request.requestId, reasonOf(outcomeId, seat)), keptOf(request, text));
    },

    async findReasons({ workspaceId, requestId, admittedAt }, outcomeId) {
      if (isDue(admittedAt.getTime())) return [];
      const folder = join(root, digestOf(workspaceId), dayOf(admittedAt));
      const texts = await Promise.all(
        Array.from({ length: SEATS }, (_, seat) =>
          readText(join(folder, nameOf(requestId, reasonOf(outcomeId, seat)))),
        ),
      );
      return texts.flatMap((text, seat): JudgeReason[] => (text === undefined ? [] : [{ outcomeId, seat, text }]));
    },

    since: () => new Date(ttlMs === 0 ? 0 : clock.now().getTime() - ttlMs),

    async removeDue(limit) {
      let removed = 0;
      for (const workspace of await namesIn(root)) {
        // A day is over at its end: the last of its requests is due then.
        const days = (await namesIn(join(root, workspace))).filter((day) => isDue(startOf(day) + DAY_MS));
        for (const day of days) {
          removed += await removeFiles(join(root, workspace, day), limit - removed);
          if (removed >= limit) return removed;
        }
      }
      return removed;
    },

    async removeBefore(workspaceId, before) {
      const folder = join(root, digestOf(workspaceId));
      const days = (await namesIn(folder)).filter((day) => startOf(day) < before.getTime());
      let removed = 0;
      for (const day of days) removed += await removeFiles(join(folder, day), Infinity);
      return removed;
    },
  };
}

/** The folder that a path of the configuration file means. */
export function contentRoot(path: string): string {
  return resolve(path.replace(/^~(?=$|\/)/, homedir()));
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

function nameOf(requestId: string, part: Part): string {
  return `${digestOf(requestId)}.${part}`;
}

/** Behind the name of its request, with which it goes. */
function reasonOf(outcomeId: string, seat: number): Part {
  return `reason-${digestOf(outcomeId).slice(0, 32)}-${seat}`;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Of a name that is no day, what never comes: what others put there is not ours to remove. */
function startOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Infinity;
}

function keptOf(
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

/** Writes a file that is whole once it has its name; where it is there already, that one stays. */
async function writeOnce(folder: string, name: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const temporary = join(folder, `${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', FILE_MODE);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, join(folder, name));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(temporary);
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as Kept).text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Nothing where there is no such folder yet, or none any more. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Removes at most so many files, and the folder once it is empty. */
async function removeFiles(folder: string, limit: number): Promise<number> {
  const names = await namesIn(folder);
  const due = names.slice(0, limit);
  for (const name of due) await rm(join(folder, name), { force: true });
  if (due.length === names.length) await removeEmpty(folder);
  return due.length;
}

/** Somebody else may have written into it, or removed it. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
