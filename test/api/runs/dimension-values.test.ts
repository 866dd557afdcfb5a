import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import { redactDimensions } from '../../../contracts/insight/redact-dimensions.ts';
import { redactMoney } from '../../../contracts/insight/redact-money.ts';
import { canonicalByteLength } from '../../../contracts/wire/canonical-json.ts';
import type { Action } from '../../../domain/tenancy/actions.ts';
import { SUBJECTS } from '../../../testing/api/demo-ids.ts';
import {
  ADA_VIEW,
  makeUsersAnswer,
  UNNAMED_USERS,
  UNNAMED_USERS_WITHOUT_MONEY,
  USERS_VIEW,
  WITHHELD_FILTER,
  WITHHELD_USERS,
} from '../../../testing/api/dimension-answer.ts';
import { copyAccess, type MadeReport } from '../../../testing/api/made-report.ts';
import { computeRunDigest, makeSettledReport } from '../../../testing/api/settled-report.ts';
import { makeAnswer } from '../../../testing/api/answers.ts';

const USERS = ['ada', 'bob'];

/** A report by user whose run is ready. The owner may read everything, and the analyst only metadata. */
const usersReport = (answer = makeUsersAnswer(...USERS), ranked_by = 'requests'): Promise<MadeReport> =>
  makeSettledReport(answer, 'ready', { view: { query: { ...USERS_VIEW.query, ranked_by } } });

/** Gives the analyst only these actions, on the complete workspace. */
function grant({ api }: MadeReport, ...actions: Action[]): void {
  const { plane } = api;
  const caller = plane.callers.get(SUBJECTS.analyst)!;
  const bindings = caller.bindings.map(({ block }) => ({ block, actions }));
  plane.callers.set(SUBJECTS.analyst, { ...caller, bindings });
}

const read = async ({ api, at }: MadeReport, as: 'owner' | 'analyst' = 'analyst') =>
  (await api.client(as).reports.runs.get(...at)).data;

const list = async ({ api, at }: MadeReport, as: 'owner' | 'analyst' = 'analyst') =>
  (await api.client(as).reports.runs.list(at[0]).page()).items[0]!;

const file = async ({ api, at }: MadeReport, format: 'json' | 'csv', as: 'owner' | 'analyst' = 'analyst') =>
  text((await api.client(as).reports.runs.export(...at, format)).body);

