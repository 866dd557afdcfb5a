import { describe, expect, it } from 'vitest';
import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import type { Judgement } from '../../../../providers/answers/judgement.ts';
import { createAnswerReader } from '../../../../proxy/usage/create-answer-reader.ts';

const FORM = { priceProvider: 'openai', flavor: 'chat' } as const;
const MEMORY = { take: () => true, isHeld: () => false };

/** The classification of an answer that arrives in pieces of this number of bytes. */
function judge(endpoint: CalledEndpoint, text: string, type = 'application/json', size = Infinity): Judgement {
  const reader = createAnswerReader({ endpoint, usage: FORM, headers: { 'content-type': type } }, MEMORY);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += Math.min(size, bytes.length)) reader.see(bytes.subarray(at, at + size));
  return reader.end().judgement;
}

function judgeEvents(endpoint: CalledEndpoint, events: readonly unknown[]): Judgement {
  const lines = events.map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  return judge(endpoint, lines.join(''), 'text/event-stream');
}

const MESSAGE = { type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' };
const CHAT = { choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }] };
const RESPONSE = { object: 'response', status: 'completed', output: [], error: null };
const EMBEDDINGS = { object: 'list', data: [{ embedding: [1] }] };
const CONTENT = { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] };
const ANSWERS = {
  messages: MESSAGE,
  chat_completions: CHAT,
  responses: RESPONSE,
  embeddings: EMBEDDINGS,
  generate_content: CONTENT,
} as const;
const ENDPOINTS = Object.keys(ANSWERS) as CalledEndpoint[];

describe.each(ENDPOINTS)('a body of %s', (endpoint) => {
  const of = (document: unknown): Judgement => judge(endpoint, JSON.stringify(document));

  it('with an answer is complete, even after a byte order mark and beyond 1 MiB', () => {
    const answer = JSON.stringify(ANSWERS[endpoint]);
    expect(judge(endpoint, answer)).toEqual({ state: 'complete' });
    expect(judge(endpoint, `\ufeff${answer}`)).toEqual({ state: 'complete' });
    expect(judge(endpoint, `\ufeff${answer}`, 'application/json', 1)).toEqual({ state: 'complete' });
    const large = { ...ANSWERS[endpoint], data: 'x'.repeat(2_000_000) };
    expect(judge(endpoint, `\ufeff${JSON.stringify(large)}`, 'application/json', 65_536)).toEqual({
      state: 'complete',
    });
  });

  it.each<[string, unknown, string, number | undefined]>([
    [
      'Anthropic',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded_error',
      529,
    ],
    ['OpenAI', { error: { message: 'x', type: 'server_error', param: null, code: null } }, 'server_error', 500],
    [
      'OpenAI, with a code',
      { error: { message: 'x', type: 'requests', code: 'rate_limit_exceeded' } },
      'rate_limit_exceeded',
      429,
    ],
    ['OpenRouter', { error: { message: 'Provider returned error', code: 429 }, user_id: 'u' }, 'error_429', 429],
    ['OpenRouter, its own error', { error: { message: 'Timed out', code: 408 } }, 'error_408', 408],
    [
      'Gemini',
      [{ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }],
      'UNAVAILABLE',
      503,
    ],
    ['Gemini, without a list', { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }, 'RESOURCE_EXHAUSTED', 429],
    ['Azure', { error: { code: '429', message: 'Requests have exceeded the limit.' } }, 'error_429', 429],
    ['Azure, of a filter', { error: { code: 'content_filter', message: 'x', status: 400 } }, 'content_filter', 400],
    ['a gateway of Azure', { statusCode: 429, message: 'Rate limit is exceeded.' }, 'error_429', 429],
    [
      'vLLM',
      { object: 'error', message: 'x', type: 'BadRequestError', param: null, code: 400 },
      'BadRequestError',
      400,
    ],
    ['Ollama', { error: 'model "x" not found' }, 'error', undefined],
    ['TGI', { error: 'Model is overloaded', error_type: 'overloaded' }, 'overloaded', 529],
    ['Bedrock', { __type: 'ThrottlingException', message: 'x' }, 'ThrottlingException', 429],
    ['MiniMax', { base_resp: { status_code: 1002, status_msg: 'rate limit' } }, 'error_1002', 429],
    ['Baidu', { error_code: 18, error_msg: 'Open api qps request limit reached' }, 'error', undefined],
    ['Cloudflare', { success: false, errors: [{ code: 7003, message: 'x' }] }, 'error', undefined],
    ['FastAPI', { detail: 'Not Found' }, 'error', undefined],
    ['a sentence as its type', { error: { type: 'You said: hello there' } }, 'error', undefined],
    ['an empty object', { error: {} }, 'error', undefined],
  ])('with an error of %s is failed', (_, document, word, status) => {
    expect(of(document)).toEqual({ state: 'failed', error: { word, status } });
  });

  it.each([null, false, '', {}])('with an answer next to the error %j is complete', (error) => {
    expect(of({ ...ANSWERS[endpoint], error, base_resp: { status_code: 0 } })).toEqual({ state: 'complete' });
  });

  it('with an error next to an answer is failed, large or small', () => {
    const error = { code: 502, message: 'x' };
    const failed = { state: 'failed', error: { word: 'error_502', status: 502 } };
    expect(of({ ...ANSWERS[endpoint], error })).toEqual(failed);
    expect(of({ ...ANSWERS[endpoint], more: 'x'.repeat(2_000_000), error })).toEqual(failed);
  });

  it('of another form has no result', () => {
    for (const document of [{}, [], [1], 'text', 7, { id: 'x' }]) expect(of(document)).toEqual({ state: 'unreadable' });
  });

  it('that ends early is interrupted, and a body that is not JSON is invalid', () => {
    const answer = JSON.stringify(ANSWERS[endpoint]);
    expect(judge(endpoint, answer.slice(0, -1))).toEqual({ state: 'cut_off' });
    expect(judge(endpoint, '')).toEqual({ state: 'cut_off' });
    expect(judge(endpoint, '<html>Log in</html>', 'text/html')).toEqual({ state: 'no_json' });
    expect(judge(endpoint, `<html>${'x'.repeat(2_000_000)}`, 'text/html')).toEqual({ state: 'no_json' });
    expect(judge(endpoint, `{"a":"${'x'.repeat(2_000_000)}`)).toEqual({ state: 'cut_off' });
  });
});

