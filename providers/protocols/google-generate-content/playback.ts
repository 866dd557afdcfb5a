import { isObject, objectsOf, type JsonObject } from '../../json-parts.ts';
import {
  callsOf,
  piecesOf,
  textsOf,
  type PlayedRequest,
  type PlayedEvent,
  type Playback,
  type SpokenAnswer,
} from '../shared/playback.ts';
import type { PathCall } from '../shared/protocol-paths.ts';
import { rpcNameOf } from './error-body.ts';
import { fieldOf } from './field-of.ts';

export const playback: Playback = {
  readRequest,
  answer,
  stream(spoken, { isListed }) {
    const texts = chunksOf(spoken).map((chunk) => JSON.stringify(chunk));
    if (!isListed) return texts.map((text) => `data: ${text}\n\n`);
    return texts.map((text, index) => `${index === 0 ? '[' : ',\n'}${text}${index === texts.length - 1 ? ']' : ''}`);
  },
  count: (totalTokens) => ({ totalTokens }),
  error: (_type, message, code) => ({ error: { code, message, status: rpcNameOf(code) } }),
};

function readRequest(body: unknown, named: PathCall | undefined, query: string | undefined): PlayedRequest | undefined {
  if (!isObject(body) || named === undefined) return undefined;
  const turns = objectsOf(body['contents']).map(({ role = 'user', parts }) => ({ role, text: textOf(parts) }));
  const prompt = turns.findLast(({ role }) => role === 'user')?.text;
  if (prompt === undefined) return undefined;
  const system = fieldOf(body, 'systemInstruction', 'system_instruction');
  return {
    model: named.model,
    sent: [isObject(system) ? textOf(system['parts']) : '', ...turns.map(({ text }) => text)].join('\n'),
    prompt,
    forcedTool: forcedToolOf(fieldOf(body, 'toolConfig', 'tool_config')),
    streaming: named.streaming,
    includesUsage: true,
    isListed: query !== 'alt=sse',
  };
}

function textOf(parts: unknown): string {
  return objectsOf(parts)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function forcedToolOf(config: unknown): string | undefined {
  const calling = isObject(config) ? fieldOf(config, 'functionCallingConfig', 'function_calling_config') : undefined;
  if (!isObject(calling) || calling['mode'] !== 'ANY') return undefined;
  const allowed = fieldOf(calling, 'allowedFunctionNames', 'allowed_function_names');
  const [name] = Array.isArray(allowed) ? (allowed as readonly unknown[]) : [];
  return typeof name === 'string' ? name : undefined;
}

function answer(spoken: SpokenAnswer): Record<string, unknown> {
  const parts = [...textsOf(spoken.recorded).map((text) => ({ text })), ...calls(spoken)];
  return chunk(spoken, parts, finishOf(spoken));
}

function chunksOf(spoken: SpokenAnswer): PlayedEvent[] {
  const pieces = textsOf(spoken.recorded).flatMap(piecesOf);
  return [
    ...pieces.map((text) => chunk(spoken, [{ text }])),
    ...calls(spoken).map((part) => chunk(spoken, [part])),
    chunk(spoken, [{ text: '' }], finishOf(spoken)),
  ];
}

function calls({ recorded, forcedTool }: SpokenAnswer): JsonObject[] {
  return callsOf(recorded, forcedTool).map(({ name, input }) => ({ functionCall: { name, args: input } }));
}

function finishOf({ recorded: { ending = 'complete' } }: SpokenAnswer): string {
  return { complete: 'STOP', truncated: 'MAX_TOKENS', filtered: 'SAFETY' }[ending];
}

/** A piece of a stream. Each states the input tokens, and the last one also the total output tokens. */
function chunk(
  { id, model, inputTokens: sent, outputTokens: written }: SpokenAnswer,
  parts: readonly JsonObject[],
  finishReason?: string,
): Record<string, unknown> {
  const isLast = finishReason !== undefined;
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(isLast && { finishReason }) }],
    usageMetadata: {
      promptTokenCount: sent,
      ...(isLast && { candidatesTokenCount: written }),
      totalTokenCount: isLast ? sent + written : sent,
    },
    modelVersion: model,
    responseId: id,
  };
}
