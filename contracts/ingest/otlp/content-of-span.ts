import { CONTENT_EVENT, MOST_CONTENT, type Content } from '../content.ts';
import type { ReportedCall } from '../received/reported-call.ts';
import { GEN_AI, INDEXED_MESSAGES } from './gen-ai-attributes.ts';
import type { SpanAttributes } from './span-attributes.ts';

/**
 * What a span says was asked and answered, as an event; undefined where it says neither. A text of the conventions is taken as it is.
 * One that is too long is left out: the call is worth keeping without it.
 */
export function contentOfSpan(call: ReportedCall, attributes: SpanAttributes): Omit<Content, 'scope'> | undefined {
  const request = withInstructions(
    attributes.text(GEN_AI.inputMessages) ?? messagesIn(attributes, INDEXED_MESSAGES.input),
    attributes.text(GEN_AI.systemInstructions),
  );
  const response = attributes.text(GEN_AI.outputMessages) ?? messagesIn(attributes, INDEXED_MESSAGES.output);
  if (!fits(request) && !fits(response)) return undefined;
  return {
    event: CONTENT_EVENT,
    schema: 1,
    logical_request_id: call.id,
    admitted_at: call.startedAt.toISOString(),
    ...(fits(request) && { request }),
    ...(fits(response) && { response }),
  };
}

function fits(text: string | undefined): text is string {
  return text !== undefined && text.length <= MOST_CONTENT;
}

function messagesIn(attributes: SpanAttributes, name: string): string | undefined {
  const messages = attributes.list(name);
  return messages.length === 0 ? undefined : JSON.stringify(messages);
}

/** Instructions stand beside the messages, in a list of their own. */
function withInstructions(messages: string | undefined, instructions: string | undefined): string | undefined {
  if (instructions === undefined) return messages;
  return messages === undefined ? instructions : `${instructions}\n${messages}`;
}
