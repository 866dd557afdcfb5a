import type { StreamedAnswer } from './transport.ts';

/** One server-sent event. */
export interface ServerEvent {
  /** The name of the event, such as `decision`. */
  readonly type: string;
  /** The data of the event, as JSON. */
  readonly data: string;
  /** The id from which a later stream can continue; empty if the event has none. */
  readonly id: string;
}

/** A stream of server-sent events. */
export interface EventStream {
  /** The id by which an operator finds the request. */
  readonly requestId: string;
  /**
   * The events in their order, until the service or the consumer ends them. The time-out of the call applies to each
   * piece; the service sends at least a comment every 15 seconds. Stop reading to close the connection.
   */
  readonly events: AsyncIterable<ServerEvent>;
}

/** The events of a streamed answer. */
export function eventsFrom({ headers, body }: StreamedAnswer): EventStream {
  return { requestId: headers.get('x-request-id') ?? '', events: eventsIn(body) };
}

const END_OF_EVENT = '\n\n';

async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    const blocks = text.split(END_OF_EVENT);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) yield event;
    }
  }
}

/** The event of a block of lines; undefined for a comment, or for a setting of the connection. */
function eventIn(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const data = fields.get('data');
  return data === undefined ? undefined : { type: fields.get('event') ?? '', data, id: fields.get('id') ?? '' };
}
