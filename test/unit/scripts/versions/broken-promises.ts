import type { Contract } from '../../../../scripts/versions/breaking-changes.ts';

/** A retired description with one read and one write. */
export function aContract(): Contract {
  return {
    info: {
      version: '2.4',
      'x-deprecation': '2026-01-01',
      'x-sunset': '2026-12-01',
      'x-superseded-by': 'next-openapi.json',
    },
    paths: {
      '/a': {
        get: {
          operationId: 'a.get',
          'x-deprecations': [{ of: { part: 'query', name: 'limit' }, since: '2026-01-01', sunset: '2026-12-01' }],
          security: [{ bearer: [] }],
          parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 100 } }],
          responses: {
            200: {
              description: 'One',
              headers: { Location: { schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
            },
          },
        },
        post: {
          operationId: 'a.post',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['k'],
                  properties: {
                    k: { type: 'integer' },
                    way: { enum: ['hard', 'starved'] },
                    tags: { type: 'object', additionalProperties: { type: 'string', maxLength: 9 } },
                  },
                },
              },
            },
          },
          responses: { 201: { description: 'Made' } },
        },
      },
    },
    components: {
      schemas: {
        A: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', description: 'Its id' },
            state: { enum: ['empty', 'full'] },
            parts: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } },
          },
        },
      },
    },
  };
}

/** The path of the read in the description. */
export const READ = ['paths', '/a', 'get'];
const WRITE = ['paths', '/a', 'post'];
const BODY = [...WRITE, 'requestBody', 'content', 'application/json', 'schema'];
const ANSWER = ['components', 'schemas', 'A'];

/** A member by its path of names, and its new value; no value removes the member. */
type Change = readonly [place: readonly string[], value?: unknown];

/** The description with one change. */
export function changed([place, value]: Change): Contract {
  const contract = aContract();
  const name = place.at(-1) ?? '';
  const parent = place.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract);
  if (value === undefined) Reflect.deleteProperty(parent as object, name);
  else Reflect.set(parent as object, name, value);
  return contract;
}

