import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM_CODES, PROBLEMS } from '../../contracts/problems/customer-problem.ts';
import { API_BASE_PATH, TestApi } from '../../testing/api/test-api.ts';

const api = new TestApi();
beforeAll(() => api.app.ready());

const SUCCESSES: Readonly<Record<string, string>> = {
  'customer.me.get': '200',
  'customer.workspaces.list': '200',
  'customer.applications.list': '200',
  'customer.gateways.list': '200',
  'customer.environments.list': '200',
  'customer.service_identities.create': '201',
  'customer.service_identities.list': '200',
  'customer.service_identities.get': '200',
  'customer.service_credentials.create': '201',
  'customer.service_credentials.list': '200',
  'customer.service_credentials.get': '200',
  'customer.service_credentials.rotate': '201',
  'customer.service_credentials.revoke': '200',
  'customer.service_credentials.status': '200',
  'customer.teams.create': '201',
  'customer.teams.list': '200',
  'customer.traffic.send': '200',
  'customer.traffic.send_spans': '200',
  'customer.traffic.send_logs': '200',
  'customer.traffic.send_litellm_log': '200',
  'customer.insights.query': '200',
  'customer.insights.rows': '200',
  'customer.insights.catalog': '200',
  'customer.insights.receipt': '200',
  'customer.traces.read': '200',
  'customer.traces.list': '200',
  'customer.saved_views.create': '201',
  'customer.saved_views.list': '200',
  'customer.saved_views.get': '200',
  'customer.saved_views.open': '200',
  'customer.saved_views.dependents': '200',
  'customer.saved_views.update': '200',
  'customer.saved_views.delete': '200',
  'customer.reports.create': '202',
  'customer.reports.list': '200',
  'customer.reports.get': '200',
  'customer.reports.update': '200',
  'customer.reports.delete': '200',
  'customer.reports.runs.create': '202',
  'customer.reports.runs.list': '200',
  'customer.reports.runs.get': '200',
  'customer.reports.runs.export': '200',
  'customer.reports.runs.export_csv': '200',
  'customer.reports.runs.cancel': '200',
  'customer.report_schedules.preview': '200',
  'customer.report_schedules.list': '200',
  'customer.report_schedules.create': '201',
  'customer.report_schedules.get': '200',
  'customer.report_schedules.update': '200',
  'customer.report_schedules.delete': '200',
  'customer.report_schedules.occurrences': '200',
  'customer.report_schedules.occurrences.get': '200',
  'customer.report_schedules.occurrences.rerun': '202',
  'customer.report_inbox.list': '200',
  'customer.report_inbox.summary': '200',
  'customer.report_inbox.open': '200',
  'customer.routes.list': '200',
  'customer.routes.get': '200',
  'customer.cases.create': '201',
  'customer.cases.list': '200',
  'customer.cases.get': '200',
  'customer.cases.versions': '200',
  'customer.cases.revise': '201',
  'customer.comparisons.create': '201',
  'customer.comparisons.list': '200',
  'customer.comparisons.get': '200',
  'customer.comparisons.samples.publish': '201',
  'customer.comparisons.samples.get': '200',
  'customer.comparisons.runs.preflight': '201',
  'customer.comparisons.runs.start': '202',
  'customer.comparisons.runs.list': '200',
  'customer.comparisons.runs.get': '200',
  'customer.comparisons.runs.cancel': '200',
  'customer.comparisons.results.get': '200',
  'customer.comparisons.verdicts.list': '200',
  'customer.comparisons.verdicts.review': '201',
  'customer.comparisons.decisions.create': '201',
  'customer.comparisons.decisions.list': '200',
  'customer.comparisons.decisions.get': '200',
};

/** The operations that answer in the format of OTLP. */
const OTLP: readonly (string | undefined)[] = ['customer.traffic.send_spans', 'customer.traffic.send_logs'];

describe('the route table', () => {
  it('has exactly the operations of this release', () => {
    const names = api.routes.filter(({ url }) => url.startsWith(API_BASE_PATH)).map(({ operationId }) => operationId);
    expect(names.sort()).toEqual(Object.keys(SUCCESSES).sort());
  });

  it.each(Object.entries(SUCCESSES))(
    'declares the success of %s and every refusal that any request can get',
    (name, success) => {
      const route = api.routes.find(({ operationId }) => operationId === name)!;
      const declared = Object.keys(route.responses);
      expect(declared.filter((status) => Number(status) < 400)).toEqual([success]);
      const body = route.method === 'GET' ? [] : ['413', '415'];
      expect(declared).toEqual(
        expect.arrayContaining(['401', '404', OTLP.includes(name) ? '400' : '422', '429', '500', '503', ...body]),
      );
    },
  );

  it('declares problems only for refusals', () => {
    for (const { url, responses, operationId } of api.routes.filter((route) => route.url.startsWith(API_BASE_PATH))) {
      for (const [status, response] of Object.entries(responses)) {
        const types = 'content' in response ? Object.keys(response.content) : [];
        const isRefusal = Number(status) >= 400;
        if (OTLP.includes(operationId)) expect(types.sort()).toEqual(['application/json', 'application/x-protobuf']);
        else expect(types.includes('application/problem+json'), `${url} ${status}`).toBe(isRefusal);
      }
    }
  });
});

describe('docs/errors.md', () => {
  it('lists exactly the problem codes, each with its status and next action', async () => {
    const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z_]+)` +\| (\d{3}) +\| `([a-z_]+)` +\|/gm)].map(
      ([, code, status, action]) => [code, Number(status), action],
    );
    const expected = PROBLEM_CODES.map((code) => [code, PROBLEMS[code].status, PROBLEMS[code].nextAction]);
    expect(rows.sort()).toEqual([...expected].sort());
  });
});
