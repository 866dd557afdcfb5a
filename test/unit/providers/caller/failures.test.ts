import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Wire } from '../../../../domain/models/model-call.ts';
import { sendJson, startAnsweringServer } from '../../../../testing/answering-server.ts';
import { callOverWire, EVERY_WIRE, TARGETS } from './support/call.ts';
import { VERDICT, wireBody, type Said } from './support/wire-bodies.ts';

/** Starts a server of bare sockets, for behaviour that an HTTP server does not have. */
async function startSocketServer(connected: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    connected(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** A port on which no process listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('never sent', () => {
  it.each(EVERY_WIRE)('over %s, a refused connection', async (wire) => {
    const outcome = await callOverWire(wire, `http://127.0.0.1:${await freePort()}`);
    expect(outcome).toEqual({ kind: 'never_sent', fault: 'connection_failed', providerRequestId: undefined });
  });

  it('a host without an address', async () => {
    const outcome = await callOverWire('messages', 'http://nowhere.invalid');
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'connection_failed' });
  });

  it('a failed TLS handshake', async () => {
    const place = await startSocketServer((socket) => socket.end('this is not TLS'));
    const outcome = await callOverWire('chat_completions', `https://${place}`);
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'connection_failed' });
  });

  it('a TLS handshake without an answer before the time-out', async () => {
    const place = await startSocketServer(() => undefined);
    const outcome = await callOverWire('responses', `https://${place}`, { timeoutMs: 200 });
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'timed_out' });
  });

  it('a call that was cancelled before its start', async () => {
    const server = await startAnsweringServer((response) => sendJson(response, 200, {}));
    const outcome = await callOverWire('messages', server.origin, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'cancelled' });
    expect(server.received).toEqual([]);
  });

  it.each([
    ['ftp://provider.test'],
    ['file:///etc/passwd'],
    ['http://user:word@provider.test'],
    ['https://provider.test/?to=http://10.0.0.1'],
    ['https://provider.test/#x'],
    ['nonsense'],
  ])('an invalid endpoint: %s', async (endpoint) => {
    const outcome = await callOverWire('messages', '', { connection: { endpoint } });
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'endpoint_not_allowed' });
  });

  it.each(['messages', 'responses'] as const)('a parameter that %s does not have', async (wire) => {
    const outcome = await callOverWire(wire, 'http://127.0.0.1', { parameters: { max_output_tokens: 1, seed: 7 } });
    expect(outcome).toMatchObject({ kind: 'never_sent', fault: 'parameter_not_supported' });
  });
});

describe('refused', () => {
  it.each([
    [301, {}, 'redirected'],
    [302, {}, 'redirected'],
    [307, {}, 'redirected'],
    [308, {}, 'redirected'],
    [400, { type: 'invalid_request_error' }, 'request_refused'],
    [401, { type: 'authentication_error' }, 'key_refused'],
    [403, { type: 'permission_error' }, 'key_refused'],
    [404, { type: 'invalid_request_error', code: 'model_not_found' }, 'not_found'],
    [413, { type: 'request_too_large' }, 'request_refused'],
    [422, {}, 'request_refused'],
    [429, { type: 'rate_limit_error' }, 'rate_limited'],
    [429, { type: 'insufficient_quota', code: 'insufficient_quota' }, 'quota_exhausted'],
    [529, { type: 'overloaded_error' }, 'overloaded'],
  ] as const)('with %i %j: %s', async (status, error: { type?: string; code?: string }, fault) => {
    for (const [wire] of EVERY_WIRE) {
      const server = await startAnsweringServer((response) => {
        response.setHeader('location', '/elsewhere');
        sendJson(response, status, { type: 'error', error: { ...error, message: 'No.' } });
      });
      const outcome = await callOverWire(wire, server.origin);
      const providerCode = error.code ?? error.type;
      expect(outcome).toEqual({
        kind: 'refused',
        fault,
        status,
        providerRequestId: 'req_head',
        ...(providerCode !== undefined && { providerCode }),
      });
      expect(server.received).toHaveLength(1);
    }
  });

  it.each([
    [{ 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, 1_500],
    [{ 'retry-after': 'Mon, 01 Jun 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Mon, 01 Jun 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': '999999999' }, 86_400_000],
  ])('for a time stated by %j', async (headers, retryAfterMs) => {
    const server = await startAnsweringServer((response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      sendJson(response, 429, { error: { type: 'rate_limit_error' } });
    });
    expect(await callOverWire('messages', server.origin)).toMatchObject({ fault: 'rate_limited', retryAfterMs });
  });

  it('although the body of the refusal never ends', async () => {
    const server = await startAnsweringServer((response) => void response.writeHead(401).write('{"error":'));
    const outcome = await callOverWire('responses', server.origin, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'refused', fault: 'key_refused', status: 401 });
  });
});

