import { describe, expect, it } from 'vitest';
import { sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';
import { callOverWire, EVERY_WIRE, TARGETS } from './support/call.ts';
import { USAGE, VERDICT, wireBody } from './support/wire-bodies.ts';

/**
 * The cost of 16 uncached and 4 cached input tokens and 5 output tokens. The rates per million are 1, 0.1 and 5 USD; 2,
 * 0.5 and 8 USD; or 0.3, 0.03 and 2.5 USD.
 */
const NANOS = { messages: '41400', chat_completions: '74000', responses: '74000', generate_content: '17420' } as const;

describe('the sent request', () => {
  it('over Messages', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    await callOverWire('messages', server.origin, {
      messages: [
        { role: 'user', content: 'Six?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Seven?' },
      ],
      parameters: { max_output_tokens: 64, temperature: 0, top_p: 0.9 },
      structured: VERDICT,
    });
    const [request] = server.received;
    expect([request?.method, request?.url]).toEqual(['POST', '/v1/messages']);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk-test-0123456789abcdef',
      'truetally-call-id': 'cell_1',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 64,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Six?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Seven?' },
      ],
      temperature: 0,
      top_p: 0.9,
      tools: [{ name: 'verdict', description: 'How the answer is graded.', input_schema: VERDICT_SCHEMA }],
      tool_choice: { type: 'tool', name: 'verdict' },
    });
  });

  it('over Chat Completions, with each server’s name of the output limit', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    const parameters = { max_output_tokens: 64, temperature: 0, top_p: 0.9, seed: 7 };
    await callOverWire('chat_completions', server.origin, { parameters, structured: VERDICT });
    await callOverWire('chat_completions', server.origin, {
      connection: { provider: 'openai_compatible' },
      system: '',
    });
    const [request, compatible] = server.received;
    expect([request?.method, request?.url]).toEqual(['POST', '/v1/chat/completions']);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk-test-0123456789abcdef',
      'truetally-call-id': 'cell_1',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      model: 'gpt-4.1-2025-04-14',
      max_completion_tokens: 64,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is 6 × 7?' },
      ],
      temperature: 0,
      top_p: 0.9,
      seed: 7,
      tools: [
        {
          type: 'function',
          function: { name: 'verdict', description: 'How the answer is graded.', parameters: VERDICT_SCHEMA },
        },
      ],
      tool_choice: { type: 'function', function: { name: 'verdict' } },
    });
    expect(JSON.parse(compatible?.body ?? '')).toEqual({
      model: 'gpt-4.1-2025-04-14',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'What is 6 × 7?' }],
    });
  });

  it('over Responses, which store nothing at the provider', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    const parameters = { max_output_tokens: 64, temperature: 0, top_p: 0.9 };
    await callOverWire('responses', server.origin, { parameters, structured: VERDICT });
    const [request] = server.received;
    expect([request?.method, request?.url]).toEqual(['POST', '/v1/responses']);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk-test-0123456789abcdef',
      'truetally-call-id': 'cell_1',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      model: 'gpt-4.1-2025-04-14',
      store: false,
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'What is 6 × 7?' }],
      max_output_tokens: 64,
      temperature: 0,
      top_p: 0.9,
      tools: [
        {
          type: 'function',
          name: 'verdict',
          description: 'How the answer is graded.',
          parameters: VERDICT_SCHEMA,
          strict: false,
        },
      ],
      tool_choice: { type: 'function', name: 'verdict' },
    });
  });

  it('over generateContent, with the model only in the path', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    await callOverWire('generate_content', server.origin, {
      messages: [
        { role: 'user', content: 'Six?' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Seven?' },
      ],
      parameters: { max_output_tokens: 64, temperature: 0, top_p: 0.9, seed: 7 },
      structured: VERDICT,
    });
    const [request] = server.received;
    expect([request?.method, request?.url]).toEqual(['POST', '/v1beta/models/gemini-2.5-flash:generateContent']);
    expect(request?.headers).toMatchObject({
      'x-goog-api-key': 'sk-test-0123456789abcdef',
      'truetally-call-id': 'cell_1',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Six?' }] },
        { role: 'model', parts: [{ text: 'Yes.' }] },
        { role: 'user', parts: [{ text: 'Seven?' }] },
      ],
      generationConfig: { maxOutputTokens: 64, temperature: 0, topP: 0.9, seed: 7 },
      tools: [
        {
          functionDeclarations: [
            { name: 'verdict', description: 'How the answer is graded.', parametersJsonSchema: VERDICT_SCHEMA },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['verdict'] } },
    });
  });

  const VERDICT_SCHEMA = {
    type: 'object',
    required: ['passed'],
    properties: { passed: { type: 'boolean' } },
    additionalProperties: false,
  };
});

