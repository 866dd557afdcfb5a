import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InsightAnswer } from '../../../../contracts/insight/answer/insight-answer.ts';
import { redactMoney } from '../../../../contracts/insight/redact-money.ts';
import { answerWithoutDimensions } from '../../../../contracts/reports/answer-without-dimensions.ts';
import { reportDigest } from '../../../../contracts/reports/report-digest.ts';
import { canonicalByteLength, canonicalJson } from '../../../../contracts/wire/canonical-json.ts';
import { eraseUserFromReports } from '../../../../store/reports/erase-user-from-reports.ts';
import { createReportRunStore } from '../../../../store/reports/report-run-store.ts';
import { createReportStore } from '../../../../store/reports/report-store.ts';
import { createRunTransitions } from '../../../../store/reports/run-transitions.ts';
import { createSavedViewStore } from '../../../../store/views/saved-view-store.ts';
import { makeUsersAnswer, WITHHELD_USERS, UNNAMED_USERS } from '../../../../testing/api/dimension-answer.ts';
import { newReport, newRun } from '../../../../testing/reports/new-report.ts';
import { makeTenancy, openStoreWorld, type StoreWorld, type Tenancy } from '../../../../testing/store/store-world.ts';
import { newView } from '../../../../testing/views/new-view.ts';

const SALT = 'salt';
const WINDOW = { from: '2026-03-01T08:00:00.000Z', to: '2026-03-02T08:00:00.000Z' };
const BY_USER = { schema: 1, shape: 'facets', metrics: ['requests.v1'], dimensions: ['user'] };

const filteredBy = (...values: string[]) => ({
  ...{ schema: 1, shape: 'overview', metrics: ['requests.v1'] },
  dimension_filter: { user: { values }, tenant: { values: ['ada'] } },
});
const WITHHELD = { ...filteredBy(), dimension_filter: { user: { withheld: true }, tenant: { values: ['ada'] } } };

let world: StoreWorld;
beforeAll(async () => {
  world = await openStoreWorld();
});
afterAll(() => world.close());

type Question = Readonly<Record<string, unknown>>;

/** A workspace with a view of a question, and a report of it whose first run is queued. */
async function makePlace(question: Question) {
  const { pool, clock } = world;
  const tenancy = await makeTenancy(world);
  const view = await createSavedViewStore(pool, clock).create(newView(tenancy, { query: question }));
  const report = newReport(tenancy, view.id);
  const run = newRun(tenancy, report.report_id, { question });
  await createReportStore(pool, clock).create({ fingerprint: run.run_id, report, run });
  return { ...tenancy, viewId: view.id, reportId: report.report_id, runId: run.run_id };
}

const digestOf = (question: Question, answer: InsightAnswer): string =>
  reportDigest({
    ...{ question, answer, viewRevision: '1', artifactSalt: SALT },
    window: { from: new Date(WINDOW.from), to: new Date(WINDOW.to) },
  });

/** Settles a queued run with an answer, as an attempt does. */
async function settle(runId: string, question: Question, answer: InsightAnswer): Promise<void> {
  const runs = createRunTransitions(world.pool, world.clock);
  await runs.claim({ runId, leaseMs: 15_000 });
  const reduced = answerWithoutDimensions(answer);
  await runs.settleWithAnswer({
    ...{ runId, attempt: 1, state: 'ready', coverage: [], truncated: false, authorityEpoch: '1' },
    ...{ answer: canonicalJson(answer), artifactSalt: SALT, artifactDigest: digestOf(question, answer) },
    ...{ groupCount: answer.groups?.length ?? 0, byteCount: canonicalByteLength(answer) },
    redactedByteCount: canonicalByteLength(redactMoney(answer).answer),
    ...(reduced && { withoutDimensions: { ...reduced, answer: canonicalJson(reduced.answer) } }),
  });
}

const erase = ({ workspaceId }: Tenancy, user = 'ada') =>
  eraseUserFromReports(world.pool, world.clock, { workspaceId, user });

const runOf = async (runId: string) => (await createReportRunStore(world.pool).findRun(runId))!;
const answerOf = (runId: string) => createReportRunStore(world.pool).answerOf(runId);
const viewOf = (viewId: string) => createSavedViewStore(world.pool, world.clock).find(viewId);