describe('failed with a bill', () => {
  it.each([
    ['output_truncated', { text: '4', ending: 'truncated' }, undefined],
    ['content_filtered', { text: 'I cannot', ending: 'filtered' }, undefined],
    ['answer_empty', { text: '' }, undefined],
    ['answer_empty', {}, undefined],
    ['structured_answer_missing', { text: 'It passes.' }, VERDICT],
    ['structured_answer_missing', { call: { name: 'verdict', arguments: { passed: 'yes' } } }, VERDICT],
    ['structured_answer_missing', { call: { name: 'another', arguments: { passed: true } } }, VERDICT],
  ] as const)('%s: %j', async (fault, content: Omit<Said, 'model'>, structured) => {
    for (const [wire] of EVERY_WIRE) {
      const server = await startAnsweringServer((response) =>
        sendJson(response, 200, wireBody(wire, { model: TARGETS[wire].model, ...content })),
      );
      const outcome = await callOverWire(wire, server.origin, structured && { structured });
      expect(outcome).toMatchObject({
        kind: 'failed_with_bill',
        fault,
        price: { state: 'priced' },
        units: { input_tokens: 20, output_tokens: 5 },
        providerRequestId: 'req_head',
      });
    }
  });

  /** The form of a function call in an answer of each protocol, by its arguments as text. */
  const calls: Record<Wire, (json: string) => string> = {
    messages: (json) => `{"type":"tool_use","id":"t","name":"verdict","input":${json}}`,
    chat_completions: (json) =>
      `{"type":"function","id":"t","function":{"name":"verdict","arguments":${JSON.stringify(json)}}}`,
    responses: (json) =>
      `{"type":"function_call","call_id":"t","name":"verdict","status":"completed","arguments":${JSON.stringify(json)}}`,
    generate_content: (json) => `{"functionCall":{"name":"verdict","args":${json}}}`,
  };
  const answers: Record<Wire, (calls: string, reason: string) => string> = {
    messages: (given, reason) =>
      `{"model":"m","type":"message","content":[${given}],"stop_reason":${reason},"usage":{"input_tokens":20,"output_tokens":5}}`,
    chat_completions: (given, reason) =>
      `{"model":"m","choices":[{"message":{"tool_calls":[${given}]},"finish_reason":${reason}}],"usage":{"prompt_tokens":20,"completion_tokens":5,"total_tokens":25}}`,
    responses: (given) =>
      `{"model":"m","status":"completed","output":[${given}],"usage":{"input_tokens":20,"output_tokens":5,"total_tokens":25}}`,
    generate_content: (given, reason) =>
      `{"modelVersion":"m","candidates":[{"content":{"parts":[${given}]},"finishReason":${reason}}],"usageMetadata":{"promptTokenCount":20,"candidatesTokenCount":5,"totalTokenCount":25}}`,
  };
  const PLAIN = {
    messages: '"tool_use"',
    chat_completions: '"tool_calls"',
    responses: '',
    generate_content: '"STOP"',
  } as const;
  const [passed, failed] = ['{"passed":true}', '{"passed":false}'];

  it.each([
    ['twice and differently', [passed, failed]],
    ['twice with equal values', [passed, passed]],
    ['with a name twice', ['{"passed":false,"passed":true}']],
    ['with a name twice, spelled differently', ['{"passed":false,"p\\u0061ssed":true}']],
    ['with a repeated unknown name', ['{"passed":true,"x":{"y":1,"y":1}}']],
  ])('a verdict that is given %s is invalid', async (_how, given) => {
    for (const [wire] of EVERY_WIRE) {
      const body = answers[wire](given.map((json) => calls[wire](json)).join(','), PLAIN[wire]);
      const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
      const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
      expect(outcome).toMatchObject({
        kind: 'failed_with_bill',
        fault: 'structured_answer_unclear',
        units: { input_tokens: 20, output_tokens: 5 },
      });
    }
  });

  it('a verdict with a call of an unknown function is invalid', async () => {
    for (const [wire] of EVERY_WIRE) {
      const other = calls[wire](failed).replace('"verdict"', '"final_verdict"');
      const body = answers[wire](`${calls[wire](passed)},${other}`, PLAIN[wire]);
      const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
      const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
      expect(outcome).toMatchObject({ kind: 'failed_with_bill', fault: 'structured_answer_unclear' });
    }
  });

  it('a verdict with one in the form from before calls were a list is invalid', async () => {
    const single = `"function_call":{"name":"verdict","arguments":${JSON.stringify(failed)}}`;
    const body = answers
      .chat_completions(calls.chat_completions(passed), PLAIN.chat_completions)
      .replace('"message":{', `"message":{${single},`);
    const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
    const outcome = await callOverWire('chat_completions', server.origin, { structured: VERDICT });
    expect(outcome).toMatchObject({ kind: 'failed_with_bill', fault: 'structured_answer_unclear' });
  });

  it('two consecutive documents are not a verdict, and the reply states this', async () => {
    for (const wire of ['chat_completions', 'responses'] as const) {
      const body = answers[wire](calls[wire](`${passed}\n${failed}`), PLAIN[wire]);
      const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
      const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
      expect(outcome).toMatchObject({
        kind: 'failed_with_bill',
        fault: 'structured_answer_unclear',
        reply: `${passed}\n${failed}`,
      });
    }
  });

  it('an invalid reply is stored from its beginning, up to a limit', async () => {
    const long = `{"passed":"${'x'.repeat(10_000)}"}`;
    for (const [wire] of EVERY_WIRE) {
      const server = await startAnsweringServer(
        (response) => void response.writeHead(200, JSON_TYPE).end(answers[wire](calls[wire](long), PLAIN[wire])),
      );
      const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
      expect(outcome).toMatchObject({ fault: 'structured_answer_missing', reply: long.slice(0, 4_096) });
    }
    const page = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end('{"no":"wire"}'));
    expect(await callOverWire('messages', page.origin, { structured: VERDICT })).toMatchObject({
      kind: 'effect_unknown',
      fault: 'answer_unreadable',
      reply: '{"no":"wire"}',
    });
  });

  it.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }, 'content_filtered'],
    ['a malformed function call', { finishReason: 'MALFORMED_FUNCTION_CALL' }, 'provider_failed'],
    ['an unknown ending', { finishReason: 'NEW_REASON', content: { parts: [{ text: '' }] } }, 'answer_empty'],
  ])('over generateContent, %s', async (_how, answer, fault) => {
    const usageMetadata = { promptTokenCount: 20, totalTokenCount: 20 };
    const body = 'promptFeedback' in answer ? { ...answer, usageMetadata } : { candidates: [answer], usageMetadata };
    const server = await startAnsweringServer((response) => sendJson(response, 200, body));
    expect(await callOverWire('generate_content', server.origin)).toMatchObject({ kind: 'failed_with_bill', fault });
  });

  it("over generateContent, Google's word for a refusal", async () => {
    const error = { code: 429, message: 'No.', status: 'RESOURCE_EXHAUSTED' };
    const server = await startAnsweringServer((response) => sendJson(response, 429, { error }));
    const refused = { kind: 'refused', fault: 'rate_limited', providerCode: 'RESOURCE_EXHAUSTED' };
    expect(await callOverWire('generate_content', server.origin)).toMatchObject(refused);
  });

  it.each(['"eos"', '""', 'null'])('a verdict whose answer ends by %s is invalid', async (reason) => {
    const body = answers.chat_completions(calls.chat_completions(passed), reason);
    const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
    const outcome = await callOverWire('chat_completions', server.origin, { structured: VERDICT });
    expect(outcome).toMatchObject({ kind: 'failed_with_bill', fault: 'structured_answer_unclear' });
  });

  it('a verdict in two choices is invalid', async () => {
    const choice = `{"message":{"tool_calls":[${calls.chat_completions(passed)}]},"finish_reason":"stop"}`;
    const body = `{"model":"m","choices":[${choice},${choice}],"usage":{"prompt_tokens":20,"completion_tokens":5}}`;
    const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
    const outcome = await callOverWire('chat_completions', server.origin, { structured: VERDICT });
    expect(outcome).toMatchObject({ kind: 'failed_with_bill', fault: 'structured_answer_unclear' });
  });

  it('a verdict that is given once, in plain text, is accepted', async () => {
    for (const [wire] of EVERY_WIRE) {
      const body = answers[wire](calls[wire](passed), PLAIN[wire]);
      const server = await startAnsweringServer((response) => void response.writeHead(200, JSON_TYPE).end(body));
      const outcome = await callOverWire(wire, server.origin, { structured: VERDICT });
      expect(outcome).toMatchObject({ kind: 'answered', structured: { passed: true } });
    }
  });

  it('a refusal in the form of each protocol', async () => {
    const bodies: Record<Exclude<Wire, 'messages'>, unknown> = {
      chat_completions: {
        ...wireBody('chat_completions', { model: 'gpt-4.1' }),
        choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: 'No.' }, finish_reason: 'stop' }],
      },
      responses: {
        ...wireBody('responses', { model: 'gpt-4.1' }),
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }],
      },
      generate_content: {
        ...wireBody('generate_content', { model: 'gemini-2.5-flash', text: '' }),
        candidates: [{ index: 0, finishReason: 'PROHIBITED_CONTENT' }],
      },
    };
    for (const wire of ['chat_completions', 'responses', 'generate_content'] as const) {
      const server = await startAnsweringServer((response) => sendJson(response, 200, bodies[wire]));
      expect(await callOverWire(wire, server.origin)).toMatchObject({
        kind: 'failed_with_bill',
        fault: 'content_filtered',
      });
    }
  });
});

