import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SentItem } from '../../../contracts/ingest/received/receive-events.ts';
import { TRAFFIC_LIMITS } from '../../../contracts/ingest/received/traffic-limits.ts';
import { readJson } from '../../frame/transport/read-json.ts';
import { TRAFFIC_BODY_LIMITS } from '../../frame/transport/traffic-body-limits.ts';
import { isBlank, splitList } from './split-list.ts';

const NEWLINE = 0x0a;

/** The media types of bodies with one JSON document per line. */
export const LINES_MEDIA = {
  'application/x-ndjson': {},
  'application/ndjson': {},
  'application/jsonl': {},
  'application/x-jsonlines': {},
} as const;

/** True if a body has one document per line; otherwise it is a single JSON document. */
export function isLineDelimited({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const [media = ''] = (headers['content-type'] ?? '').split(';');
  return Object.hasOwn(LINES_MEDIA, media.trim().toLowerCase());
}

/**
 * The items of a JSON document: the document itself, or the items of a list. An unreadable item is refused alone if the
 * list shows where the item ends and at least one other item can be read.
 *
 * @throws Refusal `validation_failed` for a document that is not JSON
 */
export function readDocumentItems(bytes: Buffer): SentItem[] {
  if (bytes.length === 0)
    throw new Refusal('validation_failed', 'The body is empty. Send the data in the body of the request.');
  try {
    const document = readJson(bytes, TRAFFIC_BODY_LIMITS);
    const values: readonly unknown[] = Array.isArray(document) ? document : [document];
    return values.map((value, index) => ({ index, events: [value] }));
  } catch (error) {
    const items = error instanceof Refusal && isOfAnItem(error) ? itemsOneByOne(bytes) : undefined;
    if (items === undefined) throw error;
    return items;
  }
}

/**
 * True if a refusal concerns a single item. Content that exceeds the limits of a document also exceeds them in parts.
 */
function isOfAnItem({ message }: Refusal): boolean {
  return !/^The body has more than/.test(message);
}

function itemsOneByOne(bytes: Buffer): SentItem[] | undefined {
  const parts = splitList(bytes);
  if (parts === undefined || parts.length > TRAFFIC_LIMITS.events) return undefined;
  const items = parts.map((part, index) => itemOf(index, part, 'The item'));
  return items.some(({ unreadable }) => unreadable === undefined) ? items : undefined;
}

/**
 * The items of a body of lines. An unreadable line is refused alone.
 *
 * @throws Refusal `payload_too_large` for more events than one request may have
 */
export function readLineItems(bytes: Buffer): SentItem[] {
  const lines: { readonly index: number; readonly bytes: Buffer }[] = [];
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(from, to);
    if (!isBlank(line)) lines.push({ index, bytes: line });
    if (lines.length > TRAFFIC_LIMITS.events)
      throw new Refusal(
        'payload_too_large',
        `The request has too many events. Send at most ${TRAFFIC_LIMITS.events} in one request.`,
      );
    from = to + 1;
  }
  return lines.map(({ index, bytes: line }) => itemOf(index, line, 'The line'));
}

function itemOf(index: number, bytes: Buffer, name: string): SentItem {
  try {
    return { index, events: [readJson(bytes, TRAFFIC_BODY_LIMITS)] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = error.message.replace(/^The body/, name);
    return { index, unreadable: { reason: 'not_json', detail }, text: bytes.toString('utf8') };
  }
}
