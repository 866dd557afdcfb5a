import { describe, expect, it } from 'vitest';
import { downstreamHeaders, upstreamHeaders } from '../../../proxy/headers/forward-headers.ts';
import { noteHeaders, type NotedHeaders } from '../../../proxy/headers/note-headers.ts';
import { readCredentials } from '../../../proxy/headers/read-credentials.ts';

const SETTINGS = { hasDimensions: true, mostTags: 8, tierHeader: 'x-tt-tier' };

function note(headers: Record<string, string>, settings: Partial<typeof SETTINGS> = {}): NotedHeaders {
  return noteHeaders(headers, { ...SETTINGS, ...settings });
}

/** As Node gives it: a character for each byte. */
function bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const long = 'a'.repeat(200);
const cut = 'a'.repeat(128);

describe('what a request says of itself', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['the step', { 'x-tt-step-id': 's1', 'x-tt-parent-id': 's0' }, { step_id: 's1', parent_id: 's0' }],
    ['the agent', { 'x-tt-agent': 'planner' }, { agent: 'planner' }],
    ['a tier', { 'x-tt-tier': 'complex' }, { tier: 'complex' }],
    ['a trace of W3C', { traceparent: '00-4bf9-00f0-01' }, { 'trace.w3c': '00-4bf9-00f0-01' }],
    [
      'dimensions',
      { 'x-tt-user': 'u', 'x-tt-tenant': 't', 'x-tt-feature': 'f' },
      { 'dims.user': 'u', 'dims.tenant': 't', 'dims.feature': 'f' },
    ],
    ['a value of 128 bytes whole', { 'x-tt-agent': cut }, { agent: cut }],
    ['a longer one cut at the byte', { 'x-tt-agent': long }, { agent: cut }],
    ['characters of two bytes cut at the byte', { 'x-tt-agent': bytes('é'.repeat(65)) }, { agent: 'é'.repeat(64) }],
    ['no half of a character', { 'x-tt-agent': bytes(`a${'é'.repeat(64)}`) }, { agent: `a${'é'.repeat(63)}` }],
    [
      'no part of one of four bytes',
      { 'x-tt-agent': bytes(`abc${'😀'.repeat(32)}`) },
      { agent: `abc${'😀'.repeat(31)}` },
    ],
    ['nothing for an empty value', { 'x-tt-agent': ' ' }, {}],
    ['a tab as a blank', { 'x-tt-agent': 'a\tb' }, { agent: 'a b' }],
    ['hints', { 'x-llm-d-slo-ttft-ms': '200', 'x-slo-tpot-ms': '30' }, { slo_ttft_ms: '200', slo_tpot_ms: '30' }],
    [
      'the current name of a hint before its alias',
      { 'x-llm-d-slo-ttft-ms': '1', 'x-slo-ttft-ms': '2' },
      { slo_ttft_ms: '1' },
    ],
    ['no hint that is no whole number', { 'x-slo-ttft-ms': '1.5', 'x-llm-d-slo-tpot-ms': 'soon' }, {}],
    ['nothing of what the gateway says itself', { 'x-tt-team': 'a', 'x-tt-key': 'b', 'x-tt-request-id': 'c' }, {}],
    ['a tag', { 'x-tt-tag-env': 'prod' }, { 'tag.env': 'prod' }],
    ['a tag with a key of 32 bytes', { [`x-tt-tag-${'k'.repeat(32)}`]: 'v' }, { [`tag.${'k'.repeat(32)}`]: 'v' }],
    ['a longer key as dropped', { [`x-tt-tag-${'k'.repeat(33)}`]: 'v', 'x-tt-tag-': 'v' }, { tags_dropped: '2' }],
    ['the value of a tag cut', { 'x-tt-tag-a': long }, { 'tag.a': cut }],
  ])('notes %s', (_, headers, noted) => {
    expect(note(headers).noted).toEqual(noted);
  });

  it('notes tags in the order of their names, and counts the excess', () => {
    const headers = Object.fromEntries(
      ['j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'].map((k) => [`x-tt-tag-${k}`, k]),
    );
    expect(Object.keys(note(headers).noted)).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((k) => `tag.${k}`).concat('tags_dropped'),
    );
    expect(note(headers).noted['tags_dropped']).toBe('2');
    expect(note(headers, { mostTags: 1 }).noted).toEqual({ 'tag.a': 'a', tags_dropped: '9' });
  });

  it('notes dimensions and tags only where that is asked for', () => {
    const headers = { 'x-tt-user': 'u', 'x-tt-tag-a': 'b', 'x-tt-agent': 'planner' };
    expect(note(headers, { hasDimensions: false }).noted).toEqual({ agent: 'planner' });
  });

  it.each([
    ['user_turn', 'user_turn'],
    ['tool_loop', 'tool_loop'],
    ['provider_state', 'provider_state'],
    ['USER_TURN', undefined],
    ['other', undefined],
  ])('takes the step class %s as %s', (said, taken) => {
    expect(note({ 'x-tt-step-class': said }).stepClass).toBe(taken);
  });

  it('has a trace of its own, and none of W3C', () => {
    expect(note({ 'x-tt-trace-id': long }).traceId).toBe(cut);
    expect(note({ traceparent: '00-4bf9-00f0-01' }).traceId).toBeUndefined();
  });

  it('reads the tier from the header that the file names', () => {
    expect(note({ 'x-tier': 'a', 'x-tt-tier': 'b' }, { tierHeader: 'x-tier' }).noted).toEqual({ tier: 'a' });
  });
});

