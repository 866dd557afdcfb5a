import type { FastifyRequest } from 'fastify';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import { MAX_LISTED_FAULTS } from '../../../contracts/ingest/received/traffic-limits.ts';

const UNKEPT = {
  pointer: '',
  reason: 'not_kept',
  detail: 'Content cannot be stored at the moment, but traffic can. Send the content again later.',
} as const;

/**
 * Stores contents, one after the other, because a disk is not faster otherwise. Returns the indexes of those that could
 * not be stored.
 */
export async function storeContents(
  request: FastifyRequest,
  store: Pick<ContentStore, 'keep'> | undefined,
  contents: ReceivedEvents['contents'],
): Promise<number[]> {
  const lost: number[] = [];
  for (const { index, content } of contents) {
    try {
      await store?.keep(content);
    } catch (err) {
      request.log.warn({ err }, 'content could not be stored');
      lost.push(index);
    }
  }
  return lost;
}

/** The received events, with a refusal for each content that could not be stored. */
export function withLostContentsRefused(received: ReceivedEvents, lost: readonly number[]): ReceivedEvents {
  const faults = [...received.faults, ...lost.map((index) => ({ index, ...UNKEPT }))];
  return {
    ...received,
    accepted: received.accepted - lost.length,
    refused: received.refused + lost.length,
    faults: faults.slice(0, MAX_LISTED_FAULTS),
  };
}
