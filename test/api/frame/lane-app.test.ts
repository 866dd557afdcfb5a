import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { CUSTOMER_LANE } from '../../../api/customer/lane/customer-lane.ts';
import { MANAGEMENT_LANE } from '../../../api/management/lane/management-lane.ts';
import { makeRoute, createTestLane } from '../../../testing/apps/test-lane.ts';

it('two operations with one name prevent the start of an application', async () => {
  const app = createTestLane(CUSTOMER_LANE, [makeRoute(), makeRoute({}, { path: '/others' })]);
  await expect(app.ready()).rejects.toThrow('Two operations are named tests.things.get.');
});

interface Described {
  readonly security: unknown;
  readonly 'x-stability'?: string;
  readonly responses: Record<string, { content: Record<string, { schema: object }> }>;
}

/** The description of a test's operation by its application. */
async function described(declared: object): Promise<Described> {
  const app = createTestLane(MANAGEMENT_LANE, [makeRoute({}, declared)]);
  await app.ready();
  const paths = app.swagger().paths as unknown as Record<string, { get: Described }>;
  return paths[`${MANAGEMENT_LANE.path}/things`]!.get;
}

it('a bare answer is the document without an envelope', async () => {
  const Count = Type.Object({ count: Type.Integer() });
  const app = createTestLane(MANAGEMENT_LANE, [
    makeRoute({ answer: () => ({ count: 3 }) }, { answer: { document: Count } }),
  ]);
  const answer = await app.inject(`${MANAGEMENT_LANE.path}/things`);
  expect([answer.statusCode, answer.body]).toEqual([200, '{"count":3}']);
  const { responses } = await described({ answer: { document: Count } });
  expect(responses['200']?.content['application/json']?.schema).toMatchObject({ properties: { count: {} } });
});

it('an operation states that it is a preview, and only then', async () => {
  expect((await described({ isPreview: true }))['x-stability']).toBe('preview');
  expect(await described({})).not.toHaveProperty('x-stability');
});

it('an open operation declares no credential, and other operations declare one', async () => {
  expect((await described({ isOpen: true })).security).toEqual([]);
  expect((await described({})).security).toEqual([{ bearer: [] }, { session: [] }]);
});