describe('the received answer', () => {
  it.each(EVERY_WIRE)('over %s, a text with its usage and its price', async (wire) => {
    const { model } = TARGETS[wire];
    const server = await startAnsweringServer((response) =>
      sendJson(response, 200, wireBody(wire, { model, text: '42' })),
    );
    const outcome = await callOverWire(wire, server.origin);
    expect(outcome).toEqual({
      kind: 'answered',
      text: '42',
      structured: undefined,
      stopReason: { messages: 'end_turn', chat_completions: 'stop', responses: 'completed', generate_content: 'STOP' }[
        wire
      ],
      model,
      units: expect.objectContaining({ input_tokens: 20, cache_read_tokens: 4, output_tokens: 5 }) as unknown,
      price: {
        state: 'priced',
        nanos: NANOS[wire],
        revision: expect.stringMatching(/^@pydantic\/genai-prices@/) as unknown,
      },
      rawUsage: USAGE[wire],
      latencyMs: expect.any(Number) as unknown,
      providerRequestId: 'req_head',
    });
  });

  it.each(EVERY_WIRE)('over %s, the requested document', async (wire) => {
    const call = { name: 'verdict', arguments: { passed: true } };
    const server = await startAnsweringServer((response) =>
      sendJson(response, 200, wireBody(wire, { model: TARGETS[wire].model, call })),
    );
    const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
    expect(outcome).toMatchObject({ kind: 'answered', structured: { passed: true }, text: '' });
  });

  it('a model outside the table is unpriced', async () => {
    const server = await startAnsweringServer((response) =>
      sendJson(response, 200, wireBody('messages', { model: 'home-grown', text: '42' })),
    );
    const outcome = await callOverWire('messages', server.origin);
    expect(outcome).toMatchObject({
      kind: 'answered',
      price: { state: 'unpriced', reason: 'model_not_in_table' },
      units: { input_tokens: 20, output_tokens: 5 },
    });
  });

  it('an endpoint outside the table is unpriced, and its usage is read like OpenAI’s', async () => {
    const server = await startAnsweringServer((response) =>
      sendJson(response, 200, wireBody('chat_completions', { model: 'gpt-4.1', text: '42' })),
    );
    const outcome = await callOverWire('chat_completions', server.origin, {
      connection: { provider: 'openai_compatible' },
    });
    expect(outcome).toMatchObject({
      kind: 'answered',
      price: { state: 'unpriced', reason: 'provider_not_in_table' },
      units: { input_tokens: 20, output_tokens: 5 },
    });
  });

  it('an answer without usage is unpriced', async () => {
    const body = { ...wireBody('chat_completions', { model: 'gpt-4.1', text: '42' }), usage: undefined };
    const server = await startAnsweringServer((response) => sendJson(response, 200, body));
    const outcome = await callOverWire('chat_completions', server.origin);
    expect(outcome).toMatchObject({
      kind: 'answered',
      text: '42',
      units: undefined,
      price: { state: 'unpriced', reason: 'usage_unknown' },
    });
  });
});