describe('effect unknown', () => {
  it.each(EVERY_WIRE)('over %s, a provider without an answer before the time-out', async (wire) => {
    const server = await startAnsweringServer(() => undefined);
    const outcome = await callOverWire(wire, server.origin, { timeoutMs: 300 });
    expect(outcome).toEqual({ kind: 'effect_unknown', fault: 'timed_out', providerRequestId: undefined });
    expect(server.received).toHaveLength(1);
  });

  it.each(EVERY_WIRE)('over %s, a connection that breaks after the request', async (wire) => {
    const server = await startAnsweringServer((response) => void response.socket?.destroy());
    const outcome = await callOverWire(wire, server.origin);
    expect(outcome).toEqual({ kind: 'effect_unknown', fault: 'connection_lost', providerRequestId: undefined });
    expect(server.received).toHaveLength(1);
  });

  it('a connection that is reset immediately', async () => {
    const place = await startSocketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const outcome = await callOverWire('messages', `http://${place}`);
    expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'connection_lost' });
  });

  it('an interrupted answer', async () => {
    const server = await startAnsweringServer((response) => {
      const body = JSON.stringify(wireBody('messages', { model: 'claude-haiku-4-5', text: '42' }));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.write(body.slice(0, 40), () => response.socket?.destroy());
    });
    const outcome = await callOverWire('messages', server.origin);
    expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'connection_lost', status: 200 });
  });

  it('an answer that does not end before the time-out', async () => {
    const server = await startAnsweringServer((response) => void response.writeHead(200).write('{"id":'));
    const outcome = await callOverWire('responses', server.origin, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'timed_out', status: 200 });
  });

  it('a call that is cancelled after it was sent', async () => {
    const cancel = new AbortController();
    const server = await startAnsweringServer(() => cancel.abort());
    const outcome = await callOverWire('chat_completions', server.origin, { signal: cancel.signal });
    expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'cancelled' });
  });

  it.each([
    [408, 'provider_failed'],
    [500, 'provider_failed'],
    [502, 'provider_failed'],
    [503, 'provider_failed'],
    [504, 'provider_failed'],
  ] as const)('a status of %i, without a retry', async (status, fault) => {
    for (const [wire] of EVERY_WIRE) {
      const server = await startAnsweringServer((response) => {
        response.setHeader('x-should-retry', 'true');
        sendJson(response, status, { error: { type: 'api_error' } });
      });
      const outcome = await callOverWire(wire, server.origin);
      expect(outcome).toEqual({
        kind: 'effect_unknown',
        fault,
        status,
        providerCode: 'api_error',
        providerRequestId: 'req_head',
      });
      expect(server.received).toHaveLength(1);
    }
  });

  it.each([
    ['a text that is not JSON', '<html>'],
    ['half a document', '{"content":['],
    ['nothing', ''],
    ['another document', '{"ok":true}'],
    ['a list', '[]'],
  ])('an answer that is %s', async (_, body) => {
    for (const [wire] of EVERY_WIRE) {
      const server = await startAnsweringServer((response) => void response.writeHead(200).end(body));
      const outcome = await callOverWire(wire, server.origin);
      expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'answer_unreadable', status: 200 });
    }
  });

  it('an endless answer', async () => {
    const server = await startAnsweringServer((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      response.writeHead(200);
      more();
    });
    const outcome = await callOverWire('messages', server.origin);
    expect(outcome).toMatchObject({ kind: 'effect_unknown', fault: 'answer_too_large', status: 200 });
  });
});
