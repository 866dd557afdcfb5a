import { describe, expect, it } from 'vitest';
import type { ReportCreation, ReportV1 } from '../../../contracts/report.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { APP_ONE, NEXT_WS, ORG, SUBJECTS } from '../../support/api/demo-ids.ts';
import { aboutApplications, creation, makeReport, REPORTS, saveView } from '../../support/api/made-report.ts';
import { TestApi, type CallOptions } from '../../support/api/test-api.ts';

interface Page {
  readonly kind: string;
  readonly data: ReportV1[];
  readonly next_cursor: string;
}

/** As many reports of the owner's, a second apart; their ids, newest first. */
async function makeReports(api: TestApi, count: number, change: Record<string, unknown> = {}): Promise<string[]> {
  const view = await saveView(api);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    api.now = new Date(api.now.getTime() + 1_000);
    const body = creation(view, { name: `Report ${index}`, ...change });
    ids.unshift((await api.post<{ data: ReportCreation }>(REPORTS, { body })).body.data.report.report_id);
  }
  return ids;
}

async function list(api: TestApi, query?: Record<string, string>, as: CallOptions['as'] = 'owner'): Promise<Page> {
  const { status, body } = await api.get<Page>(REPORTS, { as, ...(query && { query }) });
  expect([status, body.kind]).toEqual([200, 'reports']);
  return body;
}

const idsOf = ({ data }: Page): string[] => data.map(({ report_id }) => report_id);

describe('customer.reports.list', () => {
  it('answers 200 with what the caller owns or receives, newest first, and nothing else', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const make = async (as: 'owner' | 'analyst', name: string, recipients: string[]): Promise<string> => {
      api.now = new Date(api.now.getTime() + 1_000);
      const body = creation(view, { name, recipient_subject_ids: recipients });
      return (await api.post<{ data: ReportCreation }>(REPORTS, { as, body })).body.data.report.report_id;
    };
    const own = await make('owner', 'Own', []);
    const shared = await make('owner', 'Shared', [SUBJECTS.analyst, SUBJECTS.narrow]);
    const received = await make('analyst', 'Received', [SUBJECTS.owner]);
    expect(idsOf(await list(api))).toEqual([received, shared, own]);
    expect(idsOf(await list(api, {}, 'analyst'))).toEqual([received, shared]);
    // Receives one, and covers less than its frozen scope.
    expect(idsOf(await list(api, {}, 'narrow'))).toEqual([]);
    expect(idsOf(await list(api, {}, 'costless'))).toEqual([]);
    expect(idsOf(await list(api, {}, 'deployer'))).toEqual([]);
  });

  it('shows definitions as customer.reports.get does, without an answer', async () => {
    const { api, report } = await makeReport();
    expect((await list(api)).data).toEqual([report]);
    expect((await list(api, {}, 'analyst')).data).toEqual([report]);
  });

  it('is empty where there is nothing', async () => {
    const { data, next_cursor } = await list(new TestApi());
    expect([data, next_cursor]).toEqual([[], '']);
  });

  it('holds the reports of one workspace', async () => {
    const { api } = await makeReport();
    const elsewhere = await api.get<Page>(`/organizations/${ORG}/workspaces/${NEXT_WS}/reports`);
    expect([elsewhere.status, elsewhere.body.data]).toEqual([200, []]);
  });

  it('forgets at once what the caller may not see any more', async () => {
    const { api } = await makeReport();
    const caller = api.plane.callers.get(SUBJECTS.analyst)!;
    api.plane.callers.set(SUBJECTS.analyst, { ...caller, bindings: api.plane.callers.get(SUBJECTS.narrow)!.bindings });
    expect((await list(api, {}, 'analyst')).data).toEqual([]);
  });

  it('pages through all of them once, each page as long as its limit', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 7);
    const pages: string[][] = [];
    let token = '';
    do {
      const page = await list(api, { limit: '3', 'page-token': token });
      pages.push(idsOf(page));
      token = page.next_cursor;
    } while (token !== '');
    expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
  });

  it('goes on where it was, whatever is created or deleted in between', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 4);
    const { next_cursor: token } = await list(api, { limit: '2' });
    await api.delete(`/organizations/${ORG}/reports/${ids[1]!}`);
    await makeReports(api, 1, { name: 'Newer' });
    expect(idsOf(await list(api, { limit: '2', 'page-token': token }))).toEqual(ids.slice(2));
  });

  it('holds 50 a page unless a limit is given, and 100 at most', async () => {
    const api = new TestApi();
    const ids = await makeReports(api, 51);
    const { data, next_cursor: token } = await list(api);
    expect([data.length, token === '']).toEqual([50, false]);
    expect(idsOf(await list(api, { limit: '100' }))).toEqual(ids);
    expect(idsOf(await list(api, { limit: '1' }))).toEqual(ids.slice(0, 1));
  });

  it('pages over reports that are hidden without showing them in size or token', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const small = await saveView(api, aboutApplications(APP_ONE));
    const visible: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      api.now = new Date(api.now.getTime() + 1_000);
      const view = index % 2 === 0 ? small : wide;
      const body = creation(view, { name: `Report ${index}`, recipient_subject_ids: [SUBJECTS.narrow] });
      const { report } = (await api.post<{ data: ReportCreation }>(REPORTS, { body })).body.data;
      if (view === small) visible.unshift(report.report_id);
    }
    const first = await list(api, { limit: '2' }, 'narrow');
    const second = await list(api, { limit: '2', 'page-token': first.next_cursor }, 'narrow');
    expect([idsOf(first), idsOf(second), second.next_cursor]).toEqual([visible.slice(0, 2), visible.slice(2), '']);
    expect(idsOf(await list(api, { limit: '3' }, 'narrow'))).toEqual(visible);
    expect((await list(api, { limit: '3' }, 'narrow')).next_cursor).toBe('');
  });

  it.each(['0', '101', '-1', '1.5', '1e1', 'many', ''])('answers 422 for the limit %j', async (limit) => {
    const { status, body } = await new TestApi().get(REPORTS, { query: { limit } });
    expect([status, body['type'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer: '/limit' }]]);
  });

  it('answers 422 for a page token that is forged, altered, or of another reader, workspace or list', async () => {
    const api = new TestApi();
    await makeReports(api, 2, { recipient_subject_ids: [SUBJECTS.analyst] });
    const { next_cursor: token } = await list(api, { limit: '1' });
    const altered = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const elsewhere = `/organizations/${ORG}/workspaces/${NEXT_WS}/reports`;
    await saveView(api);
    const views = await api.get<Page>(REPORTS.replace('/reports', '/saved-views'), { query: { limit: '1' } });
    const refused = [
      await api.get(REPORTS, { query: { 'page-token': 'x.y' } }),
      await api.get(REPORTS, { query: { 'page-token': altered } }),
      await api.get(REPORTS, { query: { 'page-token': views.body.next_cursor } }),
      await api.get(REPORTS, { query: { 'page-token': token }, as: 'analyst' }),
      await api.get(elsewhere, { query: { 'page-token': token } }),
    ];
    for (const { status, body } of refused) {
      expect([status, body['type'], body['errors']]).toMatchObject([
        422,
        'validation_failed',
        [{ pointer: '/page-token' }],
      ]);
    }
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.list',
  method: 'GET',
  path: () => REPORTS,
  statuses: [200, 401, 404, 422, 500, 503],
  asks: 'list',
});
