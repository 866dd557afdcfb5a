import type { StreamInfo } from '@nats-io/jetstream';
import type { Journal, PlannedOffsets } from '../source/journal.ts';
import { createStreamClient, type StreamClient } from './stream-client.ts';
import type { StreamAddress } from './stream-address.ts';
import { openStreamLog, streamSourceId } from './stream-log.ts';
import { StreamWriter } from './stream-writer.ts';

/**
 * The share of the stream's size limit that unread messages may fill. For a stream that rejects messages when it is
 * full, it is also the fill level at which backpressure begins.
 */
const MAX_USED = 0.8;

/** Opens the journal in a stream of NATS JetStream, which processes on any number of machines write and read. */
export function openStreamJournal(address: StreamAddress, client = createStreamClient(address)): Journal {
  return {
    logs: [openStreamLog(client)],
    openWriter: (options) => new StreamWriter(client, options),
    async unreadBytes(plannedOffsets) {
      return unreadBytes(await client.info(), plannedOffsets);
    },
    async backpressure({ maxUnreadBytes }, plannedOffsets) {
      const info = await infoIfReached(client);
      if (info === undefined) return 'log_unreachable';
      const { max_bytes: maxBytes, discard } = info.config;
      if (maxBytes > 0 && discard === 'new' && info.state.bytes > maxBytes * MAX_USED) return 'log_full';
      const bound = maxBytes > 0 ? Math.min(maxUnreadBytes, maxBytes * MAX_USED) : maxUnreadBytes;
      return (await unreadBytes(info, plannedOffsets)) > bound ? 'indexer_behind' : undefined;
    },
    async faultOf({ id, plannedFrom, plannedTo }) {
      const info = await client.info();
      const { first_seq: first, last_seq: last } = info.state;
      if (id !== streamSourceId(info))
        return `${client.label} is not the stream that was read. It was deleted or replaced.`;
      if (BigInt(last) < plannedTo) return `${client.label} ends at message ${last}, but ${plannedTo} were read.`;
      return BigInt(first) > plannedFrom + 1n
        ? `${client.label} stores no message before ${first}. The messages ${plannedFrom + 1n} to ${BigInt(first) - 1n} are no longer stored.`
        : undefined;
    },
    close: () => client.close(),
  };
}

async function infoIfReached(client: StreamClient): Promise<StreamInfo | undefined> {
  try {
    return await client.info();
  } catch {
    return undefined;
  }
}

/** Estimates the unread bytes from the mean size of a message, because a stream does not report the size of a part. */
async function unreadBytes(info: StreamInfo, plannedOffsets: PlannedOffsets): Promise<number> {
  const id = streamSourceId(info);
  const { messages, bytes, first_seq: first, last_seq: last } = info.state;
  if (messages === 0) return 0;
  const planned = Number((await plannedOffsets([id])).get(id) ?? 0n);
  const unread = Math.max(0, last - Math.max(planned, first - 1));
  return Math.round((unread / messages) * bytes);
}
