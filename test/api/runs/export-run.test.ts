import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExportedRun, ExportFormat } from '../../../clients/typescript/exported-run.ts';
import { createTruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import { CSV_COLUMNS } from '../../../contracts/insight/csv/csv-rows.ts';
import type { ReportRunOpenV1 } from '../../../contracts/reports/report-run.ts';
import { makeAnswer, MISSING_IDS } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { copyAccess, makeReport, type MadeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { computeRunDigest, makeSettledReport } from '../../../testing/api/settled-report.ts';
import { callerToken, type CallerName } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH } from '../../../testing/api/test-api.ts';

const FORMATS = ['json', 'csv'] as const;

interface File extends Omit<ExportedRun, 'body'> {
  readonly content: string;
}

async function download({ api, at }: MadeReport, format: ExportFormat, as: CallerName = 'owner'): Promise<File> {
  const { body, ...file } = await api.client(as).reports.runs.export(...at, format);
  return { ...file, content: await text(body) };
}

/** The document of `runs.get`, as in its envelope. */
async function shownTo({ api, at }: MadeReport, as: CallerName): Promise<string> {
  return JSON.stringify((await api.client(as).reports.runs.get(...at)).data);
}

const documentOf = ({ content }: File): ReportRunOpenV1 => JSON.parse(content) as ReportRunOpenV1;

const tableOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, record_delimiter: '\r\n' });

const withFacet = (value: string): AnswerGroup => ({
  purpose: 'application',
  facet: { member: 'final_model', value },
  cells: [{ metric: 'requests.v1', value: { state: 'available', number: '1', unit: 'count' } }],
});

