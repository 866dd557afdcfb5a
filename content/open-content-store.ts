import { readdir, rm, rmdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContentStore, JudgeReason } from '../contracts/ingest/events/captured-content.ts';
import { MAX_SEATS } from '../domain/judges/methods/panel.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { CaptureSettings } from '../domain/management/capture-settings.ts';
import {
  utcDay,
  idDigest,
  contentFileText,
  contentFileName,
  contentPath,
  readText,
  writeOnce,
  type ContentFilePart,
  type ContentKey,
} from './content-files.ts';
import { ContentSpace, type ContentLimits } from './content-space.ts';
import { tallyPath } from './content-tallies.ts';
import { createContentReader, sourceFileText } from './content-reader.ts';
import { faultCode } from './fault-code.ts';

const DAY_MS = 86_400_000;

/**
 * Stores content in files: `<workspace>/<day of the request>/<request>.<part>`. Workspace and request are digests of
 * their ids, so that no path contains text that a caller sent. A judge's reason is another part of its request. A file
 * is complete before it gets its name, and is never written again. The size of the file `<day>.size` next to the folder
 * of a day gives the size of the day's files.
 */
export function openContentStore(
  { path, ttlMs, ...wanted }: CaptureSettings,
  clock: Clock,
  limits: ContentLimits,
): BoundedContentStore {
  const root = contentRoot(path);
  const space = new ContentSpace(root, limits, clock);
  const isDue = (at: Date): boolean => isOver(at.getTime());
  const isOver = (ms: number): boolean => ttlMs > 0 && ms + ttlMs <= clock.now().getTime();

  /** The days that have expired. A day expires as a whole, when its last request does. */
  const dueDays = async (workspace: string): Promise<string[]> =>
    (await namesIn(join(root, workspace))).filter((day) => isOver(startOf(day) + DAY_MS));

  async function write(key: ContentKey, part: ContentFilePart, text: string): Promise<void> {
    const content = Buffer.from(contentFileText(key, text));
    const [workspace, day] = [idDigest(key.workspaceId), utcDay(key.admittedAt)];
    await space.require(workspace, day, content.length);
    const isNew = await writeOnce(join(root, workspace, day), contentFileName(key.requestId, part), content);
    if (isNew) await space.add(workspace, day, content.length);
  }

  return {
    wanted,
    space,
    ...createContentReader(root, isDue),

    async keep(content) {
      if (isDue(content.admittedAt)) return;
      const { request, response, isCutOff, source } = content;
      if (request !== undefined) await write(content, 'request', request);
      if (response !== undefined) await write(content, isCutOff === true ? 'cut-response' : 'response', response);
      if (source !== undefined) await write(content, 'source', sourceFileText(source));
    },

    async keepReason(request, { outcomeId, seat, text }) {
      if (!isDue(request.admittedAt)) await write(request, reasonOf(outcomeId, seat), text);
    },

    async findReasons(request, outcomeId) {
      if (isDue(request.admittedAt)) return [];
      const texts = await Promise.all(
        Array.from({ length: MAX_SEATS }, (_, seat) => readText(contentPath(root, request, reasonOf(outcomeId, seat)))),
      );
      return texts.flatMap((text, seat): JudgeReason[] => (text === undefined ? [] : [{ outcomeId, seat, text }]));
    },

    since: () => new Date(ttlMs === 0 ? 0 : clock.now().getTime() - ttlMs),

    async hasDue() {
      for (const workspace of await namesIn(root)) if ((await dueDays(workspace)).length > 0) return true;
      return false;
    },

    async removeDue(limit) {
      let removed = 0;
      for (const workspace of await namesIn(root)) {
        for (const day of await dueDays(workspace)) {
          removed += await removeFiles(join(root, workspace, day), limit - removed);
          if (removed >= limit) return removed;
        }
      }
      return removed;
    },

    async removeBefore(workspaceId, before) {
      const folder = join(root, idDigest(workspaceId));
      const days = (await namesIn(folder)).filter((day) => startOf(day) < before.getTime());
      let removed = 0;
      for (const day of days) removed += await removeFiles(join(folder, day), Infinity);
      return removed;
    },

    async removeRequests(workspaceId, day, requestIds) {
      const folder = join(root, idDigest(workspaceId), day);
      const digests = new Set(requestIds.map(idDigest));
      const names = (await namesIn(folder)).filter((name) => digests.has(name.split('.', 1)[0] ?? ''));
      for (const name of names) await rm(join(folder, name), { force: true });
      return names.length;
    },
  };
}

/** A content store that reports how full it is. */
export interface BoundedContentStore extends ContentStore {
  readonly space: Pick<ContentSpace, 'bytes' | 'maxBytes'>;
  /**
   * Removes the content of requests that were admitted on a UTC day, such as `2026-05-06`, with the reasons of judges.
   * Returns the number of files.
   */
  removeRequests(workspaceId: string, day: string, requestIds: readonly string[]): Promise<number>;
}

/** The absolute folder for a path of the configuration file; `~` is the home folder. */
export function contentRoot(path: string): string {
  return resolve(path.replace(/^~(?=$|\/)/, homedir()));
}

/**
 * The part that holds the reason of one seat for an outcome. Its file name begins with that of the request, so both are
 * deleted together.
 */
function reasonOf(outcomeId: string, seat: number): ContentFilePart {
  return `reason-${idDigest(outcomeId).slice(0, 32)}-${seat}`;
}

/**
 * The start of a day in milliseconds. A name that is not a day gives infinity, so that files of other software are
 * never deleted.
 */
function startOf(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Infinity;
}

/** The names in a folder; empty if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Removes at most `limit` files, and the folder when it is empty. */
async function removeFiles(folder: string, limit: number): Promise<number> {
  const names = await namesIn(folder);
  const due = names.slice(0, limit);
  for (const name of due) await rm(join(folder, name), { force: true });
  if (due.length === names.length) await removeEmpty(folder);
  return due.length;
}

/** Removes a folder and its tally. Another process may have written to the folder or removed it: both are fine. */
async function removeEmpty(folder: string): Promise<void> {
  try {
    await rm(tallyPath(folder), { force: true });
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(faultCode(error) ?? '')) throw error;
  }
}