describe('a stored answer', () => {
  it('that names the user is replaced by its form without values, with its sizes and digest', async () => {
    const place = await makePlace(BY_USER);
    await settle(place.runId, BY_USER, makeUsersAnswer('bob', 'ada'));
    expect(await erase(place)).toEqual({ views: 0, runs: 1 });
    const shown = { ...makeUsersAnswer(), groups: [WITHHELD_USERS, UNNAMED_USERS] };
    expect(await answerOf(place.runId)).toEqual(shown);
    const { run, redactedByteCount, ...stored } = await runOf(place.runId);
    expect(run).toMatchObject({
      ...{ state: 'ready', question: BY_USER, artifact_digest: digestOf(BY_USER, shown) },
      ...{ group_count: 2, byte_count: canonicalByteLength(shown) },
    });
    expect(redactedByteCount).toBe(canonicalByteLength(redactMoney(shown).answer));
    expect(stored).not.toHaveProperty('withoutDimensions');
    expect(await erase(place)).toEqual({ views: 0, runs: 0 });
  });

  it('that names others stays, and so does one of another workspace', async () => {
    const [place, next] = [await makePlace(BY_USER), await makePlace(BY_USER)];
    await settle(place.runId, BY_USER, makeUsersAnswer('bob', 'adam'));
    await settle(next.runId, BY_USER, makeUsersAnswer('ada'));
    const before = [await runOf(place.runId), await runOf(next.runId)];
    expect(await erase(place)).toEqual({ views: 0, runs: 0 });
    expect([await runOf(place.runId), await runOf(next.runId)]).toEqual(before);
    expect(await answerOf(next.runId)).toEqual(makeUsersAnswer('ada'));
  });

  it('to a question about the user stays, under a digest of the withheld question', async () => {
    const question = filteredBy('ada');
    const place = await makePlace(question);
    await settle(place.runId, question, makeUsersAnswer());
    expect(await erase(place)).toEqual({ views: 1, runs: 1 });
    expect(await answerOf(place.runId)).toEqual(makeUsersAnswer());
    const { run } = await runOf(place.runId);
    expect(run).toMatchObject({ question: WITHHELD, artifact_digest: digestOf(WITHHELD, makeUsersAnswer()) });
  });
});

describe('a stored question that names the user', () => {
  it('is withheld in its view, which gets a new revision, and in the first answers of writes', async () => {
    const place = await makePlace(filteredBy('bob', 'ada'));
    const { pool } = world;
    expect(await erase(place)).toEqual({ views: 1, runs: 1 });
    expect(await viewOf(place.viewId)).toMatchObject({ query: WITHHELD, revision: '2', question_revision: '2' });
    const { rows } = await pool.query<{ document: object }>(
      'SELECT document FROM idempotency_keys WHERE workspace_id = $1',
      [place.workspaceId],
    );
    expect(JSON.stringify(rows)).toContain('"withheld":true');
    expect(JSON.stringify(rows)).not.toContain('bob');
    expect(await erase(place)).toEqual({ views: 0, runs: 0 });
    expect(await viewOf(place.viewId)).toMatchObject({ revision: '2' });
  });

  it('is withheld in a deleted view, too', async () => {
    const place = await makePlace(filteredBy('ada'));
    await createSavedViewStore(world.pool, world.clock).delete(place.viewId);
    expect(await erase(place)).toMatchObject({ views: 1 });
    const { rows } = await world.pool.query<object>('SELECT query FROM saved_views WHERE saved_view_id = $1', [
      place.viewId,
    ]);
    expect(rows).toEqual([{ query: WITHHELD }]);
  });

  it('cancels a run that is not settled, and no run of another question', async () => {
    const place = await makePlace(filteredBy('ada'));
    const other = newRun(place, place.reportId, { question: filteredBy('bob') });
    await createReportStore(world.pool, world.clock).createRun({ fingerprint: 'other', run: other });
    await erase(place);
    expect((await runOf(place.runId)).run).toMatchObject({ state: 'cancelled', question: WITHHELD });
    expect((await runOf(other.run_id)).run).toMatchObject({ state: 'queued', question: filteredBy('bob') });
  });
});
