import type { Protocol } from '../../providers/protocols/shared/protocol.ts';
import { isEventStream, parseMediaType } from '../headers/media-type.ts';

/** The form of a stream: server-sent events, or a JSON list whose items are events. */
export type StreamForm = 'events' | 'list';

/**
 * The form of an answer's stream, by the head of the answer; undefined if it is not a stream.
 * @param isAsked true if a stream was requested
 */
export function findStreamForm(
  { streamsLists }: Pick<Protocol, 'streamsLists'>,
  isAsked: boolean,
  contentType: Parameters<typeof isEventStream>[0],
): StreamForm | undefined {
  if (isEventStream(contentType)) return 'events';
  const isList = isAsked && streamsLists && parseMediaType(contentType) === 'application/json';
  return isList ? 'list' : undefined;
}