describe('a body of Responses', () => {
  it.each<[unknown, Judgement]>([
    ['completed', { state: 'complete' }],
    ['incomplete', { state: 'complete' }],
    [undefined, { state: 'complete' }],
    ['queued', { state: 'unfinished' }],
    ['in_progress', { state: 'unfinished' }],
    ['failed', { state: 'failed', error: { word: 'failed', status: undefined } }],
    ['cancelled', { state: 'failed', error: { word: 'cancelled', status: undefined } }],
  ])('of the status %s', (status, judgement) => {
    expect(judge('responses', JSON.stringify({ output: [], status }))).toEqual(judgement);
  });
});

it.each([
  [
    { finish_reason: 'error', message: { content: 'Hal' } },
    { word: 'error', status: undefined },
  ],
  [
    { finish_reason: 'error', error: { code: 502, message: 'x' } },
    { word: 'error_502', status: 502 },
  ],
])('a failed choice (%j) is a failed answer', (choice, error) => {
  expect(judge('chat_completions', JSON.stringify({ choices: [choice] }))).toEqual({ state: 'failed', error });
});

const words = (index: number, reason: unknown = null) => ({
  choices: [{ index, delta: { content: 'x' }, finish_reason: reason }],
});

describe('a stream of Chat Completions', () => {
  it.each<[string, readonly unknown[], Judgement['state']]>([
    ['with a reason and an end', [words(0), words(0, 'stop'), '[DONE]'], 'complete'],
    ['with a reason alone', [words(0), words(0, 'length')], 'complete'],
    ['with its usage afterwards', [words(0, 'stop'), { choices: [], usage: {} }, '[DONE]'], 'complete'],
    ['with annotations afterwards', [words(0, 'stop'), words(0), '[DONE]'], 'complete'],
    ['with only an end', [words(0), '[DONE]'], 'cut_off'],
    ['with a reason of one of two choices', [words(0), words(1), words(0, 'stop'), '[DONE]'], 'cut_off'],
    ['with reasons of both', [words(0), words(1), words(1, 'stop'), words(0, 'stop'), '[DONE]'], 'complete'],
    ['with invalid reasons', [words(0, ''), words(0, 'null'), words(0, undefined), '[DONE]'], 'cut_off'],
    ['without choices', [{ choices: [], usage: {} }, '[DONE]'], 'cut_off'],
    ['of nothing', [], 'cut_off'],
    ['of an end', ['[DONE]'], 'cut_off'],
  ])('%s is %s', (_, events, state) => {
    expect(judgeEvents('chat_completions', events)).toEqual({ state });
  });

  it.each<[string, unknown, string, number | undefined]>([
    ['OpenAI', { error: { type: 'server_error', message: 'x' } }, 'server_error', 500],
    [
      'OpenRouter',
      { error: { code: 429, message: 'x' }, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] },
      'error_429',
      429,
    ],
    ['OpenRouter, in its choice', { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }, 'error', undefined],
    ['vLLM', { object: 'error', message: 'x', type: 'InternalServerError', code: 500 }, 'InternalServerError', 500],
    ['TGI', { error: 'x y', error_type: 'overloaded' }, 'overloaded', 529],
    ['another server', { message: 'x', code: 429 }, 'error_429', 429],
  ])('with an error of %s is failed, with any later content', (_, data, word, status) => {
    expect(judgeEvents('chat_completions', [words(0), data, words(0, 'stop'), '[DONE]'])).toEqual({
      state: 'failed',
      error: { word, status },
    });
  });

  it('separates a thousand choices, and no more', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => words(index));
    expect(judgeEvents('chat_completions', [...many, '[DONE]'])).toEqual({ state: 'cut_off' });
    const ends = Array.from({ length: 1_024 }, (_, index) => words(index, 'stop'));
    expect(judgeEvents('chat_completions', [...many, ...ends, '[DONE]'])).toEqual({ state: 'complete' });
  });
});

