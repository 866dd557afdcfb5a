import { describe, expect, it } from 'vitest';
import { readAnnotations, type HeaderAnnotations } from '../../../../proxy/headers/read-annotations.ts';
import { readCredentials } from '../../../../proxy/headers/read-credentials.ts';

const SETTINGS = { hasDimensions: true, maxTags: 8, tierHeader: 'x-tt-tier', limitedTags: new Set<string>() };

function note(headers: Record<string, string>, settings: Partial<typeof SETTINGS> = {}): HeaderAnnotations {
  return readAnnotations(headers, { ...SETTINGS, ...settings });
}

/** A header text in Node's form: one character per byte. */
function bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

const long = 'a'.repeat(200);
const cut = 'a'.repeat(128);

describe('the dimensions of a request', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['the step', { 'x-tt-step-id': 's1', 'x-tt-parent-id': 's0' }, { step_id: 's1', parent_id: 's0' }],
    ['the agent', { 'x-tt-agent': 'planner' }, { agent: 'planner' }],
    [
      'user, tenant and feature',
      { 'x-tt-user': 'u', 'x-tt-tenant': 't', 'x-tt-feature': 'f' },
      { user: 'u', tenant: 't', feature: 'f' },
    ],
    ['a complete value of 128 bytes', { 'x-tt-agent': cut }, { agent: cut }],
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
    ['no value that the gateway sets itself', { 'x-tt-team': 'a', 'x-tt-key': 'b', 'x-tt-request-id': 'c' }, {}],
    ['a tag', { 'x-tt-tag-env': 'prod' }, { 'tag.env': 'prod' }],
    ['a tag with a key of 32 bytes', { [`x-tt-tag-${'k'.repeat(32)}`]: 'v' }, { [`tag.${'k'.repeat(32)}`]: 'v' }],
    ['the value of a tag cut', { 'x-tt-tag-a': long }, { 'tag.a': cut }],
  ])('have %s', (_, headers, dimensions) => {
    expect([note(headers).dimensions, note(headers).annotations]).toEqual([dimensions, {}]);
  });

  it('have tags in the order of their names, and count the excess', () => {
    const headers = Object.fromEntries(
      ['j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'].map((k) => [`x-tt-tag-${k}`, k]),
    );
    expect(Object.keys(note(headers).dimensions)).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((k) => `tag.${k}`),
    );
    expect(note(headers).annotations).toEqual({ tags_dropped: '2' });
    expect(note(headers, { maxTags: 1 })).toMatchObject({
      dimensions: { 'tag.a': 'a' },
      annotations: { tags_dropped: '9' },
    });
  });

  it('have tags of limits before all others, and each of them', () => {
    const headers = Object.fromEntries(['a', 'b', 'z', 'y'].map((key) => [`x-tt-tag-${key}`, key]));
    const limitedTags = new Set(['y', 'z', 'absent']);
    const noted = [note(headers, { maxTags: 3, limitedTags }), note(headers, { maxTags: 0, limitedTags })];
    expect(noted.map(({ dimensions, annotations }) => [dimensions, annotations])).toEqual([
      [{ 'tag.y': 'y', 'tag.z': 'z', 'tag.a': 'a' }, { tags_dropped: '1' }],
      [{ 'tag.y': 'y', 'tag.z': 'z' }, { tags_dropped: '2' }],
    ]);
  });

  it('have user, tenant, feature and tags only on request', () => {
    const headers = { 'x-tt-user': 'u', 'x-tt-tag-a': 'b', 'x-tt-agent': 'planner' };
    expect(note(headers, { hasDimensions: false }).dimensions).toEqual({ agent: 'planner' });
  });
});

describe('the annotations of a request', () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['a tier', { 'x-tt-tier': 'complex' }, { tier: 'complex' }],
    ['a trace of W3C', { traceparent: '00-4bf9-00f0-01' }, { 'trace.w3c': '00-4bf9-00f0-01' }],
    ['hints', { 'x-llm-d-slo-ttft-ms': '200', 'x-slo-tpot-ms': '30' }, { slo_ttft_ms: '200', slo_tpot_ms: '30' }],
    [
      'the current name of a hint before its alias',
      { 'x-llm-d-slo-ttft-ms': '1', 'x-slo-ttft-ms': '2' },
      { slo_ttft_ms: '1' },
    ],
    ['no hint that is not a whole number', { 'x-slo-ttft-ms': '1.5', 'x-llm-d-slo-tpot-ms': 'soon' }, {}],
    [
      'a longer key of a tag as dropped',
      { [`x-tt-tag-${'k'.repeat(33)}`]: 'v', 'x-tt-tag-': 'v' },
      { tags_dropped: '2' },
    ],
  ])('have %s', (_, headers, annotations) => {
    expect([note(headers).annotations, note(headers).dimensions]).toEqual([annotations, {}]);
  });

  it.each([
    ['user_turn', 'user_turn'],
    ['tool_loop', 'tool_loop'],
    ['provider_state', 'provider_state'],
    ['USER_TURN', undefined],
    ['other', undefined],
  ])('have the step class %s as %s', (sent, taken) => {
    expect(note({ 'x-tt-step-class': sent }).stepClass).toBe(taken);
  });

  it('have their own trace, and not W3C’s', () => {
    expect(note({ 'x-tt-trace-id': long }).traceId).toBe(cut);
    expect(note({ traceparent: '00-4bf9-00f0-01' }).traceId).toBeUndefined();
  });

  it('read the tier from the header that the file names', () => {
    expect(note({ 'x-tier': 'a', 'x-tt-tier': 'b' }, { tierHeader: 'x-tier' }).annotations).toEqual({ tier: 'a' });
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
    // The present header decides, even if it is not usable.
    [{ authorization: 'Basic b25l', 'x-api-key': 'a' }, undefined, 'a'],
    [{ authorization: '', 'x-api-key': 'a' }, undefined, 'a'],
    [{}, undefined, undefined],
  ])('in %j is %s, with the provider key %s', (headers, key, callerKey) => {
    expect(readCredentials(headers)).toEqual({ key, callerKey });
  });
});