describe('customer.reports.runs.export', () => {
  it('answers 200 with the exact document of runs.get', async () => {
    const made = await makeSettledReport();
    const file = await download(made, 'json');
    expect(file).toMatchObject({
      contentType: 'application/json',
      contentDisposition: `attachment; filename="weekly-${made.run.run_id}.json"`,
    });
    expect(made.api.answered.at(-1)?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(file.content).toBe(await shownTo(made, 'owner'));
    expect(documentOf(file).answer).toEqual(makeAnswer());
  });

  it('is that document by default', async () => {
    const made = await makeSettledReport();
    const { status, headers, body } = await made.api.get(`${made.runPath}/export`);
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(body).toEqual(documentOf(await download(made, 'json')));
  });

  it('answers 200 with the answer as a table', async () => {
    const made = await makeSettledReport(makeAnswer(), 'partial');
    const file = await download(made, 'csv');
    expect(file).toMatchObject({
      contentType: 'text/csv; charset=utf-8; header=present',
      contentDisposition: `attachment; filename="weekly-${made.run.run_id}.csv"`,
    });
    expect(made.api.answered.at(-1)?.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(file.content.startsWith(`${CSV_COLUMNS.join(',')}\r\n`)).toBe(true);
    const rows = tableOf(file.content).map(({ metric, number, amount_usd: usd }) => [metric, number, usd]);
    expect(rows).toEqual([
      ['requests.v1', '3', ''],
      ['provider_spend.v1', '1500000', '0.0015'],
    ]);
  });

  it('withholds money from one viewer and not from the other, each with a separate document', async () => {
    const made = await makeSettledReport();
    const file = await download(made, 'json', 'analyst');
    expect(file.content).toBe(await shownTo(made, 'analyst'));
    const [seen, hidden] = [documentOf(await download(made, 'json')), documentOf(file)];
    expect([seen.money_withheld, hidden.money_withheld]).toEqual([false, true]);
    expect(seen.artifact_digest).toBe(hidden.artifact_digest);
    expect(seen.presentation_digest).toBe(seen.artifact_digest);
    expect(hidden.presentation_digest).toBe(computeRunDigest(made.run, hidden.answer));
    expect(hidden.presentation_digest).not.toBe(hidden.artifact_digest);
    const { content: table } = await download(made, 'csv', 'analyst');
    expect(table).not.toContain('1500000');
    expect(table).not.toContain('0.0015');
    expect(tableOf(table)[1]).toMatchObject({
      metric: 'provider_spend.v1',
      state: 'unavailable',
      reason: 'scope_not_authorized',
      number: '',
      amount_usd: '',
    });
  });

  it('has only a header if the window has no traffic', async () => {
    const empty = makeAnswer();
    delete empty.groups;
    const { content } = await download(await makeSettledReport(empty), 'csv');
    expect(content).toBe(`${CSV_COLUMNS.join(',')}\r\n`);
  });

  it.each(['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '\n=1', 'a",=1\r\n=2,"', "'=1"])(
    'contains no spreadsheet formula for a model with the name %j',
    async (name) => {
      const made = await makeSettledReport({ ...makeAnswer(), groups: [withFacet(name)] });
      const [row, ...more] = tableOf((await download(made, 'csv')).content);
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
  ])('names the file of %j only with letters, digits and hyphens', async (name, stem) => {
    const made = await makeReport();
    // The stored name is from an earlier version and has characters that a new name may not have.
    made.api.plane.reportRows.set(made.report.report_id, { ...made.report, name });
    const { contentDisposition } = await download(made, 'json');
    expect(contentDisposition).toBe(`attachment; filename="${stem}-${made.run.run_id}.json"`);
  });

  it.each(['queued', 'running', 'failed', 'cancelled', 'expired'] as const)(
    'returns the document without an answer, and 409 for a table, for a run that is %s',
    async (state) => {
      const made = await makeReport();
      made.api.plane.settle(made.run.run_id, { state });
      const document = documentOf(await download(made, 'json'));
      expect([document.state, document.answer, document.presentation_digest]).toEqual([state, undefined, '']);
      expect(await toRefusal(download(made, 'csv'))).toMatchObject({
        status: 409,
        type: 'conflict',
        detail: `The run is ${state}, so it has no answer for a table. Export the run as JSON.`,
      });
      expect(made.api.answered.at(-1)?.headers).not.toHaveProperty('content-disposition');
    },
  );

  it('returns no table after the expiry of the answer, swept or not', async () => {
    const made = await makeSettledReport();
    made.api.now = new Date(made.api.now.getTime() + 30 * 86_400_000 - 1);
    expect(tableOf((await download(made, 'csv')).content)).toHaveLength(2);
    made.api.now = new Date(made.api.now.getTime() + 1);
    expect((await toRefusal(download(made, 'csv'))).status).toBe(409);
    expect(documentOf(await download(made, 'json')).state).toBe('expired');
  });

  it.each(['?format=xml', '?format=CSV', '?format=', '?format=csv&format=json', '?form=csv', '?format=csv&x=1'])(
    'answers 422 for %s',
    async (query) => {
      const { api, runPath } = await makeSettledReport();
      const { status, body } = await api.get(`${runPath}/export${query}`);
      expect([status, body['type']]).toEqual([422, 'validation_failed']);
    },
  );

  it('answers 422 for an idempotency key, which it does not store', async () => {
    const { api, runPath } = await makeReport();
    expect((await api.get(`${runPath}/export`, { headers: { 'idempotency-key': 'k' } })).status).toBe(422);
  });

  it.each<[CallerName, number]>([
    ['nobody', 401],
    ['runtime', 401],
    ['forged', 401],
    ['outsider', 404],
    ['stranger', 404],
    ['contentless', 404],
    ['narrow', 404],
  ])('answers %s with %i, in either format', async (as, status) => {
    const made = await makeSettledReport();
    for (const format of FORMATS) expect((await toRefusal(download(made, format, as))).status).toBe(status);
  });

  it('answers 404 before 422 and 409, and 422 before 409', async () => {
    const made = await makeReport();
    const { api, runPath } = made;
    expect((await api.get(`${runPath}/export?format=xml`, { as: 'outsider' })).status).toBe(404);
    expect((await toRefusal(download(made, 'csv', 'outsider'))).status).toBe(404);
    expect((await api.get(`${runPath}/export?format=csv&x=1`)).status).toBe(422);
  });

  it('answers 404 for a run of another report and for a missing one', async () => {
    const { api, at } = await makeReport();
    const { runs } = api.client().reports;
    expect((await toRefusal(runs.export(MISSING_IDS.report, at[1], 'json'))).status).toBe(404);
    expect((await toRefusal(runs.export(at[0], MISSING_IDS.run, 'json'))).status).toBe(404);
  });

  it('answers 404 immediately to a recipient who has lost access', async () => {
    const made = await makeSettledReport();
    copyAccess(made.api, 'analyst', 'stranger');
    expect((await toRefusal(download(made, 'csv', 'analyst'))).status).toBe(404);
  });

  it('answers 503 while the store does not answer', async () => {
    const made = await makeSettledReport();
    made.api.plane.reports.answerOf = () => Promise.reject(new Error('Connection terminated'));
    const problem = await toRefusal(download(made, 'json'));
    expect(problem).toMatchObject({ status: 503, type: 'dependency_unavailable' });
  });
});

describe('customer.reports.runs.export_csv', () => {
  it('answers 200 with the exact bytes of the table, for any caller', async () => {
    const made = await makeSettledReport();
    for (const as of ['owner', 'analyst'] as const) {
      const { body, contentType, contentDisposition } = await made.api.client(as).reports.runs.exportCsv(...made.at);
      const expected = await download(made, 'csv', as);
      expect({ contentType, contentDisposition, content: await text(body) }).toEqual({
        contentType: expected.contentType,
        contentDisposition: expected.contentDisposition,
        content: expected.content,
      });
    }
  });

  it('answers 409 for a run without an answer, and 422 for parameters that it does not have', async () => {
    const { api, at, runPath } = await makeReport();
    expect(await toRefusal(api.client().reports.runs.exportCsv(...at))).toMatchObject({
      status: 409,
      detail: 'The run is queued, so it has no answer for a table. Export the run as JSON.',
    });
    expect((await api.get(`${runPath}/export.csv?format=csv`)).status).toBe(422);
    expect((await api.get(`${runPath}/export.csv`, { headers: { 'idempotency-key': 'k' } })).status).toBe(422);
  });
});

describe('an export of some megabytes', () => {
  async function listening(groupLength: number): Promise<MadeReport & { origin: string }> {
    const groups = Array.from({ length: 1_000 }, (_, index) => withFacet(`${index} ${'x'.repeat(groupLength)}`));
    const made = await makeSettledReport({ ...makeAnswer(), groups });
    const origin = await made.api.app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => made.api.app.close());
    return { ...made, origin };
  }

  it.each(FORMATS)('is sent in chunks, and completely: %s', async (format) => {
    const made = await listening(4_000);
    const encodings: (string | null)[] = [];
    const client = createTruetallyClient({
      baseUrl: made.origin,
      token: callerToken('owner'),
      organizationId: ORGANIZATION_ID,
      workspaceId: WORKSPACE_ID,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        encodings.push(response.headers.get('transfer-encoding'));
        return response;
      },
    });
    const content = await text((await client.reports.runs.export(...made.at, format)).body);
    expect(encodings).toEqual(['chunked']);
    expect(content.length).toBeGreaterThan(4_000_000);
    if (format === 'json') expect(content).toBe(JSON.stringify((await client.reports.runs.get(...made.at)).data));
    else expect(tableOf(content)).toHaveLength(1_000);
  });

  /** Requests the export on a separate connection, and reads only its beginning. */
  async function stalled(made: MadeReport & { origin: string }): Promise<{ socket: Socket; response: ServerResponse }> {
    const socket = connect(Number(new URL(made.origin).port), '127.0.0.1');
    await once(socket, 'connect');
    const serverSide = once(made.api.app.server, 'request') as Promise<[unknown, ServerResponse]>;
    socket.write(
      `GET ${API_BASE_PATH}${made.runPath}/export HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${callerToken('owner')}\r\n\r\n`,
    );
    const [, response] = await serverSide;
    await once(socket, 'readable');
    await expect.poll(() => response.writableNeedDrain, { timeout: 20_000 }).toBe(true);
    return { socket, response };
  }

  const connections = ({ api }: MadeReport) =>
    expect.poll(() => new Promise((resolve) => api.app.server.getConnections((_, count) => resolve(count))), {
      timeout: 20_000,
    });

  it('waits for a client that does not read, and ends when that client disconnects', async () => {
    // The answer exceeds the buffers of the system on both sides of a connection.
    const made = await listening(20_000);
    const { socket, response } = await stalled(made);
    // The server has buffered only a block or two of the twenty megabytes.
    expect(response.writableLength).toBeLessThan(300_000);
    expect(response.writableEnded).toBe(false);
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    expect(response.writableFinished).toBe(false);
    await connections(made).toBe(0);
  });

  it('does not wait permanently', async () => {
    const made = await listening(20_000);
    const { server } = made.api.app;
    expect(server.timeout).toBe(120_000);
    server.timeout = 500;
    const { socket, response } = await stalled(made);
    await connections(made).toBe(0);
    expect(response.writableFinished).toBe(false);
    socket.destroy();
  });
});
