import type { CalledEndpoint } from '../../domain/models/protocols.ts';
import { BodyScanner } from '../../proxy/body/body-scanner.ts';
import { readCall, type CallHead } from '../../proxy/request/read-call.ts';
import type { WorstBody } from './worst-bodies.ts';

/** The list whose items fill an endpoint's bodies; counting tokens uses the bodies of Messages. */
const LISTS: Readonly<Record<CalledEndpoint, string>> = {
  messages: 'messages',
  chat_completions: 'messages',
  responses: 'input',
  embeddings: 'input',
  generate_content: 'contents',
};

export const GATEWAY_ENDPOINTS = Object.keys(LISTS) as CalledEndpoint[];

/** The path that names the model and the mode. */
const NAMED: CallHead['named'] = {
  route: '/v1beta/models/{model}:streamGenerateContent',
  model: 'm',
  streaming: true,
  isCount: false,
};

/** The size of the network's chunks. */
const CHUNK_BYTES = 65_536;
const MIB = 1_048_576;

/**
 * Everything that the gateway can read in a body: limits, routes, the most expensive kind of fingerprints, and content.
 */
const WANTED: CallHead['wanted'] = {
  isLimited: true,
  isRouted: true,
  isSentElsewhere: true,
  cacheRules: [
    {
      ...{ id: 'alike', kind: 'semantic', mode: 'serve', ttlMs: 60_000 },
      ...{ models: undefined, endpoints: undefined, stepClasses: undefined, similarity: undefined },
    },
  ],
  keepsWords: true,
};

/**
 * Bodies as large as their limits permit: bytes of all kinds, values, numbers, names and levels, in every position that
 * the gateway reads.
 */
export function worstGatewayBodies(endpoint: CalledEndpoint): WorstBody[] {
  const list = LISTS[endpoint];
  const filled = (piece: string, count: number): string => `"${list}":[${Array<string>(count).fill(piece).join(',')}]`;
  const content = endpoint === 'generate_content' ? 'parts' : 'content';
  const messageOf = (text: string): string => filled(`{"role":"user","${content}":${text}}`, 1);
  const names = Array.from({ length: 99_000 }, (_, index) => `"k${index}":1`).join(',');
  const texts: Readonly<Record<string, string>> = {
    'empty objects': filled('{}', 199_000),
    'empty lists': filled('[]', 199_000),
    'empty texts': filled('""', 199_000),
    numbers: filled('1', 999_000),
    'long numbers': filled('9'.repeat(4_000), 1_000),
    'short messages': filled('{"role":"user","content":"b"}', 49_000),
    'one text': messageOf(`"${'a'.repeat(8 * MIB)}"`),
    'one text of escapes': messageOf(`"${'\\n'.repeat(4 * MIB)}"`),
    'one text of ligatures': messageOf(`"${'\ufdfa'.repeat(2 * MIB)}"`),
    'a text of marks': messageOf(`"${'\u0301\u0315'.repeat(2 * MIB)}"`),
    'levels of lists': messageOf(`${'['.repeat(500)}${']'.repeat(500)}`),
    'names in one object': `${messageOf('"b"')},"metadata":{${names}}`,
    'schemas of tools': `${messageOf('"b"')},"tools":[${Array<string>(49_000).fill('{"input_schema":{"type":"object"}}').join(',')}]`,
    media: messageOf(`[${Array<string>(30_000).fill('{"type":"image","source":{"type":"url","url":"u"}}').join(',')}]`),
  };
  return Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: Buffer.from(endpoint === 'generate_content' ? `{${text}}` : `{"model":"m","stream":true,${text}}`),
  }));
}

/** Scans a body in chunks, like the serving thread during its arrival. */
export function scanAtGateway(bytes: Buffer): void {
  const scanner = new BodyScanner();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) scanner.take(bytes.subarray(at, at + CHUNK_BYTES));
  const scanned = scanner.end();
  if ('status' in scanned) throw new Error(`A body is out of bounds: ${scanned.message}`);
}

/** Reads a body like the worker, or like the serving thread if it is small. */
export function readAtGateway(endpoint: CalledEndpoint, bytes: Buffer): void {
  const named = endpoint === 'generate_content' ? NAMED : undefined;
  const asked = readCall(bytes, { endpoint, named, stepClass: undefined, wanted: WANTED });
  if ('status' in asked) throw new Error(`A body is not read: ${asked.message}`);
}
