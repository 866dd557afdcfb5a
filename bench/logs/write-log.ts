import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { segmentName } from '../../journal/files/segment-name.ts';
import { makeGatewayLog } from '../../testing/journal/make-gateway-log.ts';

const SEGMENT_BYTES = 67_108_864;
const PIECE_LINES = 2_000;
const DAYS = 30;
const DAY_MS = 86_400_000;
const SEED = 48;

/** The end of the generated log. Its last day is the window of a question. */
export const LOG_END = new Date('2026-10-31T00:00:00.000Z');

/** Writes 30 days of a gateway's calls into a folder of segments. @returns its bytes */
export function writeLog(folder: string, calls: number): number {
  mkdirSync(folder, { recursive: true });
  const spanMs = DAYS * DAY_MS;
  const from = new Date(LOG_END.getTime() - spanMs);
  let segment = 1;
  let file = openSegment(folder, segment);
  let [written, total] = [0, 0];
  let lines: string[] = [];
  const flush = (): void => {
    if (written >= SEGMENT_BYTES) {
      closeSync(file);
      segment += 1;
      file = openSegment(folder, segment);
      written = 0;
    }
    const bytes = writeSync(file, lines.map((line) => `${line}\n`).join(''));
    written += bytes;
    total += bytes;
    lines = [];
  };
  for (const line of makeGatewayLog({ calls, seed: SEED, from, spanMs })) {
    lines.push(line);
    if (lines.length === PIECE_LINES) flush();
  }
  flush();
  closeSync(file);
  return total;
}

function openSegment(folder: string, number: number): number {
  return openSync(join(folder, segmentName('proxy-bench', number, '00000000')), 'wx');
}
