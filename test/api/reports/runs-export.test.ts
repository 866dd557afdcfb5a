import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { parse } from 'csv-parse/sync';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerGroup } from '../../../contracts/insight/answer-group.ts';
import { CSV_COLUMNS } from '../../../contracts/insight/csv-rows.ts';
import type { InsightAnswer } from '../../../contracts/insight/insight-answer.ts';
import { reportDigest } from '../../../contracts/report-digest.ts';
import type { ReportCreation } from '../../../contracts/report.ts';
import type { ReportRunOpenV1, ReportRunV1 } from '../../../contracts/report-run.ts';
import type { SavedView } from '../../../contracts/saved-view.ts';
import { anAnswer, aView, missing } from '../../support/api/answers.ts';
import { ORG, SUBJECTS, WS } from '../../support/api/demo-ids.ts';
import { BASE, TestApi, tokenOf, type CallOptions } from '../../support/api/test-api.ts';

const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;
type Who = NonNullable<CallOptions['as']>;

interface Made {
  readonly api: TestApi;
  readonly run: ReportRunV1;
  readonly path: string;
}

async function makeRun(name = 'Weekly'): Promise<Made> {
  const api = new TestApi();
  const view = (await api.post<{ data: SavedView }>(`${WORKSPACE}/saved-views`, { body: aView() })).body.data;
  const body = {
    name,
    saved_view_id: view.id,
    expected_view_revision: '1',
    recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow],
  };
  const { run } = (await api.post<{ data: ReportCreation }>(`${WORKSPACE}/reports`, { body })).body.data;
  return { api, run, path: `/organizations/${ORG}/reports/${run.report_id}/runs/${run.run_id}` };
}

function settle({ api, run }: Made, answer: InsightAnswer, state: 'ready' | 'partial' = 'ready'): void {
  api.plane.answers.set(run.run_id, answer);
  api.plane.settle(run.run_id, { state, artifact_digest: digestOf(run, answer) });
}

function digestOf(run: ReportRunV1, answer: unknown): string {
  const window = { from: new Date(run.window.from), to: new Date(run.window.to) };
  return reportDigest({ question: run.question, window, viewRevision: run.view_revision, answer });
}

