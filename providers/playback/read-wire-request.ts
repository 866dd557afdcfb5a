import type { Wire } from '../../domain/gateway/model-call.ts';
import { isObject, objectsOf } from '../wires/json-parts.ts';

/** What matters of a request, whichever wire it came over. */
export interface AskedModel {
  readonly model: string;
  /** Everything that the model was sent, to be counted. */
  readonly sent: string;
  /** The last message of a person. */
  readonly prompt: string;
  /** The tool or function that the model has to use. */
  readonly forcedTool: string | undefined;
}

/** Undefined for a body that is no request of the wire, or one that asks for a stream. */
export function readWireRequest(wire: Wire, body: unknown): AskedModel | undefined {
  if (!isObject(body) || typeof body['model'] !== 'string' || body['stream'] === true) return undefined;
  const messages = objectsOf(body[wire === 'responses' ? 'input' : 'messages']).map(({ role, content }) => ({
    role,
    text: textOf(content),
  }));
  const prompt = messages.findLast(({ role }) => role === 'user')?.text;
  if (prompt === undefined) return undefined;
  const system = textOf(body[wire === 'responses' ? 'instructions' : 'system']);
  return {
    model: body['model'],
    sent: [system, ...messages.map(({ text }) => text)].join('\n'),
    prompt,
    forcedTool: forcedToolOf(body['tool_choice']),
  };
}

/** A text, or the texts of its blocks. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = objectsOf(content).map(({ text }) => text);
  return texts.filter((text) => typeof text === 'string').join('');
}

function forcedToolOf(choice: unknown): string | undefined {
  if (!isObject(choice)) return undefined;
  const named = isObject(choice['function']) ? choice['function']['name'] : choice['name'];
  return typeof named === 'string' ? named : undefined;
}
