import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { BODY_LIMITS } from '../../../api/frame/transport/body-limits.ts';
import { makeQuestion } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const QUERY = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/query`;
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `id-${index}`);

describe('a body', () => {
  it.each([
    ['30,000 equal numbers', { metrics: Array(30_000).fill(1) }, '/metrics', 'has more than 500 members'],
    ['501 ids', makeQuestion({ scope: { gateway_ids: ids(501) } }), '/scope/gateway_ids', 'has more than 500 members'],
    ['10,000 unknown members', Object.fromEntries(ids(10_000).map((id) => [id, 1])), '', 'has more than 64 members'],
  ])('is not read beyond its first exceeded limit: %s', async (_name, body, pointer, detail) => {
    const answered = await new TestApi().post(QUERY, { body });
    expect([answered.status, answered.body['errors']]).toEqual([422, [{ pointer, detail }]]);
  });

  it('is refused for repeats only if it has no other fault', async () => {
    const api = new TestApi();
    const metrics = ['requests.v1', 'requests.v1'];
    const repeated = await api.post(QUERY, { body: makeQuestion({ metrics }) });
    expect(repeated.body['errors']).toEqual([{ pointer: '/metrics', detail: 'must not have duplicate items' }]);
    const more = await api.post(QUERY, { body: { ...makeQuestion({ metrics }), schema: 2 } });
    expect(more.body['errors']).toEqual([{ pointer: '/schema', detail: 'must be 1' }]);
  });

  it('is refused with at most a hundred faults', async () => {
    const body = { ...makeQuestion(), release_ids: Array(500).fill(1) };
    const { status, body: problem } = await new TestApi().post(QUERY, { body });
    expect([status, (problem['errors'] as unknown[]).length]).toEqual([422, 100]);
    expect(problem['detail']).toContain('; and 96 more.');
  });

  it('with a repeated member is refused, regardless of the value that a parser would use', async () => {
    const api = new TestApi();
    const question = JSON.stringify(makeQuestion());
    const body = `${question.slice(0, -1)},"scope":{}}`;
    const { status, body: problem } = await api.post(QUERY, { body });
    expect([status, problem['errors']]).toEqual([422, [{ pointer: '/scope', detail: 'appears twice' }]]);
    expect(problem['detail']).toBe('/scope appears twice.');
    expect(api.asked).toEqual([]);
  });

  it('with the name __proto__ changes nothing else', async () => {
    const body = `${JSON.stringify(makeQuestion()).slice(0, -1)},"__proto__":{"page_size":5}}`;
    const { status, body: problem } = await new TestApi().post(QUERY, { body });
    expect([status, problem['errors']]).toEqual([
      422,
      [{ pointer: '/__proto__', detail: 'is not a member of this document' }],
    ]);
  });

  it('with lists of the maximum length is read', async () => {
    const api = new TestApi();
    const [application_ids, gateway_ids, environment_ids] = [ids(500), ids(500), ids(500)];
    const scope = {
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      application_ids,
      gateway_ids,
      environment_ids,
    };
    const body = makeQuestion({ scope, release_ids: ids(500) });
    // The status is 403 because the caller may not read these ids, which shows that the body was read to its end.
    expect((await api.post(QUERY, { body })).status).toBe(403);
  });
});

describe('the limits of all bodies', () => {
  const schemas: { place: string; schema: Record<string, unknown> }[] = [];
  const patterns = new Map<string, string>();
  beforeAll(async () => {
    const api = new TestApi();
    api.app.addHook('onRoute', ({ schema, url }) => {
      const { body, querystring, headers } = (schema ?? {}) as Record<string, TSchema | undefined>;
      for (const part of [body, querystring, headers]) if (part !== undefined) walk(part, url);
    });
    await api.app.ready();
  });

  function walk(schema: unknown, place: string): void {
    if (typeof schema !== 'object' || schema === null) return;
    const one = schema as Record<string, unknown>;
    schemas.push({ place, schema: one });
    if (typeof one['pattern'] === 'string') patterns.set(one['pattern'], place);
    for (const inner of Object.values(one['properties'] ?? {})) walk(inner, place);
    walk(one['items'], place);
  }

  it('permit everything that a schema permits', () => {
    const beyond = schemas.filter(({ schema }) => {
      const members = Object.keys(schema['properties'] ?? {}).length;
      const { maxItems = 0, maxLength = 0 } = schema as { maxItems?: number; maxLength?: number };
      return maxItems > BODY_LIMITS.items || maxLength > BODY_LIMITS.text || members > BODY_LIMITS.members;
    });
    expect(schemas.length).toBeGreaterThan(100);
    expect(beyond).toEqual([]);
  });

  it('apply before checks whose time grows with a text, and not faster than the text', () => {
    expect(patterns.size).toBeGreaterThan(10);
    const unbounded = (pattern: string): number =>
      pattern.replaceAll(/\[[^\]]*\]|\\./g, 'x').match(/[*+]|\{\d+,\}/g)?.length ?? 0;
    const isGroupRepeated = (pattern: string): boolean => /\)[*+{]/.test(pattern);
    // A pattern with at most one unbounded repetition, and none of a group, has only one path at each character.
    const doubtful = [...patterns].filter(([one]) => unbounded(one) > (isGroupRepeated(one) ? 0 : 1));
    expect(doubtful).toEqual([]);
  });
});