function download(
  { api, path }: Made,
  query = '',
  { as = 'owner', headers = {} }: { as?: Who; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${tokenOf(as)}` };
  return api.app.inject({
    method: 'GET',
    url: `${BASE}${path}/export${query}`,
    headers: { ...authorization, ...headers },
  });
}

/** The data of `runs.get` as it stands in its envelope, byte for byte. */
async function shownTo({ api, path }: Made, as: Exclude<Who, 'nobody'>): Promise<string> {
  const { body } = await api.app.inject({
    method: 'GET',
    url: BASE + path,
    headers: { authorization: `Bearer ${tokenOf(as)}` },
  });
  return body.slice('{"kind":"opened-report-run","data":'.length, body.lastIndexOf(',"request_id":'));
}

const tableOf = (text: string): Record<string, string>[] => parse(text, { columns: true, record_delimiter: '\r\n' });

const withFacet = (value: string): AnswerGroup => ({
  purpose: 'application',
  facet: { member: 'final_model', value },
  cells: [{ metric: 'requests.v1', value: { state: 'available', number: '1', unit: 'count' } }],
});

describe('customer.reports.runs.export', () => {
  it.each(['', '?format=json'])('answers 200 with the very document of runs.get for %j', async (query) => {
    const made = await makeRun();
    settle(made, anAnswer());
    const { statusCode, headers, body } = await download(made, query);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="weekly-${made.run.run_id}.json"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_/) as unknown,
    });
    expect(body).toBe(await shownTo(made, 'owner'));
    expect((JSON.parse(body) as ReportRunOpenV1).answer).toEqual(anAnswer());
  });

  it('answers 200 with the answer as a table', async () => {
    const made = await makeRun();
    settle(made, anAnswer(), 'partial');
    const { statusCode, headers, body } = await download(made, '?format=csv');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="weekly-${made.run.run_id}.csv"`,
      'x-content-type-options': 'nosniff',
    });
    expect(body.startsWith(`${CSV_COLUMNS.join(',')}\r\n`)).toBe(true);
    const rows = tableOf(body).map(({ metric, number, amount_usd: usd }) => [metric, number, usd]);
    expect(rows).toEqual([
      ['requests.v1', '3', ''],
      ['provider_spend.v1', '1500000', '0.0015'],
    ]);
  });

  it('withholds money from one viewer and not from the other, each with a document of its own', async () => {
    const made = await makeRun();
    settle(made, anAnswer());
    const whole = await download(made);
    const held = await download(made, '', { as: 'analyst' });
    expect(held.body).toBe(await shownTo(made, 'analyst'));
    const [seen, hidden] = [whole, held].map(({ body }) => JSON.parse(body) as ReportRunOpenV1) as [
      ReportRunOpenV1,
      ReportRunOpenV1,
    ];
    expect([seen.money_withheld, hidden.money_withheld]).toEqual([false, true]);
    expect(seen.artifact_digest).toBe(hidden.artifact_digest);
    expect(seen.presentation_digest).toBe(seen.artifact_digest);
    expect(hidden.presentation_digest).toBe(digestOf(made.run, hidden.answer));
    expect(hidden.presentation_digest).not.toBe(hidden.artifact_digest);
    const table = await download(made, '?format=csv', { as: 'analyst' });
    expect(table.body).not.toContain('1500000');
    expect(table.body).not.toContain('0.0015');
    expect(tableOf(table.body)[1]).toMatchObject({
      metric: 'provider_spend.v1',
      state: 'unavailable',
      reason: 'scope_not_authorized',
      number: '',
      amount_usd: '',
    });
  });

  it('is a header alone where the window holds no traffic', async () => {
    const made = await makeRun();
    const empty = anAnswer();
    delete empty.groups;
    settle(made, empty);
    expect((await download(made, '?format=csv')).body).toBe(`${CSV_COLUMNS.join(',')}\r\n`);
  });

  it.each(['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '\n=1', 'a",=1\r\n=2,"', "'=1"])(
    'gives a spreadsheet no formula of a model that calls itself %j',
    async (name) => {
      const made = await makeRun();
      settle(made, { ...anAnswer(), groups: [withFacet(name)] });
      const { body } = await download(made, '?format=csv');
      const [row, ...more] = tableOf(body);
      expect(more).toEqual([]);
      expect(row?.['facet_value']).toMatch(/^['a]/);
      expect(row?.['facet_value']?.replace(/^'/, '')).toBe(name);
      expect(row?.['number']).toBe('1');
    },
  );

  it.each([
    ['Größter Umsatz: Q1/2026', 'gro-ter-umsatz-q1-2026'],
    ['../../etc/passwd', 'etc-passwd'],
    ['"; filename=x.exe', 'filename-x-exe'],
    ['売上', 'report'],
    ['‮txt.exe', 'txt-exe'],
    ['a'.repeat(120), 'a'.repeat(60)],
    ['ab '.repeat(40).trim(), 'ab-'.repeat(20).slice(0, -1)],
  ])('names the file of %j by letters, digits and hyphens alone', async (name, stem) => {
    const made = await makeRun(name);
    const { headers } = await download(made);
    expect(headers['content-disposition']).toBe(`attachment; filename="${stem}-${made.run.run_id}.json"`);
  });

  it.each(['queued', 'running', 'failed', 'cancelled', 'expired'] as const)(
    'answers the document without an answer, and 409 for a table, of a run that is %s',
    async (state) => {
      const made = await makeRun();
      made.api.plane.settle(made.run.run_id, { state });
      const document = await download(made);
      expect(document.statusCode).toBe(200);
      const run = JSON.parse(document.body) as ReportRunOpenV1;
      expect([run.state, run.answer, run.presentation_digest]).toEqual([state, undefined, '']);
      const table = await download(made, '?format=csv');
      expect([table.statusCode, table.headers['content-type']]).toEqual([
        409,
        'application/problem+json; charset=utf-8',
      ]);
      expect(table.headers['content-disposition']).toBeUndefined();
      expect(table.json<{ type: string; detail: string }>()).toMatchObject({
        type: 'conflict',
        detail: `The run is ${state} and holds no answer to write as a table; export it as json.`,
      });
    },
  );

  it('answers no table from the instant at which the answer expires, swept or not', async () => {
    const made = await makeRun();
    settle(made, anAnswer());
    made.api.now = new Date(made.api.now.getTime() + 30 * 86_400_000 - 1);
    expect((await download(made, '?format=csv')).statusCode).toBe(200);
    made.api.now = new Date(made.api.now.getTime() + 1);
    expect((await download(made, '?format=csv')).statusCode).toBe(409);
    expect((JSON.parse((await download(made)).body) as ReportRunOpenV1).state).toBe('expired');
  });

  it.each(['?format=xml', '?format=CSV', '?format=', '?format=csv&format=json', '?form=csv', '?format=csv&x=1'])(
    'answers 422 for %s',
    async (query) => {
      const made = await makeRun();
      settle(made, anAnswer());
      const { statusCode, body } = await download(made, query);
      expect([statusCode, (JSON.parse(body) as { type: string }).type]).toEqual([422, 'validation_failed']);
    },
  );

  it('answers 422 for an idempotency key, which it does not keep', async () => {
    const made = await makeRun();
    expect((await download(made, '', { headers: { 'idempotency-key': 'k' } })).statusCode).toBe(422);
  });

  it.each<[Who, number]>([
    ['nobody', 401],
    ['runtime', 401],
    ['forged', 401],
    ['outsider', 404],
    ['stranger', 404],
    ['contentless', 404],
    ['narrow', 404],
    ['analyst', 200],
  ])('answers %s with %i, in either format', async (as, status) => {
    const made = await makeRun();
    settle(made, anAnswer());
    for (const query of ['', '?format=csv']) {
      expect((await download(made, query, { as })).statusCode).toBe(status);
    }
  });

  it('answers 404 before 422 and 409, and 422 before 409', async () => {
    const made = await makeRun();
    expect((await download(made, '?format=xml', { as: 'outsider' })).statusCode).toBe(404);
    expect((await download(made, '?format=csv', { as: 'outsider' })).statusCode).toBe(404);
    expect((await download(made, '?format=csv&x=1')).statusCode).toBe(422);
  });

  it('answers 404 for a run of another report and for one that is not there', async () => {
    const made = await makeRun();
    const at = (report: string, run: string) => ({
      ...made,
      path: `/organizations/${ORG}/reports/${report}/runs/${run}`,
    });
    expect((await download(at(missing.report, made.run.run_id))).statusCode).toBe(404);
    expect((await download(at(made.run.report_id, missing.run))).statusCode).toBe(404);
  });

  it('answers 404 at once to a recipient that has lost its access', async () => {
    const made = await makeRun();
    settle(made, anAnswer());
    const analyst = made.api.plane.callers.get(SUBJECTS.analyst)!;
    made.api.plane.callers.set(SUBJECTS.analyst, { ...analyst, bindings: [] });
    expect((await download(made, '?format=csv', { as: 'analyst' })).statusCode).toBe(404);
  });

  it('answers 503 while the store does not answer', async () => {
    const made = await makeRun();
    settle(made, anAnswer());
    made.api.plane.reports.answerOf = () => Promise.reject(new Error('Connection terminated'));
    const { statusCode, body } = await download(made);
    expect([statusCode, (JSON.parse(body) as { type: string }).type]).toEqual([503, 'dependency_unavailable']);
  });
});

describe('an export of some megabytes', () => {
  async function listening(groupLength: number): Promise<Made & { origin: string }> {
    const made = await makeRun();
    const groups = Array.from({ length: 1_000 }, (_, index) => withFacet(`${index} ${'x'.repeat(groupLength)}`));
    settle(made, { ...anAnswer(), groups });
    const origin = await made.api.app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => made.api.app.close());
    return { ...made, origin };
  }

  it.each(['json', 'csv'])('comes in chunks, and whole: %s', async (format) => {
    const made = await listening(4_000);
    const response = await fetch(`${made.origin}${BASE}${made.path}/export?format=${format}`, {
      headers: { authorization: `Bearer ${tokenOf('owner')}` },
    });
    expect(response.headers.get('transfer-encoding')).toBe('chunked');
    const text = await response.text();
    expect(text.length).toBeGreaterThan(4_000_000);
    if (format === 'json') expect(text).toBe(await shownTo(made, 'owner'));
    else expect(tableOf(text)).toHaveLength(1_000);
  });

  it('waits for a reader that does not read, and ends when that goes away', async () => {
    // More than the system takes on both sides of a connection.
    const made = await listening(20_000);
    const { port } = new URL(made.origin);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const serverSide = once(made.api.app.server, 'request') as Promise<[unknown, ServerResponse]>;
    socket.write(
      `GET ${BASE}${made.path}/export HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokenOf('owner')}\r\n\r\n`,
    );
    const [, response] = await serverSide;
    await once(socket, 'readable');
    await expect.poll(() => response.writableNeedDrain, { timeout: 20_000 }).toBe(true);
    // Not the twenty megabytes that there are to say: a block or two.
    expect(response.writableLength).toBeLessThan(300_000);
    expect(response.writableEnded).toBe(false);
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    expect(response.writableFinished).toBe(false);
    await expect
      .poll(() => new Promise((resolve) => made.api.app.server.getConnections((_, count) => resolve(count))), {
        timeout: 20_000,
      })
      .toBe(0);
  });
});
