import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SentItem } from '../../../contracts/ingest/received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../../../contracts/ingest/received/traffic-limits.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';

const NEWLINE = 0x0a;

/** Whether a body is lines, `application/x-ndjson`; else it is one JSON document. */
export function isOfLines({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^application\/x-ndjson\b/i.test(headers['content-type'] ?? '');
}

/**
 * What a JSON document brings in: itself, or the items of a list.
 *
 * @throws Refusal `validation_failed` for a document that is no JSON
 */
export function itemsIn(bytes: Buffer): SentItem[] {
  if (bytes.length === 0) throw new Refusal('validation_failed', 'The body is empty.');
  const document = readJson(bytes, TRAFFIC_BODY_LIMITS);
  const values: readonly unknown[] = Array.isArray(document) ? document : [document];
  return values.map((value, index) => ({ index, events: [value] }));
}

/**
 * What lines bring in, one by one. A line that cannot be read is told as itself; a document that cannot be read is nothing at all.
 *
 * @throws Refusal `payload_too_large` for more events than one request may bring
 */
export function linesIn(bytes: Buffer): SentItem[] {
  const lines: { readonly index: number; readonly bytes: Buffer }[] = [];
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline === -1 ? bytes.length : newline;
    if (!isBlank(bytes, from, to)) lines.push({ index, bytes: bytes.subarray(from, to) });
    if (lines.length > TRAFFIC_LIMITS.events)
      throw new Refusal('payload_too_large', `Send at most ${TRAFFIC_LIMITS.events} events in one request.`);
    from = to + 1;
  }
  return lines.map(({ index, bytes: line }) => itemOf(index, line));
}

/** Spaces, tabs and carriage returns are what is left of a line that was none. */
function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (bytes[at] !== 0x20 && bytes[at] !== 0x09 && bytes[at] !== 0x0d) return false;
  }
  return true;
}

function itemOf(index: number, line: Buffer): SentItem {
  try {
    return { index, events: [readJson(line, TRAFFIC_BODY_LIMITS)] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = error.message.replace(/^The body/, 'The line');
    return { index, unreadable: { reason: 'not_json', detail }, text: line.toString('utf8') };
  }
}