/** Each kind of change that breaks a promise: its name, the sentence of the gate, and the change. */
export const BROKEN_PROMISES: readonly [name: string, sentence: string, ...change: Change][] = [
  ['a removed path', 'GET /a was removed,POST /a was removed', ['paths', '/a']],
  ['a removed operation', 'GET /a was removed', READ],
  ['another name', 'GET /a: its operationId changed', [...READ, 'operationId'], 'a.read'],
  ['other credentials', 'GET /a: its security changed', [...READ, 'security'], []],
  ['a credential that no longer opens it', 'GET /a: its security changed', [...READ, 'security'], [{ session: [] }]],
  ['a credential for an open operation', 'POST /a: its security changed', [...WRITE, 'security'], [{ bearer: [] }]],
  ['a lower stability', 'GET /a: its x-stability changed', [...READ, 'x-stability'], 'preview'],
  ['a removed parameter', 'GET /a: its query limit was removed', [...READ, 'parameters'], []],
  [
    'a parameter that is now required',
    'GET /a: its query limit is required now',
    [...READ, 'parameters', '0', 'required'],
    true,
  ],
  [
    'a new parameter that is required',
    'GET /a: its header if-match is new and required',
    [...READ, 'parameters', '1'],
    { in: 'header', name: 'if-match', required: true, schema: {} },
  ],
  [
    'a narrower parameter',
    'GET /a: query limit: its maximum changed',
    [...READ, 'parameters', '0', 'schema', 'maximum'],
    50,
  ],
  ['a removed response', 'GET /a: its response 200 was removed', [...READ, 'responses', '200']],
  [
    'another media type',
    'GET /a: its response 200 no longer has application/json',
    [...READ, 'responses', '200', 'content'],
    { 'text/csv': {} },
  ],
  [
    'a body for an operation without one',
    'GET /a: its body is new and required',
    [...READ, 'requestBody'],
    { required: true },
  ],
  ['a removed body', 'POST /a: its body was removed', [...WRITE, 'requestBody']],
  ['a body that is now required', 'POST /a: its body is required now', [...WRITE, 'requestBody', 'required'], true],
  ['a member that is not accepted', 'POST /a: body/k was removed', [...BODY, 'properties', 'k']],
  ['a member that is now required', 'POST /a: body/way is required now', [...BODY, 'required'], ['k', 'way']],
  ['another type', 'POST /a: body/k: its type changed', [...BODY, 'properties', 'k', 'type'], 'string'],
  ['a refused value', 'POST /a: body/way: starved is now refused', [...BODY, 'properties', 'way', 'enum'], ['hard']],
  [
    'a list of values in place of any text',
    'POST /a: body/k: its enum changed',
    [...BODY, 'properties', 'k', 'enum'],
    [1],
  ],
  ['a member that is not returned', 'schema A/state was removed', [...ANSWER, 'properties', 'state']],
  ['a member that may now be absent', 'schema A/id may be absent now', [...ANSWER, 'required'], []],
  [
    'an unknown value',
    'schema A/state: half is now returned',
    [...ANSWER, 'properties', 'state', 'enum'],
    ['empty', 'full', 'half'],
  ],
  [
    'other items',
    'schema A/parts/items: its type changed',
    [...ANSWER, 'properties', 'parts', 'items', 'anyOf', '1', 'type'],
    'string',
  ],
  [
    'fewer kinds of items',
    'schema A/parts/items: its anyOf has 1 parts, not 2',
    [...ANSWER, 'properties', 'parts', 'items', 'anyOf'],
    [{ $ref: '#/components/schemas/A' }],
  ],
  [
    'a removed header',
    'GET /a: its response 200 no longer has the header Location',
    [...READ, 'responses', '200', 'headers'],
    {},
  ],
  [
    'another header value',
    'GET /a: response 200 header Location: its type changed',
    [...READ, 'responses', '200', 'headers', 'Location', 'schema', 'type'],
    'integer',
  ],
  [
    'narrower values of free members',
    'POST /a: body/tags/*: its maxLength changed',
    [...BODY, 'properties', 'tags', 'additionalProperties', 'maxLength'],
    8,
  ],
  [
    'a refusal of free members',
    'POST /a: body/tags: its additionalProperties changed',
    [...BODY, 'properties', 'tags', 'additionalProperties'],
    false,
  ],
  [
    'an earlier end of a deprecated part',
    'GET /a: the sunset of its limit was 2026-12-01 and is now 2026-11-01',
    [...READ, 'x-deprecations', '0', 'sunset'],
    '2026-11-01',
  ],
  [
    'an earlier end of a document',
    'its x-sunset was 2026-12-01 and is now 2026-11-01',
    ['info', 'x-sunset'],
    '2026-11-01',
  ],
  ['a removed marker', 'its x-superseded-by was removed', ['info', 'x-superseded-by']],
];

/** Each kind of change that keeps all promises: its name, and the change. */
export const KEPT_PROMISES: readonly [name: string, ...change: Change][] = [
  ['nothing new', ['info', 'version'], '2.4'],
  ['another operation', ['paths', '/b'], { get: { operationId: 'b.get' } }],
  ['another method', ['paths', '/a', 'delete'], { operationId: 'a.delete' }],
  ['another credential that opens it', [...READ, 'security'], [{ session: [] }, { bearer: [] }]],
  ['a parameter that may be sent', [...READ, 'parameters', '1'], { in: 'query', name: 'of', schema: {} }],
  ['another response', [...READ, 'responses', '503'], { description: 'Later' }],
  ['a member that may be sent', [...BODY, 'properties', 'more'], {}],
  ['a member that need not be sent any more', [...BODY, 'required'], []],
  ['an accepted value', [...BODY, 'properties', 'way', 'enum'], ['hard', 'starved', 'any']],
  ['a member that is answered', [...ANSWER, 'properties', 'more'], {}],
  ['a member that is always answered', [...ANSWER, 'required'], ['id', 'state']],
  ['a value that is no longer returned', [...ANSWER, 'properties', 'state', 'enum'], ['full']],
  ['another description', [...ANSWER, 'properties', 'id', 'description'], 'The id'],
  ['a later end of a deprecated part', [...READ, 'x-deprecations', '0', 'sunset'], '2027-01-01'],
  ['an end that is taken back', [...READ, 'x-deprecations'], []],
  ['another header', [...READ, 'responses', '200', 'headers', 'Link'], { schema: { type: 'string' } }],
  [
    'another description of free members',
    [...BODY, 'properties', 'tags', 'additionalProperties', 'description'],
    'A text',
  ],
];
