import { describe, expect, it } from 'vitest';
import type { Page } from '../../../clients/typescript/transport/answer.ts';
import type { ListOptions } from '../../../clients/typescript/call-options.ts';
import type { ReportV1 } from '../../../contracts/reports/report.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import {
  FIRST_APPLICATION_ID,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  type SubjectName,
} from '../../../testing/api/demo-ids.ts';
import {
  makeApplicationQuery,
  makeReportBody,
  copyAccess,
  makeReport,
  REPORTS_PATH,
  saveView,
} from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const NEXT_PLACE = { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID };

/** Creates a report a second after everything before it, and returns its id. */
async function makeLater(
  api: TestApi,
  body: ReturnType<typeof makeReportBody>,
  as: SubjectName = 'owner',
): Promise<string> {
  api.now = new Date(api.now.getTime() + 1_000);
  return (await api.client(as).reports.create(body)).data.report.report_id;
}

/** Creates this number of reports of the owner, a second apart. Returns their ids, newest first. */
async function makeReports(api: TestApi, count: number, change: Record<string, unknown> = {}): Promise<string[]> {
  const view = await saveView(api);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.unshift(await makeLater(api, makeReportBody(view, { name: `Report ${index}`, ...change })));
  }
  return ids;
}

const pageOf = (api: TestApi, options: ListOptions = {}, as: SubjectName = 'owner'): Promise<Page<ReportV1>> =>
  api.client(as).reports.list(options).page();

const idsOf = ({ items }: Page<ReportV1>): string[] => items.map(({ report_id }) => report_id);

describe('customer.reports.list', () => {
  it('answers 200 with only the reports that the caller owns or receives, newest first', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const own = await makeLater(api, makeReportBody(view, { name: 'Own' }));
    const sharing = { name: 'Shared', recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow] };
    const shared = await makeLater(api, makeReportBody(view, sharing));
    const received = await makeLater(api, makeReportBody(view, { recipient_subject_ids: [SUBJECTS.owner] }), 'analyst');
    expect(idsOf(await pageOf(api))).toEqual([received, shared, own]);
    expect(idsOf(await pageOf(api, {}, 'analyst'))).toEqual([received, shared]);
    // This caller receives a report, and has access to only a part of its frozen scope.
    expect(idsOf(await pageOf(api, {}, 'narrow'))).toEqual([]);
    expect(idsOf(await pageOf(api, {}, 'costless'))).toEqual([]);
    expect(idsOf(await pageOf(api, {}, 'deployer'))).toEqual([]);
  });

  it('shows definitions like customer.reports.get, without an answer', async () => {
    const { api, report } = await makeReport();
    expect((await pageOf(api)).items).toEqual([report]);
    expect((await pageOf(api, {}, 'analyst')).items).toEqual([report]);
  });

  it('is empty without reports', async () => {
    const { body } = await new TestApi().get(REPORTS_PATH);
    expect(body).toMatchObject({ kind: 'reports', data: [], next_cursor: '' });
  });

  it('has the reports of one workspace', async () => {
    const { api } = await makeReport();
    expect((await api.client('owner', NEXT_PLACE).reports.list().page()).items).toEqual([]);
  });

  it('immediately excludes reports that the caller can no longer see', async () => {
    const { api } = await makeReport();
    copyAccess(api, 'analyst', 'narrow');
    expect((await pageOf(api, {}, 'analyst')).items).toEqual([]);
  });

  it('pages through all of them once, with pages as long as the limit', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 7);
    const before = api.answered.length;
    const seen: string[] = [];
    for await (const { report_id } of api.client().reports.list({ limit: 3 })) seen.push(report_id);
    expect(seen).toEqual(ids);
    const pages = api.answered.slice(before).map(({ body }) => body['data'] as ReportV1[]);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  });

  it('continues at its position, independently of creations and deletions', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 4);
    const { nextCursor: cursor } = await pageOf(api, { limit: 2 });
    await api.client().reports.delete(ids[1]!);
    await makeReports(api, 1, { name: 'Newer' });
    expect(idsOf(await pageOf(api, { limit: 2, cursor }))).toEqual(ids.slice(2));
  });

  it('has 50 per page by default, and at most 100', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 51);
    const first = await pageOf(api);
    expect([first.items.length, first.nextCursor === undefined]).toEqual([50, false]);
    expect(idsOf(await pageOf(api, { limit: 100 }))).toEqual(ids);
    expect(idsOf(await pageOf(api, { limit: 1 }))).toEqual(ids.slice(0, 1));
  });

  it('skips hidden reports without a trace in page size or token', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const small = await saveView(api, makeApplicationQuery(FIRST_APPLICATION_ID));
    const visible: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const view = index % 2 === 0 ? small : wide;
      const change = { name: `Report ${index}`, recipient_subject_ids: [SUBJECTS.narrow] };
      const id = await makeLater(api, makeReportBody(view, change));
      if (view === small) visible.unshift(id);
    }
    const first = await pageOf(api, { limit: 2 }, 'narrow');
    const second = await pageOf(api, { limit: 2, cursor: first.nextCursor }, 'narrow');
    expect([idsOf(first), idsOf(second)]).toEqual([visible.slice(0, 2), visible.slice(2)]);
    const whole = await pageOf(api, { limit: 3 }, 'narrow');
    expect(idsOf(whole)).toEqual(visible);
    expect([second.nextCursor, whole.nextCursor]).toEqual([undefined, undefined]);
  });

  it.each(['0', '101', '-1', '1.5', '1e1', 'many', ''])('answers 422 for the limit %j', async (limit) => {
    const { status, body } = await new TestApi().get(REPORTS_PATH, { query: { limit } });
    expect([status, body['type'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer: '/limit' }]]);
  });

  it('answers 422 for a page token that is forged, altered, or of another reader, workspace or list', async () => {
    const api = new TestApi();
    const { savedViews, reports } = api.client();
    await makeReports(api, 2, { recipient_subject_ids: [SUBJECTS.analyst] });
    await saveView(api);
    const token = (await reports.list({ limit: 1 }).page()).nextCursor!;
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const { nextCursor: ofViews } = await savedViews.list({ limit: 1 }).page();
    expect(ofViews).toBeDefined();
    for (const list of [
      reports.list({ cursor: 'x.y' }),
      reports.list({ cursor: altered }),
      reports.list({ cursor: ofViews }),
      api.client('analyst').reports.list({ cursor: token }),
      api.client('owner', NEXT_PLACE).reports.list({ cursor: token }),
    ]) {
      expect(await toRefusal(list.page())).toMatchObject({
        status: 422,
        type: 'validation_failed',
        errors: [{ pointer: '/page-token' }],
      });
    }
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.list',
  send: (reports) => reports.list().page(),
  method: 'GET',
  path: () => REPORTS_PATH,
  statuses: [200, 401, 404, 422, 429, 500, 503],
  asks: 'list',
});
