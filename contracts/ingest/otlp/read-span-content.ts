import { CONTENT_EVENT, type Content, fitsContent } from '../events/content.ts';
import type { ReportedCall } from '../received/reported-call.ts';
import { CALL_NAMES, INDEXED_MESSAGES } from './names/call-names.ts';
import type { OtlpSpan } from './otlp-traces.ts';
import { SpanAttributes } from './span-attributes.ts';

/**
 * The prefix of events with content: `gen_ai.client.inference.operation.details`, and the events that older conventions
 * had for prompts and answers.
 */
const EVENTS = 'gen_ai.';

/**
 * The question and answer of a span as an event, from its attributes or those of its events; undefined if it has
 * neither. Texts are copied unchanged; lists and mappings become JSON. A text that is too long is omitted, because the
 * call is worth storing without it.
 */
export function readSpanContent(
  call: ReportedCall,
  { attributes: own, events }: Pick<OtlpSpan, 'attributes' | 'events'>,
): Omit<Content, 'scope'> | undefined {
  const contentEvents = (events ?? []).filter(({ name }) => name?.startsWith(EVENTS));
  const attributes = new SpanAttributes(own, ...contentEvents.map((event) => event.attributes));
  const request = withInstructions(
    attributes.document(CALL_NAMES.inputMessages) ?? messagesIn(attributes, INDEXED_MESSAGES.input),
    attributes.document(CALL_NAMES.systemInstructions),
  );
  const response = attributes.document(CALL_NAMES.outputMessages) ?? messagesIn(attributes, INDEXED_MESSAGES.output);
  if (!fitsContent(request) && !fitsContent(response)) return undefined;
  return {
    event: CONTENT_EVENT,
    schema: 1,
    logical_request_id: call.id,
    admitted_at: call.startedAt.toISOString(),
    ...(fitsContent(request) && { request }),
    ...(fitsContent(response) && { response }),
  };
}

function messagesIn(attributes: SpanAttributes, name: string): string | undefined {
  const messages = attributes.list(name);
  return messages.length === 0 ? undefined : JSON.stringify(messages);
}

/** The messages, preceded by the instructions, which are a separate list. */
function withInstructions(messages: string | undefined, instructions: string | undefined): string | undefined {
  if (instructions === undefined) return messages;
  return messages === undefined ? instructions : `${instructions}\n${messages}`;
}