describe('a run by user', () => {
  it('shows every value to its owner', async () => {
    const made = await usersReport();
    expect(await read(made, 'owner')).toMatchObject({ answer: makeUsersAnswer(...USERS), group_count: 4 });
    expect(await file(made, 'json', 'owner')).toMatch(/"ada"[^]*"bob"/);
    expect(await file(made, 'csv', 'owner')).toMatch(/,ada,[^]*,bob,/);
  });

  it.each<[string, Action[], AnswerGroup[], boolean]>([
    ['metadata only', ['metadata.read'], [WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY], true],
    ['money', ['metadata.read', 'cost.read'], [WITHHELD_USERS, UNNAMED_USERS], false],
  ])('shows two lines, under their own digest, to a viewer who may read %s', async (_, actions, groups, money) => {
    const made = await usersReport();
    grant(made, ...actions);
    const data = await read(made);
    const shown = { ...makeUsersAnswer(), groups };
    expect(data).toMatchObject({
      answer: shown,
      group_count: 2,
      byte_count: canonicalByteLength(shown),
      money_withheld: money,
      dimensions_withheld: true,
      presentation_digest: computeRunDigest(made.run, shown),
    });
    expect(data).not.toHaveProperty('artifact_salt');
    expect(data.presentation_digest).not.toBe(data.artifact_digest);
    expect(JSON.parse(await file(made, 'json'))).toEqual(data);
    expect(await file(made, 'csv')).not.toMatch(/,(ada|bob),/);
    const listed = await list(made);
    expect([listed.group_count, listed.byte_count]).toEqual([2, canonicalByteLength(shown)]);
  });

  it('is the same for other values, another order, another number of values and no value', async () => {
    const own = { run_id: '', report_id: '', idempotency_key: '', artifact_digest: '' };
    const shown = [];
    for (const users of [USERS, ['bob', 'ada'], ['eve'], []]) {
      const made = await usersReport(makeUsersAnswer(...users));
      const runs = [await read(made), await list(made)].map((run) => ({ ...run, ...own }));
      shown.push({ runs, table: await file(made, 'csv') });
    }
    for (const one of shown) expect(one).toEqual(shown[0]);
  });

  it('is read without its values, so that the duration does not depend on them', async () => {
    const made = await usersReport();
    const { reports } = made.api.plane;
    const readers: string[] = [];
    const complete = reports.answerOf.bind(reports);
    const reduced = reports.answerWithoutDimensionsOf.bind(reports);
    reports.answerOf = (runId) => {
      readers.push('complete');
      return complete(runId);
    };
    reports.answerWithoutDimensionsOf = (runId) => {
      readers.push('without dimensions');
      return reduced(runId);
    };
    await read(made);
    await file(made, 'csv');
    await read(made, 'owner');
    expect(readers).toEqual(['without dimensions', 'without dimensions', 'complete']);
  });

  it('uses the current access: values appear and disappear with dimensions.read', async () => {
    const made = await usersReport();
    const giveBack = copyAccess(made.api, 'analyst', 'owner');
    expect((await read(made)).answer).toEqual(makeUsersAnswer(...USERS));
    giveBack();
    expect((await read(made)).answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
  });

  it('needs dimensions.read on the complete scope of the run', async () => {
    const made = await usersReport();
    const { plane } = made.api;
    const caller = plane.callers.get(SUBJECTS.analyst)!;
    const narrow = plane.callers.get(SUBJECTS.narrow)!.bindings.map(({ block }) => block);
    const part = narrow.map((block) => ({ block, actions: ['dimensions.read'] as const }));
    plane.callers.set(SUBJECTS.analyst, { ...caller, bindings: [...caller.bindings, ...part] });
    expect((await read(made)).answer?.groups).toEqual([WITHHELD_USERS, UNNAMED_USERS_WITHOUT_MONEY]);
  });

  it('withholds values that spend ranks without cost.read, and only money otherwise', async () => {
    const [byRequests, bySpend] = [await usersReport(), await usersReport(undefined, 'spend')];
    for (const made of [byRequests, bySpend]) grant(made, 'metadata.read', 'dimensions.read');
    expect((await read(byRequests)).answer).toEqual(redactMoney(makeUsersAnswer(...USERS)).answer);
    expect(await read(byRequests)).not.toHaveProperty('dimensions_withheld');
    expect(await list(byRequests)).toMatchObject({ group_count: 4 });
    const reduced = redactMoney(redactDimensions(makeUsersAnswer(...USERS)).answer).answer;
    expect(await read(bySpend)).toMatchObject({ answer: reduced, dimensions_withheld: true, group_count: 2 });
    expect(await list(bySpend)).toMatchObject({ group_count: 2, byte_count: canonicalByteLength(reduced) });
  });
});

describe('a run with a filter of dimensions', () => {
  const filteredReport = (): Promise<MadeReport> => makeSettledReport(makeAnswer(), 'ready', { view: ADA_VIEW });

  it('shows its filter only with dimensions.read', async () => {
    const made = await filteredReport();
    expect((await read(made, 'owner')).question['dimension_filter']).toEqual(ADA_VIEW.query.dimension_filter);
    const data = await read(made);
    expect(data.question['dimension_filter']).toEqual(WITHHELD_FILTER);
    expect(data).toMatchObject({ dimensions_withheld: true });
    expect(data).not.toHaveProperty('artifact_salt');
    expect((await list(made)).question['dimension_filter']).toEqual(WITHHELD_FILTER);
    expect(await file(made, 'json')).not.toContain('"ada"');
  });

  it('withholds its filter also from its initiator without dimensions.read, and when it is cancelled', async () => {
    const made = await filteredReport();
    const { api, at } = made;
    const { reports } = api.client();
    const again = (await reports.runs.create(at[0])).data;
    const caller = api.plane.callers.get(SUBJECTS.owner)!;
    const bindings = caller.bindings.map(({ block }) => ({ block, actions: ['metadata.read', 'cost.read'] as const }));
    api.plane.callers.set(SUBJECTS.owner, { ...caller, bindings });
    const cancelled = (await reports.runs.cancel(at[0], again.run_id)).data;
    expect(cancelled.question['dimension_filter']).toEqual(WITHHELD_FILTER);
    expect((await read(made, 'owner')).question['dimension_filter']).toEqual(WITHHELD_FILTER);
  });
});
