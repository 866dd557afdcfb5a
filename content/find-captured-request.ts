import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedContent, ContentPart } from '../contracts/ingest/events/captured-content.ts';
import type { CaptureSettings } from '../domain/management/capture-settings.ts';
import { contentFileName, readKept, utcDay, type ContentFilePart } from './content-files.ts';
import { faultCode } from './fault-code.ts';
import { contentRoot } from './open-content-store.ts';

/** The texts of a request. */
type CapturedTexts = Partial<Pick<CapturedContent, 'request' | 'response' | 'isCutOff'>>;

/** The text of the part `source`: the request that lends its content. */
interface Loan {
  readonly logical_request_id: string;
  readonly admitted_at: string;
  readonly parts: readonly ContentPart[];
}

/**
 * The captured content of a request whose workspace and time the caller does not know; undefined if none is stored, or
 * if it has expired. Searches every day of every workspace.
 */
export async function findCapturedRequest(
  { path, ttlMs }: CaptureSettings,
  requestId: string,
  now: Date,
): Promise<CapturedTexts | undefined> {
  const root = contentRoot(path);
  const isCurrent = (admittedAt: string): boolean => ttlMs === 0 || Date.parse(admittedAt) + ttlMs > now.getTime();
  for (const workspace of await namesIn(root))
    for (const day of (await namesIn(join(root, workspace))).filter(isDay)) {
      const found = await readRequest(join(root, workspace), day, requestId, isCurrent);
      if (found !== undefined) return found;
    }
  return undefined;
}

async function readRequest(
  workspace: string,
  day: string,
  requestId: string,
  isCurrent: (admittedAt: string) => boolean,
): Promise<CapturedTexts | undefined> {
  const own = await readTexts(join(workspace, day), requestId, isCurrent);
  const loan = await readLoan(join(workspace, day), requestId);
  if (loan === undefined || !isCurrent(loan.admitted_at)) return own;
  const lent = await readTexts(join(workspace, utcDay(new Date(loan.admitted_at))), loan.logical_request_id, isCurrent);
  const texts = {
    ...(loan.parts.includes('request') && lent?.request !== undefined && { request: lent.request }),
    ...(loan.parts.includes('response') && lent?.response !== undefined && { response: lent.response }),
    ...own,
  };
  return Object.keys(texts).length === 0 ? undefined : texts;
}

async function readTexts(
  folder: string,
  requestId: string,
  isCurrent: (admittedAt: string) => boolean,
): Promise<CapturedTexts | undefined> {
  const read = async (part: ContentFilePart): Promise<string | undefined> => {
    const kept = await readKept(join(folder, contentFileName(requestId, part)));
    return kept !== undefined && isCurrent(kept.admitted_at) ? kept.text : undefined;
  };
  const [request, whole, cut] = await Promise.all([read('request'), read('response'), read('cut-response')]);
  const response = whole ?? cut;
  if (request === undefined && response === undefined) return undefined;
  return {
    ...(request !== undefined && { request }),
    ...(response !== undefined && { response, ...(whole === undefined && { isCutOff: true }) }),
  };
}

async function readLoan(folder: string, requestId: string): Promise<Loan | undefined> {
  const kept = await readKept(join(folder, contentFileName(requestId, 'source')));
  return kept === undefined ? undefined : (JSON.parse(kept.text) as Loan);
}

/** True for the folder of a day; the other names are those of tallies and of other software. */
function isDay(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name);
}

/** The names in a folder; empty if there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(faultCode(error) ?? '')) return [];
    throw error;
  }
}