describe('a credential', () => {
  it.each<[Record<string, string>, string | undefined, string | undefined]>([
    [{ authorization: 'Bearer one' }, 'one', undefined],
    [{ authorization: 'bearer  one' }, 'one', undefined],
    [{ 'x-api-key': 'a', 'api-key': 'b', 'x-goog-api-key': 'c' }, 'a', 'b'],
    [{ 'api-key': 'b', 'x-goog-api-key': 'c' }, 'b', 'c'],
    [{ 'x-goog-api-key': 'c' }, 'c', undefined],
    [{ authorization: 'Bearer one', 'x-api-key': 'a', 'api-key': 'b' }, 'one', 'a'],
    // What is there decides, also where it is of no use.
    [{ authorization: 'Basic b25l', 'x-api-key': 'a' }, undefined, 'a'],
    [{ authorization: '', 'x-api-key': 'a' }, undefined, 'a'],
    [{}, undefined, undefined],
  ])('of %j is %s, and brings %s along', (headers, key, brought) => {
    expect(readCredentials(headers)).toEqual({ key, brought });
  });
});

describe('headers on their way to a provider', () => {
  const forward = (raw: string[], more: Partial<Parameters<typeof upstreamHeaders>[1]> = {}): string[] =>
    upstreamHeaders(raw, { tierHeader: 'x-tt-tier', wire: 'anthropic', key: 'k', ...more });
  const own = ['accept-encoding', 'identity', 'x-api-key', 'k'];

  it.each([
    ...['x-tt-trace-id', 'X-TT-Step-Id', 'x-tt-parent-id', 'x-tt-agent', 'x-tt-step-class', 'x-tt-tier', 'x-tt-user'],
    ...['x-tt-tenant', 'x-tt-feature', 'x-tt-tag-a', 'x-tt-cache', 'x-tt-team', 'x-tt-key', 'X-Tt-Request-Id'],
    ...['x-tt-anything', 'Authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'Host', 'Content-Length'],
    ...['Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Proxy-Authorization'],
    ...['Proxy-Authenticate', 'Expect', 'Accept-Encoding'],
  ])('end here: %s', (name) => {
    expect(forward([name, 'v'])).toEqual(own);
  });

  it.each([
    ...['anthropic-version', 'anthropic-beta', 'Content-Type', 'User-Agent', 'traceparent', 'x-llm-d-slo-ttft-ms'],
    ...['x-slo-tpot-ms', 'OpenAI-Organization', 'x-stainless-retry-count', 'x-ttfoo', 'x-tier'],
  ])('go on as they were written: %s', (name) => {
    expect(forward([name, 'V, v'])).toEqual([...own, name, 'V, v']);
  });

  it('end here where the connection names them', () => {
    expect(forward(['Connection', 'close, X-Private', 'x-private', 'v', 'x-open', 'w'])).toEqual([
      ...own,
      'x-open',
      'w',
    ]);
  });

  it('end here where a tier is named in them', () => {
    expect(forward(['X-Tier', 'complex'], { tierHeader: 'x-tier' })).toEqual(own);
  });

  it('carry the key in the form of the wire, or none', () => {
    expect(forward([], { wire: 'openai' })).toEqual(['accept-encoding', 'identity', 'authorization', 'Bearer k']);
    expect(forward([], { key: undefined })).toEqual(['accept-encoding', 'identity']);
  });
});

describe('headers on their way back', () => {
  it('are those of the provider, twice where they stand twice, and our id', () => {
    const said = { 'request-id': 'r', 'set-cookie': ['a', 'b'], 'content-length': '2', 'retry-after': '3' };
    expect(downstreamHeaders(said, 'greq_1')).toEqual([
      ...['x-tt-request-id', 'greq_1', 'request-id', 'r', 'set-cookie', 'a', 'set-cookie', 'b'],
      ...['content-length', '2', 'retry-after', '3'],
    ]);
  });

  it('say nothing in our name, and nothing of a connection', () => {
    const said = {
      'x-tt-request-id': 'x',
      'x-tt-cache': 'hit',
      connection: 'close, X-A',
      'x-a': '1',
      'keep-alive': '5',
      'transfer-encoding': 'chunked',
    };
    expect(downstreamHeaders(said, 'greq_1')).toEqual(['x-tt-request-id', 'greq_1']);
  });
});