const piece = (index: number, finishReason?: string) => ({
  candidates: [{ index, content: { parts: [{ text: 'x' }] }, finishReason }],
});

describe('a stream of generateContent', () => {
  it.each<[string, readonly unknown[], Judgement['state']]>([
    ['with a reason', [piece(0), piece(0, 'STOP')], 'complete'],
    ['with any other reason', [piece(0), piece(0, 'SAFETY')], 'complete'],
    ['with an invalid reason', [piece(0), piece(0, 'FINISH_REASON_UNSPECIFIED')], 'cut_off'],
    ['without a reason', [piece(0), piece(0)], 'cut_off'],
    ['with a reason of one of two candidates', [piece(0), piece(1), piece(1, 'STOP')], 'cut_off'],
    ['with reasons of both', [piece(0), piece(1), piece(1, 'STOP'), piece(0, 'MAX_TOKENS')], 'complete'],
    ['whose prompt is blocked', [{ promptFeedback: { blockReason: 'SAFETY' } }], 'complete'],
    ['of nothing', [], 'cut_off'],
  ])('%s is %s', (_, events, state) => {
    expect(judgeEvents('generate_content', events)).toEqual({ state });
  });

  it('with an error is failed, with any later content', () => {
    const error = { code: 503, message: 'x', status: 'UNAVAILABLE' };
    expect(judgeEvents('generate_content', [piece(0), { error }, piece(0, 'STOP')])).toEqual({
      state: 'failed',
      error: { word: 'UNAVAILABLE', status: 503 },
    });
  });
});

describe('a stream of Messages', () => {
  const START = { type: 'message_start', message: { content: [] } };
  const DELTA = { type: 'content_block_delta', delta: { text: 'x' } };
  it.each<[string, readonly unknown[], Judgement]>([
    ['to its end', [START, DELTA, { type: 'message_stop' }], { state: 'complete' }],
    [
      'without its end',
      [START, DELTA, { type: 'message_delta', delta: { stop_reason: 'end_turn' } }],
      { state: 'cut_off' },
    ],
    [
      'with an error',
      [START, DELTA, { type: 'error', error: { type: 'overloaded_error' } }],
      { state: 'failed', error: { word: 'overloaded_error', status: 529 } },
    ],
  ])('%s', (_, events, judgement) => {
    expect(judgeEvents('messages', events)).toEqual(judgement);
  });
});

describe('a stream of Responses', () => {
  const CREATED = { type: 'response.created', response: { status: 'in_progress' } };
  const last = (type: string, response: object): unknown => ({ type, response });
  it.each<[string, readonly unknown[], Judgement]>([
    ['completed', [CREATED, last('response.completed', RESPONSE)], { state: 'complete' }],
    ['incomplete', [CREATED, last('response.incomplete', { status: 'incomplete' })], { state: 'complete' }],
    ['completed as queued', [CREATED, last('response.completed', { status: 'queued' })], { state: 'unfinished' }],
    ['begun', [CREATED, { type: 'response.queued', response: { status: 'queued' } }], { state: 'cut_off' }],
    [
      'failed',
      [CREATED, last('response.failed', { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'x' } })],
      { state: 'failed', error: { word: 'rate_limit_exceeded', status: 429 } },
    ],
    [
      'failed without a message',
      [CREATED, last('response.failed', { status: 'failed', error: null })],
      { state: 'failed', error: { word: 'error', status: undefined } },
    ],
    [
      'cancelled',
      [CREATED, last('response.cancelled', { status: 'cancelled' })],
      { state: 'failed', error: { word: 'cancelled', status: undefined } },
    ],
    [
      'with an error',
      [CREATED, { type: 'error', code: 'server_error', message: 'x', param: null }],
      { state: 'failed', error: { word: 'server_error', status: 500 } },
    ],
    [
      'with an error in a member',
      [{ type: 'error', error: { type: 'invalid_request_error', code: 'x' } }],
      { state: 'failed', error: { word: 'invalid_request_error', status: 400 } },
    ],
  ])('%s', (_, events, judgement) => {
    expect(judgeEvents('responses', events)).toEqual(judgement);
  });
});

it('a stream in pieces of a byte is classified like a complete one', () => {
  const text = `: ping\r\n\r\ndata: ${JSON.stringify(words(0))}\r\n\r\ndata: ${JSON.stringify(words(0, 'stop'))}`;
  expect(judge('chat_completions', text, 'text/event-stream', 1)).toEqual({ state: 'complete' });
});
