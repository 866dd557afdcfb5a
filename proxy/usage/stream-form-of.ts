import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { isEventStream, mediaTypeOf } from '../headers/media-type.ts';

/** How a stream comes: as server-sent events, or as a JSON list of which each item is an event. */
export type StreamForm = 'events' | 'list';

/**
 * How an answer streams, by the head of the answer; undefined where it is none.
 * @param isAsked whether a stream was asked for
 */
export function streamFormOf(
  { streamsLists }: Pick<Protocol, 'streamsLists'>,
  isAsked: boolean,
  contentType: Parameters<typeof isEventStream>[0],
): StreamForm | undefined {
  if (isEventStream(contentType)) return 'events';
  const isList = isAsked && streamsLists && mediaTypeOf(contentType) === 'application/json';
  return isList ? 'list' : undefined;
}
