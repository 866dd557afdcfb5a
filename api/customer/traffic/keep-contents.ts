import type { FastifyRequest } from 'fastify';
import type { ContentStore } from '../../../contracts/ingest/events/captured-content.ts';
import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import { MAX_LISTED_FAULTS } from '../../../contracts/ingest/received/traffic-limits.ts';

const UNKEPT = {
  pointer: '',
  reason: 'not_kept',
  detail: 'Content cannot be kept at the moment, but traffic can. Send content again later.',
} as const;

/** Keeps content; answers with the places of what could not be kept, one by one because a disk takes it no faster. */
export async function keepContents(
  request: FastifyRequest,
  store: Pick<ContentStore, 'keep'> | undefined,
  contents: ReceivedEvents['contents'],
): Promise<number[]> {
  const lost: number[] = [];
  for (const { index, content } of contents) {
    try {
      await store?.keep(content);
    } catch (err) {
      request.log.warn({ err }, 'content could not be kept');
      lost.push(index);
    }
  }
  return lost;
}

/** The received events, with the content that could not be stored among the refusals. */
export function withoutLost(received: ReceivedEvents, lost: readonly number[]): ReceivedEvents {
  const faults = [...received.faults, ...lost.map((index) => ({ index, ...UNKEPT }))];
  return {
    ...received,
    accepted: received.accepted - lost.length,
    refused: received.refused + lost.length,
    faults: faults.slice(0, MAX_LISTED_FAULTS),
  };
}
