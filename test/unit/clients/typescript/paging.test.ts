import { describe, expect, it } from 'vitest';
import { createTruetallyClient, type TruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import type { InsightQuery } from '../../../../contracts/insight/insight-query.ts';
import { sendJson, startAnsweringServer, type AnsweringServer } from '../../../../testing/answering-server.ts';

/** A service with five reports, two per page. The cursor is the number of the next report. */
async function fiveReports(): Promise<{ server: AnsweringServer; client: TruetallyClient }> {
  const server = await startAnsweringServer((response, { url }) => {
    const query = new URL(url, 'http://x').searchParams;
    const from = Number(query.get('page-token') ?? '0');
    const to = Math.min(5, from + Number(query.get('limit') ?? '2'));
    const data = Array.from({ length: to - from }, (_, index) => ({ report_id: `rpt_${from + index}` }));
    sendJson(response, 200, {
      kind: 'reports',
      data,
      request_id: `req_${from}`,
      next_cursor: to < 5 ? String(to) : '',
    });
  });
  const place = { organizationId: 'org_1', workspaceId: 't_1' };
  return { server, client: createTruetallyClient({ baseUrl: server.origin, token: 'ttm_x', ...place }) };
}

const queriesOf = ({ received }: AnsweringServer) => received.map(({ url }) => url.split('?')[1] ?? '');

describe('a list', () => {
  it('iterates over the items of all pages', async () => {
    const { server, client } = await fiveReports();
    const seen: string[] = [];
    for await (const report of client.reports.list()) seen.push(report.report_id);
    expect(seen).toEqual(['rpt_0', 'rpt_1', 'rpt_2', 'rpt_3', 'rpt_4']);
    expect(queriesOf(server)).toEqual(['', 'page-token=2', 'page-token=4']);
  });

  it('reads no page before it is required, and none after its reader stops', async () => {
    const { server, client } = await fiveReports();
    const list = client.reports.list({ limit: 3 });
    expect(server.received).toEqual([]);
    for await (const report of list) if (report.report_id === 'rpt_2') break;
    expect(queriesOf(server)).toEqual(['limit=3']);
  });

  it('starts again at its first page in each iteration', async () => {
    const { server, client } = await fiveReports();
    const list = client.reports.list({ cursor: '3' });
    for (let time = 0; time < 2; time += 1) {
      const seen: string[] = [];
      for await (const report of list) seen.push(report.report_id);
      expect(seen).toEqual(['rpt_3', 'rpt_4']);
    }
    expect(queriesOf(server)).toEqual(['page-token=3', 'page-token=3']);
  });

  it('returns one page with its cursor, and the last one without', async () => {
    const { client } = await fiveReports();
    const first = await client.reports.list().page();
    expect(first).toEqual({
      items: [{ report_id: 'rpt_0' }, { report_id: 'rpt_1' }],
      requestId: 'req_0',
      nextCursor: '2',
    });
    expect(await client.reports.list({ cursor: '4' }).page()).toEqual({
      items: [{ report_id: 'rpt_4' }],
      requestId: 'req_4',
    });
  });

  it('ends between two pages on its signal', async () => {
    const { server, client } = await fiveReports();
    const controller = new AbortController();
    const read = async () => {
      for await (const report of client.reports.list({ signal: controller.signal })) {
        if (report.report_id === 'rpt_1') controller.abort();
      }
    };
    await expect(read()).rejects.toThrow('The call was aborted.');
    expect(server.received).toHaveLength(1);
  });
});

describe('the rows of a question', () => {
  it('are read page by page under the read context of the first', async () => {
    const server = await startAnsweringServer((response, _request, index) =>
      sendJson(response, 200, {
        kind: 'insight-answer',
        data: { read_context: { seal: 'one' }, requests: [{ logical_request_id: `q${index}` }] },
        request_id: `req_${index}`,
        ...(index < 2 && { next_cursor: `c${index}` }),
      }),
    );
    const place = { organizationId: 'org_1', workspaceId: 't_1' };
    const client = createTruetallyClient({ baseUrl: server.origin, token: 'ttm_x', ...place });
    const question: InsightQuery = {
      schema: 1,
      shape: 'drilldown',
      drilldown: 'request',
      from: '2026-01-01T00:00:00Z',
      to: '2026-02-01T00:00:00Z',
    };
    const rows: string[] = [];
    for await (const { data } of client.insights.pages(question)) {
      rows.push(...(data.requests ?? []).map((row) => row.logical_request_id));
    }
    expect(rows).toEqual(['q0', 'q1', 'q2']);
    expect(server.received.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      question,
      { ...question, read_context: { seal: 'one' }, cursor: 'c0' },
      { ...question, read_context: { seal: 'one' }, cursor: 'c1' },
    ]);
  });
});
