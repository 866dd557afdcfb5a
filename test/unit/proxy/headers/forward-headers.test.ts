import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { answerHeaders } from '../../../../proxy/headers/answer-headers.ts';
import { downstreamHeaders, upstreamHeaders, type HeaderReceiver } from '../../../../proxy/headers/forward-headers.ts';
import {
  ANTHROPIC_TYPESCRIPT_HEADERS,
  CLAUDE_CODE_HEADERS,
  CODEX_HEADERS,
  UNKNOWN_CLIENT_HEADERS,
  OPENAI_TYPESCRIPT_HEADERS,
  PYTHON_CLIENT_HEADERS,
  type Verdict,
} from './headers-of-clients.ts';
import { READ_BY_CLIENTS, RECORDED } from './headers-of-providers.ts';

const NONE: ReadonlySet<string> = new Set();
const RECEIVER: HeaderReceiver = {
  added: NONE,
  hasOwnKey: false,
  tierHeader: 'x-tt-tier',
  wire: 'anthropic',
  key: 'k',
};
const OWN_HEADERS = ['accept-encoding', 'identity', 'content-type', 'application/json', 'x-api-key', 'k'];

function sent(raw: readonly string[], more: Partial<HeaderReceiver> = {}): string[] {
  const headers = upstreamHeaders(raw, { ...RECEIVER, ...more });
  expect(headers.slice(0, OWN_HEADERS.length)).toEqual(OWN_HEADERS);
  return headers.slice(OWN_HEADERS.length);
}

/** The treatment of a header, by the sent headers and by the headers that distinguish requests. */
function verdictOf(name: string): Verdict {
  const raw = [name, 'v'];
  const own = { ...RECEIVER, hasOwnKey: true };
  const [goes, goesWithOwnKey] = [sent(raw).length > 0, sent(raw, own).length > 0];
  const tells = answerHeaders(raw, RECEIVER).length > 0;
  // A sent header that is not harmless distinguishes requests. No other header does.
  expect(tells && !goes).toBe(false);
  if (goes) return tells ? 'answer' : 'harmless';
  if (goesWithOwnKey) return 'account';
  return SAID_BY_GATEWAY.has(name) ? 'said_by_gateway' : 'ends_here';
}

/** The headers of the connection, and the headers that the gateway writes itself. */
const SAID_BY_GATEWAY: ReadonlySet<string> = new Set([
  ...['accept-encoding', 'authorization', 'connection', 'content-length', 'content-type', 'host', 'x-api-key'],
]);

describe.each<[string, Readonly<Record<string, Verdict>>]>([
  ['the SDK of Anthropic for TypeScript', ANTHROPIC_TYPESCRIPT_HEADERS],
  ['the SDK of OpenAI for TypeScript', OPENAI_TYPESCRIPT_HEADERS],
  ['the SDKs and LangChain for Python', PYTHON_CLIENT_HEADERS],
  ['Claude Code', CLAUDE_CODE_HEADERS],
  ['Codex', CODEX_HEADERS],
])('headers of %s', (_, verdicts) => {
  it.each(Object.entries(verdicts))('%s: %s', (name, verdict) => {
    expect(verdictOf(name)).toBe(verdict);
  });
});

