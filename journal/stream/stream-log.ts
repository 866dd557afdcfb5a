import type { StreamInfo } from '@nats-io/jetstream';
import { UNREADABLE_EVENT } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { BlockLimits, EventLog, GrowingSource, LineBlock } from '../source/event-source.ts';
import { countEvents } from '../../contracts/ingest/calls/ended-call.ts';
import type { StoredMessage, StreamClient } from './stream-client.ts';

/** The maximum size of one request: small enough for a slow network and for the memory of this process. */
const AT_ONCE = { messages: 10_000, bytes: 8 * 1024 * 1024 };

/**
 * Opens a stream as a log of one source. An offset is the sequence of the last message read. A message holds one or
 * more lines. If messages were deleted before they were read, one line reports it.
 */
export function openStreamLog(client: StreamClient): EventLog {
  return {
    name: 'stream of the journal',
    async sources() {
      return [streamSource(client, streamSourceId(await client.info()))];
    },
  };
}

/**
 * The id of a stream. A stream that was deleted and created again counts from 1 again and is another source, so the id
 * includes the creation time.
 */
export function streamSourceId({ config, created }: Pick<StreamInfo, 'config' | 'created'>): string {
  return `stream:${config.name}:${created}`;
}

function streamSource(client: StreamClient, id: string): GrowingSource {
  const infoNow = async (): Promise<StreamInfo> => {
    const info = await client.info();
    if (streamSourceId(info) !== id) throw fault(client, 'was created again while it was read.');
    return info;
  };
  const stateNow = async (): Promise<{ first: bigint; last: bigint }> => {
    const { state } = await infoNow();
    return { first: BigInt(state.first_seq), last: BigInt(state.last_seq) };
  };
  return {
    id,
    kind: 'journal',
    location: client.label,
    end: async () => (await stateNow()).last,

    async read(from, limits) {
      const { first, last } = await stateNow();
      if (last < from) throw rolledBack(client, `ends at message ${last}, and ${from} were read`);
      if (last === from) return { lines: [], firstOffset: from, lastOffset: from };
      if (first > from + 1n) return missing(from, first - 1n, client);
      const block = await readMessages(client, from, last, limits);
      return block.lines.length > 0 ? block : missing(from, await endOfDeleted(client, from), client);
    },

    async recentOffset(bytes) {
      const { messages, bytes: stored, first_seq: first, last_seq: last } = (await infoNow()).state;
      // A stream does not report the size of a part, so the mean size of a message decides.
      const count = messages === 0 ? 0 : Math.ceil((bytes / Math.max(1, stored)) * messages);
      return BigInt(Math.max(first - 1, last - count, 0));
    },

    async readAgain(firstOffset, lastOffset) {
      const limits = { lines: Infinity, bytes: Infinity };
      const block = await readMessages(client, firstOffset, lastOffset, limits);
      if (block.lastOffset === lastOffset) return block;
      throw fault(client, `does not return message ${block.lastOffset + 1n} again, although it was read before.`);
    },

    async requireRead(offset, mark) {
      if (offset === 0n || mark === undefined) return;
      const { first } = await stateNow();
      if (first > offset) return;
      const [message] = await client.messagesFrom(offset, { messages: 1, bytes: AT_ONCE.bytes });
      if (message?.sequence === offset && message.takenAt !== mark)
        throw rolledBack(client, `has another message ${offset} than the one that was read`);
    },
  };
}

/** Reads as many messages as the limits allow, up to the first gap in their sequence; the first message always fits. */
async function readMessages(
  client: StreamClient,
  from: bigint,
  to: bigint,
  limits: BlockLimits,
): Promise<LineBlock & { readonly mark?: string }> {
  const lines: string[] = [];
  let [at, bytes, events, mark] = [from, 0, 0, undefined as string | undefined];
  const fits = (more: StoredMessage, own: number): boolean =>
    lines.length === 0 || (events + own <= limits.lines && bytes + more.text.length <= limits.bytes);
  const block = (): LineBlock => ({
    lines,
    firstOffset: from,
    lastOffset: at,
    ...(mark !== undefined && { mark }),
  });
  while (at < to) {
    const messages = await client.messagesFrom(at + 1n, AT_ONCE);
    if (messages.length === 0) return block();
    for (const message of messages) {
      const own = linesOf(message.text);
      const held = own.reduce((sum, line) => sum + countEvents(line), 0);
      if (at === to || message.sequence !== at + 1n || !fits(message, held)) return block();
      for (const line of own) lines.push(line);
      events += held;
      bytes += message.text.length;
      at = message.sequence;
      mark = message.takenAt;
    }
  }
  return block();
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * A block of one line that reports deleted messages. The line goes to quarantine, because the tenants of the messages
 * are unknown.
 */
function missing(from: bigint, to: bigint, { label }: StreamClient): LineBlock {
  const detail = `Messages ${from + 1n} to ${to} of ${label} were deleted before they were read.`;
  const line = JSON.stringify({ event: UNREADABLE_EVENT, reason: 'not_kept', detail });
  return { lines: [line], firstOffset: from, lastOffset: to };
}

/**
 * The last of the consecutive deleted messages after `from`. A server that lags behind the leader may lack a message
 * too; that is no loss, and the message is requested again.
 */
async function endOfDeleted(client: StreamClient, from: bigint): Promise<bigint> {
  const { state } = await client.info({ withDeleted: true });
  if (BigInt(state.first_seq) > from + 1n) return BigInt(state.first_seq) - 1n;
  const deleted = new Set(state.deleted);
  let end = from;
  while (deleted.has(Number(end + 1n))) end += 1n;
  if (end === from) throw fault(client, `does not return message ${from + 1n} yet.`);
  return end;
}

function fault({ label }: StreamClient, why: string): Refusal {
  return new Refusal('dependency_unavailable', `The stream at ${label} ${why}`);
}

function rolledBack(client: StreamClient, why: string): Refusal {
  return fault(
    client,
    `${why}: it lost messages that it had acknowledged. Follow docs/runbook.md (A stream lost messages).`,
  );
}
