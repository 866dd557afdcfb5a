import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASE_COMMANDS } from '../../../../operator/commands/case-commands.ts';
import { type CaseStore, createCaseStore } from '../../../../store/comparisons/case-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeCaseContent } from '../../../../testing/api/made-case.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let cases: CaseStore;
let tenancy: Tenancy;

beforeAll(async () => {
  world = await openStoreWorld('2026-03-02T08:00:00.000Z');
  cases = createCaseStore(world.pool, world.clock);
});
beforeEach(async () => {
  tenancy = await makeTenancy(world);
});
afterAll(() => world.close());

const judged = makeCaseContent({ label: null, reference_notes: 'Polite.', critical: true });

function create(contents = [makeCaseContent()], key = newId('case'), fingerprint = 'f') {
  const { workspaceId, gatewayId, ownerId } = tenancy;
  return cases.create({
    key: { workspaceId, subjectId: ownerId, key, fingerprint },
    gatewayId,
    author: ownerId,
    contents,
  });
}

describe('cases', () => {
  it('are stored in order, and found at their version', async () => {
    const { document } = await create([makeCaseContent(), judged]);
    const { organizationId, workspaceId, applicationId, gatewayId, ownerId } = tenancy;
    expect(document.cases).toMatchObject([makeCaseContent(), judged]);
    expect(document.cases[1]).toEqual({
      ...judged,
      case_id: expect.stringMatching(/^case_/) as string,
      organization_id: organizationId,
      workspace_id: workspaceId,
      application_id: applicationId,
      gateway_id: gatewayId,
      version: '1',
      latest_version: '1',
      source: 'created',
      author: ownerId,
      created_at: '2026-03-02T08:00:00.000Z',
      versioned_at: '2026-03-02T08:00:00.000Z',
    });
    expect(await cases.find(document.cases[1]!.case_id)).toEqual(document.cases[1]);
    expect(await cases.find(newId('case'))).toBeUndefined();
  });

  it('are stored once for a key, even if it is sent twice concurrently', async () => {
    const [one, two] = await Promise.all([create([makeCaseContent()], 'twice'), create([makeCaseContent()], 'twice')]);
    expect([one.isReplay, two.isReplay].sort()).toEqual([false, true]);
    expect(two.document).toEqual(one.document);
    await expect(create([judged], 'twice', 'other')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('have permanent versions, of which one of two concurrent ones is the next', async () => {
    const { document } = await create();
    const first = document.cases[0]!;
    const revision = { author: tenancy.otherId, content: judged };
    const outcomes = await Promise.all([1, 2].map(() => cases.revise(first.case_id, '1', revision)));
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
    expect(await cases.find(first.case_id)).toEqual({
      ...first,
      ...judged,
      author: tenancy.otherId,
      version: '2',
      latest_version: '2',
    });
    const page = { caseId: first.case_id, limit: 10 };
    const latest = await cases.find(first.case_id);
    const earlier = { ...first, latest_version: '2' };
    expect(await cases.versions({ ...page, before: undefined })).toEqual([latest, earlier]);
    expect(await cases.versions({ ...page, limit: 1, before: undefined })).toEqual([latest]);
    expect(await cases.versions({ ...page, before: '2' })).toEqual([earlier]);
  });

  it('are listed by gateway, newest first, and continue after a key', async () => {
    await create([makeCaseContent(), judged]);
    await create();
    const { document } = await create();
    const revision = { author: tenancy.otherId, content: judged };
    await cases.revise(document.cases[0]!.case_id, '1', revision);
    const all = await cases.list({ gatewayId: tenancy.gatewayId, limit: 100, after: undefined });
    expect(all.map(({ version }) => version).sort()).toEqual(['1', '1', '1', '2']);
    const [first, ...others] = all;
    const after = { createdAt: first!.created_at, id: first!.case_id };
    expect(await cases.list({ gatewayId: tenancy.gatewayId, limit: 100, after })).toEqual(others);
    expect(await cases.list({ gatewayId: newId('gateway'), limit: 100, after: undefined })).toEqual([]);
  });
});

describe('case import', () => {
  const run = (text: string, gateway = tenancy.gatewayId) =>
    CASE_COMMANDS['case import']!.run(
      { cases, readFile: () => Promise.resolve(text) },
      { gateway, file: 'cases.jsonl' },
      world.clock.now(),
    );

  it('stores all cases of a file, in its order and without an author', async () => {
    const text = `${JSON.stringify(makeCaseContent())}\n\n${JSON.stringify(judged)}\n`;
    const [row] = await run(text);
    expect(row).toMatchObject({ gateway_id: tenancy.gatewayId, imported: '2' });
    expect(await cases.find(row!['first_case_id'] as string)).toMatchObject({
      ...makeCaseContent(),
      source: 'imported',
      author: null,
    });
    expect(await cases.find(row!['last_case_id'] as string)).toMatchObject({
      ...judged,
      source: 'imported',
      author: null,
    });
  });

  it.each([
    ['{}', 'Line 1 of cases.jsonl is not a valid case: '],
    ['x', 'Line 1 of cases.jsonl is not a valid case: '],
    ['', 'cases.jsonl has no case. Write one case per line.'],
    [
      `${JSON.stringify(makeCaseContent())}\n\n${JSON.stringify(makeCaseContent({ label: { kind: 'pattern', expected: '(' } }))}`,
      'Line 3 of cases.jsonl is not a valid case: /label/expected: The pattern is not a regular expression of RE2',
    ],
    [
      '{}\n'.repeat(10_001),
      'The file cases.jsonl has 10001 cases, and one import accepts at most 10000. Split the file.',
    ],
  ])('stores nothing of a file with a fault, and names its line', async (text, sentence) => {
    const count = async () => (await cases.list({ gatewayId: tenancy.gatewayId, limit: 100, after: undefined })).length;
    const before = await count();
    await expect(run(text)).rejects.toThrow(sentence);
    expect(await count()).toBe(before);
  });

  it('requires an existing gateway', async () => {
    await expect(run(JSON.stringify(makeCaseContent()), newId('gateway'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