describe('headers of requests', () => {
  it.each(UNKNOWN_CLIENT_HEADERS)('end at the gateway: %s', (name) => {
    expect(sent([name, 'v'], { hasOwnKey: true })).toEqual([]);
  });

  it.each([
    ...['x-tt-trace-id', 'X-TT-Step-Id', 'x-tt-cache', 'x-tt-tag-a', 'x-tt-anything', 'X-Tt-Request-Id'],
    ...['Authorization', 'X-Api-Key', 'api-key', 'x-goog-api-key', 'Proxy-Authorization', 'Cookie'],
    ...['Connection', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Expect', 'HTTP2-Settings'],
  ])('end at the gateway in any case: %s', (name) => {
    expect(sent([name, 'v'])).toEqual([]);
  });

  it('are passed on unchanged, in order', () => {
    const raw = ['User-Agent', 'A', 'ANTHROPIC-BETA', 'b, C', 'Cookie', 'd', 'anthropic-beta', 'e'];
    expect(sent(raw)).toEqual(['User-Agent', 'A', 'ANTHROPIC-BETA', 'b, C', 'anthropic-beta', 'e']);
  });

  it('have the key in the protocol’s form, or none', () => {
    const own = OWN_HEADERS.slice(0, 4);
    expect(upstreamHeaders([], { ...RECEIVER, wire: 'openai' })).toEqual([...own, 'authorization', 'Bearer k']);
    expect(upstreamHeaders([], { ...RECEIVER, key: undefined })).toEqual(own);
  });

  it('end at the gateway if they name a tier', () => {
    expect(sent(['Version', 'complex'], { tierHeader: 'version' })).toEqual([]);
    expect(sent(['X-Tier', 'complex'], { tierHeader: 'x-tier', added: new Set(['x-tier']) })).toEqual([]);
  });

  it('are passed on if the configuration file adds them, and distinguish requests', () => {
    const added = new Set(['x-title', 'user-agent', 'openai-project']);
    const raw = ['X-Title', 'T', 'User-Agent', 'U', 'OpenAI-Project', 'P', 'X-Other', 'O'];
    expect(sent(raw, { added })).toEqual(['X-Title', 'T', 'User-Agent', 'U', 'OpenAI-Project', 'P']);
    expect(answerHeaders(raw, { ...RECEIVER, added })).toEqual([
      ['openai-project', 'P'],
      ['user-agent', 'U'],
      ['x-title', 'T'],
    ]);
  });

  it.each([['content-type, anthropic-version'], ['Anthropic-Version'], ['close,ANTHROPIC-VERSION , x']])(
    'of the list are passed on even if a connection names them: %s',
    (options) => {
      expect(sent(['Connection', options, 'anthropic-version', 'v'])).toEqual(['anthropic-version', 'v']);
    },
  );

  it('of the configuration file end with a connection that names them', () => {
    const rules = { ...RECEIVER, added: new Set(['x-title', 'x-route']) };
    const raw = ['Connection', 'close', 'X-Title', 'T', 'connection', ' X-TITLE ,b', 'X-Route', 'R'];
    expect(sent(raw, rules)).toEqual(['X-Route', 'R']);
    expect(answerHeaders(raw, rules)).toEqual([['x-route', 'R']]);
  });

  it('distinguish requests by all their values, and by the order of values of one name', () => {
    const textOf = (raw: string[]): string => JSON.stringify(answerHeaders(raw, RECEIVER));
    const [one, other] = [
      ['anthropic-beta', 'a'],
      ['Anthropic-Beta', 'b'],
    ];
    expect(textOf([...one, ...other])).not.toBe(textOf(one));
    expect(textOf([...one, ...other])).not.toBe(textOf([...other, ...one]));
    expect(textOf([...one, 'accept', '*/*'])).toBe(textOf(['Accept', '*/*', ...one]));
    expect(textOf([...one, 'user-agent', 'a'])).toBe(textOf([...one, 'user-agent', 'b']));
  });

  it('without a value end the list', () => {
    expect(sent(['accept', '*/*', 'user-agent'])).toEqual(['accept', '*/*']);
  });
});

describe('headers of answers', () => {
  const ours = ['x-tt-request-id', 'greq_1', 'x-content-type-options', 'nosniff'];

  it.each(Object.entries({ ...RECORDED, ...READ_BY_CLIENTS }))('%s: %s', (name, verdict) => {
    const returned = downstreamHeaders({ [name]: 'v' }, 'greq_1', NONE);
    expect(returned).toEqual(verdict === 'returned' ? [...ours, name, 'v'] : ours);
  });

  it('are passed on twice if they are repeated', () => {
    const headers: IncomingHttpHeaders = {
      'request-id': 'r',
      'x-oai-request-id': ['a', 'b'],
      'set-cookie': ['c', 'd'],
    };
    expect(downstreamHeaders(headers, 'greq_1', NONE)).toEqual([
      ...ours,
      'request-id',
      'r',
      ...['x-oai-request-id', 'a', 'x-oai-request-id', 'b'],
    ]);
  });

  it('do not speak for the gateway, and concern no connection', () => {
    const headers = {
      'x-tt-request-id': 'x',
      'x-tt-cache': 'hit',
      connection: 'close',
      'keep-alive': '5',
      trailer: 'a',
    };
    expect(downstreamHeaders(headers, 'greq_1', NONE)).toEqual(ours);
  });

  it('are passed on if the configuration file adds them, unless the connection names them', () => {
    const headers = { connection: 'X-Region, content-type', 'x-region': 'eu', 'x-cost': '1', 'content-type': 'a/b' };
    const added = new Set(['x-region', 'x-cost']);
    expect(downstreamHeaders(headers, 'greq_1', added)).toEqual([...ours, 'x-cost', '1', 'content-type', 'a/b']);
  });

  it('do not match properties of every object', () => {
    expect(
      downstreamHeaders(JSON.parse('{"__proto__":"x","constructor":"y"}') as IncomingHttpHeaders, 'greq_1', NONE),
    ).toEqual(ours);
  });
});
