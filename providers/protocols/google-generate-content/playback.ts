import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import {
  playbackCalls,
  splitTextPieces,
  playbackTexts,
  type PlayedRequest,
  type PlayedEvent,
  type Playback,
  type PlaybackAnswer,
} from '../shared/playback.ts';
import type { PathCall } from '../shared/protocol-paths.ts';
import { toRpcName } from './error-body.ts';
import { requestField } from './request-field.ts';

export const playback: Playback = {
  readRequest,
  answer,
  stream(spoken, { isListed }) {
    const texts = chunksOf(spoken).map((chunk) => JSON.stringify(chunk));
    if (!isListed) return texts.map((text) => `data: ${text}\n\n`);
    return texts.map((text, index) => `${index === 0 ? '[' : ',\n'}${text}${index === texts.length - 1 ? ']' : ''}`);
  },
  count: (totalTokens) => ({ totalTokens }),
  error: (_type, message, code) => ({ error: { code, message, status: toRpcName(code) } }),
};

function readRequest(body: unknown, named: PathCall | undefined, query: string | undefined): PlayedRequest | undefined {
  if (!isJsonObject(body) || named === undefined) return undefined;
  const turns = jsonObjectsIn(body['contents']).map(({ role = 'user', parts }) => ({ role, text: textOf(parts) }));
  const prompt = turns.findLast(({ role }) => role === 'user')?.text;
  if (prompt === undefined) return undefined;
  const system = requestField(body, 'systemInstruction', 'system_instruction');
  return {
    model: named.model,
    sent: [isJsonObject(system) ? textOf(system['parts']) : '', ...turns.map(({ text }) => text)].join('\n'),
    prompt,
    forcedTool: forcedToolOf(requestField(body, 'toolConfig', 'tool_config')),
    streaming: named.streaming,
    includesUsage: true,
    isListed: query !== 'alt=sse',
  };
}

function textOf(parts: unknown): string {
  return jsonObjectsIn(parts)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function forcedToolOf(config: unknown): string | undefined {
  const calling = isJsonObject(config)
    ? requestField(config, 'functionCallingConfig', 'function_calling_config')
    : undefined;
  if (!isJsonObject(calling) || calling['mode'] !== 'ANY') return undefined;
  const allowed = requestField(calling, 'allowedFunctionNames', 'allowed_function_names');
  const [name] = Array.isArray(allowed) ? (allowed as readonly unknown[]) : [];
  return typeof name === 'string' ? name : undefined;
}

function answer(spoken: PlaybackAnswer): Record<string, unknown> {
  const parts = [...playbackTexts(spoken.recorded).map((text) => ({ text })), ...calls(spoken)];
  return chunk(spoken, parts, finishOf(spoken));
}

function chunksOf(spoken: PlaybackAnswer): PlayedEvent[] {
  const pieces = playbackTexts(spoken.recorded).flatMap(splitTextPieces);
  return [
    ...pieces.map((text) => chunk(spoken, [{ text }])),
    ...calls(spoken).map((part) => chunk(spoken, [part])),
    chunk(spoken, [{ text: '' }], finishOf(spoken)),
  ];
}

function calls({ recorded, forcedTool }: PlaybackAnswer): JsonObject[] {
  return playbackCalls(recorded, forcedTool).map(({ name, input }) => ({ functionCall: { name, args: input } }));
}

function finishOf({ recorded: { ending = 'complete' } }: PlaybackAnswer): string {
  return { complete: 'STOP', truncated: 'MAX_TOKENS', filtered: 'SAFETY' }[ending];
}

/** A piece of a stream. Each states the input tokens, and the last one also the total output tokens. */
function chunk(
  { id, model, inputTokens: sent, outputTokens: written }: PlaybackAnswer,
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
