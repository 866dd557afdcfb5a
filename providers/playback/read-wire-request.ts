import type { Wire } from '../../domain/models/model-call.ts';
import { isObject, objectsOf } from '../json-parts.ts';

/** What matters of a request, whichever wire it came over. */
export interface AskedModel {
  readonly model: string;
  /** Everything that the model was sent, to be counted. */
  readonly sent: string;
  /** The last message of a person. */
  readonly prompt: string;
  /** The tool or function that the model has to use. */
  readonly forcedTool: string | undefined;
  readonly streaming: boolean;
  /** Whether a stream of Chat Completions says at its end what was used. */
  readonly includesUsage: boolean;
}

/** Undefined for a body that is no request of the wire. */
export function readWireRequest(wire: Wire, body: unknown): AskedModel | undefined {
  if (!isObject(body) || typeof body['model'] !== 'string') return undefined;
  const input = body[wire === 'responses' ? 'input' : 'messages'];
  const messages = (typeof input === 'string' ? [{ role: 'user', content: input }] : objectsOf(input)).map(
    ({ role, content }) => ({
      role,
      text: textOf(content),
    }),
  );
  const prompt = messages.findLast(({ role }) => role === 'user')?.text;
  if (prompt === undefined) return undefined;
  const system = textOf(body[wire === 'responses' ? 'instructions' : 'system']);
  return {
    model: body['model'],
    sent: [system, ...messages.map(({ text }) => text)].join('\n'),
    prompt,
    forcedTool: forcedToolOf(body['tool_choice']),
    streaming: body['stream'] === true,
    includesUsage: isObject(body['stream_options']) && body['stream_options']['include_usage'] === true,
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
