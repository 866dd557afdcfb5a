import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { withNamedSchemas } from '../../../api/frame/description/with-named-schemas.ts';
import { refuseInconsistentQuestion } from '../../../contracts/insight/refuse-inconsistent-question.ts';
import { INSIGHT_QUERY_EXAMPLES } from '../../../contracts/insight/insight-query-examples.ts';
import { type InsightQuery, InsightQuerySchema } from '../../../contracts/insight/insight-query.ts';
import { PROBLEM_LIMITS } from '../../../contracts/wire/problem-limits.ts';
import { makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
const QUERY = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/insights/query`;

interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

async function description(): Promise<Description> {
  return (await new TestApi().app.inject('/openapi.json')).json();
}

describe('the description', () => {
  it('has its own public URL, and equals the document of its page', async () => {
    const { app } = new TestApi();
    const [own, ofPage] = [await app.inject('/openapi.json'), await app.inject('/docs/json')];
    expect(own.statusCode).toBe(200);
    expect(own.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(own.json()).toEqual(ofPage.json());
  });

  it('refers only to named schemas, and has no unused schema', async () => {
    const document = await description();
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  it('lists the documents of the lane', async () => {
    expect(Object.keys((await description()).components.schemas)).toEqual(
      expect.arrayContaining([
        'InsightAnswer',
        'InsightCatalogue',
        'InsightQuery',
        'InsightReceipt',
        'OpenedInboxItemV1',
        'Problem',
        'ReportCreate',
        'ReportInboxItemV1',
        'ReportOccurrenceV1',
        'ReportRunOpenV1',
        'ReportRunV1',
        'ReportScheduleCreate',
        'ReportScheduleDeletion',
        'ReportScheduleUpdate',
        'ReportScheduleV1',
        'ReportV1',
        'SavedView',
        'SavedViewCreate',
      ]),
    );
  });

  it('shows the body of a question by its schema’s name', async () => {
    const { paths } = await description();
    const query = paths['/portal/api/v1/customer/v1/organizations/{org}/workspaces/{ws}/insights/query'];
    expect(query?.['post']?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/InsightQuery',
    });
  });
});

describe('naming schemas', () => {
  const named = { title: 'Thing', type: 'object', properties: { title: { type: 'string', title: 'a small title' } } };

  it('moves a schema out of all its positions, and keeps titles that are not names', () => {
    const paths = { '/a': { one: { schema: named }, two: [named] } };
    expect(withNamedSchemas({ paths })).toEqual({
      paths: {
        '/a': {
          one: { schema: { $ref: '#/components/schemas/Thing' } },
          two: [{ $ref: '#/components/schemas/Thing' }],
        },
      },
      components: { schemas: { Thing: named } },
    });
  });

  it('does not treat an example as a schema', () => {
    const paths = { '/a': { examples: [{ title: 'Thing' }] } };
    expect(withNamedSchemas({ paths })).toEqual({ paths, components: { schemas: {} } });
  });

  it('fails if two schemas have one name', () => {
    const paths = { '/a': named, '/b': { ...named, description: 'another' } };
    expect(() => withNamedSchemas({ paths })).toThrow('Two schemas have the name Thing.');
  });
});

describe('the limits that the description states', () => {
  it.each<[string, object, string]>([
    ['a name of 121 characters', { name: 'x'.repeat(121) }, '/name'],
    ['a name of 121 code points that show as one', { name: `e${'\u0301'.repeat(120)}` }, '/name'],
    ['a zone of 65 characters', { display_tz: 'A'.repeat(65) }, '/display_tz'],
    ['a zone of characters that no zone has', { display_tz: 'Europe Berlin' }, '/display_tz'],
    ['a window above the maximum of a read', { relative_window_seconds: 95_040_001 }, '/relative_window_seconds'],
  ])('apply to a saved view: %s', async (_name, change, pointer) => {
    const { status, body } = await new TestApi().post<{ errors: { pointer: string }[] }>(VIEWS, {
      body: { ...makeView(), ...change },
    });
    expect([status, body.errors[0]?.pointer]).toEqual([422, pointer]);
  });

  it.each<[string, object, string]>([
    ['a bound of a latency beyond the range of facts', { min_ms: 1_000_000_000_001 }, '/latency_filter/min_ms'],
    ['a latency bound that is not a whole number', { max_ms: 0.5 }, '/latency_filter/max_ms'],
  ])('apply to a question: %s', async (_name, bounds, pointer) => {
    const filter = { metric: 'response_latency.v1', ...bounds };
    const question = { ...makeQuestion(), metrics: undefined };
    const { status, body } = await new TestApi().post<{ errors: { pointer: string }[] }>(QUERY, {
      body: { ...question, shape: 'drilldown', drilldown: 'request', latency_filter: filter },
    });
    expect([status, body.errors.map((fault) => fault.pointer)]).toEqual([422, [pointer]]);
  });

  it.each([
    ['limit', '101'],
    ['limit', '0'],
    ['cursor', 'x'.repeat(513)],
    ['cursor', 'a b'],
  ])('apply to a list: %s', async (member, value) => {
    const { status, body } = await new TestApi().get<{ errors: { pointer: string }[] }>(VIEWS, {
      query: { [member]: value },
    });
    expect([status, body.errors.map((fault) => fault.pointer)]).toEqual([422, [`/${member}`]]);
  });

  it('apply to a problem, which does not repeat a long name', async () => {
    const { body } = await new TestApi().post<{ detail: string; errors: { pointer: string }[] }>(VIEWS, {
      body: { ...makeView(), ['x'.repeat(8_000)]: 1 },
    });
    expect(body.errors[0]?.pointer).toBe(`/${'x'.repeat(PROBLEM_LIMITS.pointer - 2)}…`);
    expect(body.detail).toHaveLength(PROBLEM_LIMITS.detail);
  });
});

describe('a query string', () => {
  it.each(['?limit=1%00', '?%00=1', '?limit=1&limit=%00'])('with NUL is refused: %s', async (query) => {
    const { status, body } = await new TestApi().get(`${VIEWS}${query}`);
    expect([status, body['detail']]).toEqual([
      422,
      'The request contains a string with NUL or half of a surrogate pair. Remove it.',
    ]);
  });
});

describe('the examples of a question', () => {
  it.each(INSIGHT_QUERY_EXAMPLES.map((question) => [question.shape, question]))(
    'are accepted: %s',
    (_shape, question) => {
      expect(Value.Errors(InsightQuerySchema, question)).toEqual([]);
      expect(() => refuseInconsistentQuestion(question as InsightQuery)).not.toThrow();
    },
  );
});
