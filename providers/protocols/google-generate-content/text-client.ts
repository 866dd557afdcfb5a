import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../json-parts.ts';
import type { ModelRequest } from '../shared/model-request.ts';
import type { TextAnswer, TextClient } from '../shared/text-client.ts';
import { readBlockReason } from './answer-form.ts';
import { candidateParts } from './answer-parts.ts';
import { modelPaths } from './model-paths.ts';

/** Finish reasons of the API. Any other reason is `unstated`. */
const ENDINGS: Readonly<Record<string, TextAnswer['ending']>> = {
  STOP: 'complete',
  MAX_TOKENS: 'truncated',
  ...endings('filtered', [
    'SAFETY',
    'RECITATION',
    'LANGUAGE',
    'BLOCKLIST',
    'PROHIBITED_CONTENT',
    'SPII',
    'MODEL_ARMOR',
  ]),
  ...endings('filtered', ['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION']),
  ...endings('failed', ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'NO_IMAGE', 'OTHER']),
  ...endings('failed', ['IMAGE_OTHER', 'MALFORMED_RESPONSE', 'MISSING_THOUGHT_SIGNATURE']),
};

/**
 * The client of Google's generateContent, which sends one HTTP request. A structured answer is the call of a function
 * that the model has to make.
 */
export const textClient: TextClient = {
  send(request, { apiKey, baseURL, fetch, defaultHeaders }) {
    return fetch(`${baseURL}${modelPaths.called(request.model, undefined)}`, {
      method: 'POST',
      headers: { ...defaultHeaders, 'content-type': 'application/json', 'x-goog-api-key': apiKey },
      body: JSON.stringify(bodyOf(request)),
      signal: request.signal ?? null,
    });
  },

  read(body, structured) {
    if (!isJsonObject(body)) return undefined;
    const blocked = readBlockReason(body);
    if (blocked !== undefined) return { ending: 'filtered', stopReason: blocked, text: '', structured: [] };
    const candidates = jsonObjectsIn(body['candidates']);
    const [candidate] = candidates;
    if (candidate === undefined) return undefined;
    const { finishReason: reason } = candidate;
    const stopReason = typeof reason === 'string' ? reason : '';
    return {
      ending: ENDINGS[stopReason] ?? 'unstated',
      stopReason,
      text: candidateParts(candidate)
        .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
        .join(''),
      structured: structured === undefined ? [] : candidates.flatMap((each) => calledIn(each, structured.name)),
    };
  },
};

function bodyOf({ system, messages, parameters, structured }: ModelRequest): JsonObject {
  const { max_output_tokens: maxOutputTokens, temperature, top_p: topP, seed } = parameters;
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: messages.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig: {
      maxOutputTokens,
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(seed !== undefined && { seed }),
    },
    ...(structured && {
      tools: [
        {
          functionDeclarations: [
            { name: structured.name, description: structured.description, parametersJsonSchema: structured.schema },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [structured.name] } },
    }),
  };
}

/**
 * The arguments of each call in a candidate: the document for the function that the model was given, and undefined for
 * any other function.
 */
function calledIn(candidate: JsonObject, name: string): unknown[] {
  return candidateParts(candidate)
    .map(({ functionCall: call }) => call)
    .filter(isJsonObject)
    .map((call) => (call['name'] === name && isJsonObject(call['args']) ? call['args'] : undefined));
}

function endings(
  ending: TextAnswer['ending'],
  reasons: readonly string[],
): Readonly<Record<string, TextAnswer['ending']>> {
  return Object.fromEntries(reasons.map((reason) => [reason, ending]));
}
