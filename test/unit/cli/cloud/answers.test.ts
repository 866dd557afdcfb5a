import { describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { makeCase } from '../../../../testing/api/made-case.ts';
import { makeReport } from '../../../../testing/api/made-report.ts';
import { makeSettledReport } from '../../../../testing/api/settled-report.ts';
import { makeAnswer, MISSING_IDS } from '../../../../testing/api/answers.ts';
import { ORGANIZATION_ID, SUBJECTS } from '../../../../testing/api/demo-ids.ts';
import { putRoute } from '../../../../testing/api/made-route.ts';
import { serveLane } from '../../../../testing/cli/serve-lane.ts';

const WINDOW = ['--since', '2026-02-01T00:00:00Z', '--until', '2026-03-01T00:00:00Z', '--display-tz', 'UTC'];

describe('tt cloud', () => {
  it('me: shows the caller, and prints the bytes of the service with --json', async () => {
    const { tt, requests, keyOf } = await serveLane();
    const shown = await tt(['me']);
    expect(shown).toEqual({
      code: 0,
      stdout: [
        `name\tsubject ${SUBJECTS.owner}`,
        `subject\t${SUBJECTS.owner}`,
        `organization\tDemo (${ORGANIZATION_ID})`,
        '',
        `${ORGANIZATION_ID}\tmetadata.read, cost.read, content.read, dimensions.read, comparisons.run, releases.deploy, keys.manage, members.manage, feedback.write`,
        '',
      ].join('\n'),
      stderr: '',
    });
    const { code, stdout, stderr } = await tt(['me', '--json']);
    expect([code, stdout, stderr]).toEqual([0, requests.at(-1)?.answer, '']);
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${keyOf('owner')}`,
      `Bearer ${keyOf('owner')}`,
    ]);
  });

  it('lists page by page, and every page with --all', async () => {
    const { tt, requests } = await serveLane();
    const first = await tt(['environment', 'list', '--limit', '2', '--json']);
    expect(first.stdout).toBe(requests.at(-1)?.answer);
    const { data, next_cursor: cursor } = JSON.parse(first.stdout) as { data: object[]; next_cursor: string };
    expect(first.stderr).toBe(`More rows follow: --cursor ${cursor}, or --all.\n`);
    const second = await tt(['environment', 'list', '--limit', '2', '--cursor', cursor, '--json']);
    const rest = JSON.parse(second.stdout) as { data: object[]; next_cursor: string };
    expect([data.length, rest.data.length, rest.next_cursor]).toEqual([2, 1, '']);
    const all = await tt(['environment', 'list', '--all', '--json']);
    expect(JSON.parse(all.stdout)).toEqual({ items: [...data, ...rest.data] });
    expect(all.stderr).toBe('');
    expect((await tt(['environment', 'list', '--jq', '.data | length'])).stdout).toBe('3\n');
  });

  it('an empty list prints nothing on standard output, and a sentence on standard error', async () => {
    const { tt } = await serveLane();
    expect(await tt(['report', 'list'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There are no reports. tt cloud report create makes one of a saved view.\n',
    });
  });

  it('insights overview: asks for the figures of a window, and shows amounts in USD', async () => {
    const { api, tt, requests } = await serveLane();
    const words = ['insights', 'overview', ...WINDOW, '--metric', 'requests.v1', '--metric', 'provider_spend.v1'];
    expect(await tt(words)).toEqual({
      code: 0,
      stdout: 'METRIC\tVALUE\tPURPOSE\nrequests.v1\t3\tapplication\nprovider_spend.v1\t$0.0015\tapplication\n',
      stderr: '',
    });
    expect(api.asked.at(-1)).toMatchObject({
      query: { shape: 'overview', metrics: ['requests.v1', 'provider_spend.v1'], display_tz: 'UTC' },
    });
    expect((await tt([...words, '--json'])).stdout).toBe(requests.at(-1)?.answer);
  });

  it('insights overview: shows the state and the reason of incomplete figures, and never 0', async () => {
    const { api, tt } = await serveLane();
    api.answer = {
      ...makeAnswer(),
      coverage: ['unpriced_population'],
      groups: [
        {
          purpose: 'application',
          cells: [
            { metric: 'provider_spend.v1', value: { state: 'unavailable', reason: 'unpriced_population' } },
            {
              metric: 'failure_rate.v1',
              value: { state: 'partial', number: '0.0314', unit: 'ratio', coverage: ['usage_unknown'] },
            },
          ],
        },
      ],
    };
    expect(await tt(['insights', 'overview', ...WINDOW])).toEqual({
      code: 0,
      stdout:
        'METRIC\tVALUE\tPURPOSE\nprovider_spend.v1\tunavailable: unpriced_population\tapplication\nfailure_rate.v1\t3.14 % (partial: usage_unknown)\tapplication\n',
      stderr: 'The figures are incomplete: unpriced_population.\n',
    });
  });

  it('insights drilldown: the attempts of one request, as the contract names the flags', async () => {
    const { api, tt } = await serveLane();
    await tt(['insights', 'drilldown', '--grain', 'attempt', '--request', 'q1', ...WINDOW]);
    expect(api.asked.at(-1)).toMatchObject({
      query: { shape: 'drilldown', drilldown: 'attempt', attempt_filter: { logical_request_id: 'q1' } },
    });
    await tt(['insights', 'drilldown', '--where', 'outcome=failed', ...WINDOW]);
    expect(api.asked.at(-1)).toMatchObject({
      query: { drilldown: 'request', facet_filter: { member: 'outcome', value: 'failed' } },
    });
  });

  it('insights catalog: lists every metric', async () => {
    const { tt, requests } = await serveLane();
    const { code, stdout } = await tt(['insights', 'catalog']);
    const lines = stdout.trimEnd().split('\n');
    const { data } = JSON.parse(requests[0]?.answer ?? '') as { data: { metrics: object[] } };
    expect([code, lines[0], lines.length]).toEqual([0, 'METRIC\tPRODUCER\tUNIT\tQUESTION', data.metrics.length + 1]);
  });

  it('view create, list, get, open, dependents, update and delete', async () => {
    const { tt, requests } = await serveLane();
    const created = await tt([
      'view',
      'create',
      '--name',
      'Daily',
      '--window',
      '24h',
      '--metric',
      'requests.v1',
      '--json',
    ]);
    expect([created.code, created.stdout]).toEqual([0, requests.at(-1)?.answer]);
    const { data: view } = JSON.parse(created.stdout) as { data: { id: string; display_tz: string } };
    expect(view).toMatchObject({
      ...{ name: 'Daily', audience: 'personal', time_intent: 'relative', relative_window_seconds: 86_400 },
      ...{ display_tz: 'Europe/Berlin', query: { schema: 1, shape: 'overview', scope: {}, metrics: ['requests.v1'] } },
    });
    expect((await tt(['view', 'list'])).stdout).toBe(
      `AUDIENCE\tNAME\tVIEW\tREVISION\tWINDOW\tUPDATED\npersonal\tDaily\t${view.id}\t1\tlast 24 h\t2026-03-01 13:00:00 +01:00\n`,
    );
    expect((await tt(['view', 'get', view.id, '--json'])).stdout).toBe(requests.at(-1)?.answer);
    expect((await tt(['view', 'open', view.id])).stdout).toContain('requests.v1\t3\tapplication\n');
    expect(await tt(['view', 'dependents', view.id])).toMatchObject({
      code: 0,
      stderr: 'No report depends on this view.\n',
    });
    const { name, audience, query, time_intent, relative_window_seconds, display_tz } = view as unknown as Record<
      string,
      unknown
    >;
    const file = { name: `${String(name)}!`, audience, query, time_intent, relative_window_seconds, display_tz };
    const update = ['view', 'update', view.id, '--file', '-', '--expected-revision'];
    expect(await tt([...update, '9'], { input: JSON.stringify(file) })).toMatchObject({ code: 5, stdout: '' });
    expect((await tt([...update, '1'], { input: JSON.stringify(file) })).stdout).toContain('name\tDaily!\n');
    expect(await tt(['view', 'delete', view.id])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: Delete the saved view ${view.id}? Its reports stop. Nobody can answer here.\n  try: add --yes\n`,
    });
    expect((await tt(['view', 'delete', view.id, '--yes'])).stdout).toBe(`The saved view ${view.id} is deleted.\n`);
    expect((await tt(['view', 'get', view.id])).code).toBe(4);
  });

  it('report create honours its idempotency key, and mints a new one otherwise', async () => {
    const { api, tt, requests } = await serveLane();
    const { view } = await makeReport({ api });
    const words = ['report', 'create', '--view', view.id, '--expected-view-revision', view.revision];
    const keyed = [...words, '--name', 'Weekly two', '--idempotency-key', 'weekly two'];
    const first = await tt([...keyed, '--json']);
    expect([first.code, first.stdout]).toEqual([0, requests.at(-1)?.answer]);
    const again = await tt(keyed);
    expect(again.stderr).toContain('This idempotency key was used before');
    expect((await tt([...keyed.slice(0, 6), '--name', 'Other', '--idempotency-key', 'weekly two'])).code).toBe(5);
    const minted = [await tt([...words, '--name', 'Three', '--debug']), await tt([...words, '--name', 'Four'])];
    expect(minted.map(({ code }) => code)).toEqual([0, 0]);
    const keys = requests.slice(-2).map(({ headers }) => String(headers['idempotency-key']));
    expect(new Set(keys).size).toBe(2);
    expect(minted.map(({ stderr }, index) => stderr.includes(`idempotency key ${keys[index]!}`))).toEqual([
      true,
      false,
    ]);
    const body = {
      name: 'Five',
      saved_view_id: view.id,
      expected_view_revision: view.revision,
      recipient_subject_ids: [],
    };
    expect((await tt(['report', 'create', '--body', '-'], { input: JSON.stringify(body) })).code).toBe(0);
  });

  it('report run --wait shows the answer of the ended run, and ends with 3 and 6 otherwise', async () => {
    const { api, tt, requests } = await serveLane();
    const { report } = await makeReport({ api });
    const late = await tt(['report', 'run', report.report_id, '--wait', '--wait-timeout', '1ms']);
    expect([late.code, late.stdout.split('\n', 1)[0]]).toEqual([6, 'state\tqueued']);
    expect(late.stderr).toContain('The time is over, and the run is queued. See it later: tt cloud report show');
    const ends = [
      { state: 'failed', failure_code: 'output_cap_exceeded', failure_detail: 'The answer is too large.' },
      { state: 'ready' },
    ] as const;
    const findRun = api.plane.reports.findRun.bind(api.plane.reports);
    for (const [index, end] of ends.entries()) {
      let reads = 0;
      api.plane.reports.findRun = (runId) => {
        reads += 1;
        if (reads === 2) {
          api.plane.answers.set(runId, makeAnswer());
          api.plane.settle(runId, end);
        }
        return findRun(runId);
      };
      const run = await tt(['report', 'run', report.report_id, '--wait', '--json']);
      expect([run.code, run.stdout]).toEqual([[3, 0][index], requests.at(-1)?.answer]);
    }
    api.plane.reports.findRun = findRun;
    const { run, at } = await makeSettledReport(undefined, 'ready', { api, body: { name: 'Settled' } });
    expect((await tt(['report', 'show', ...at])).stdout).toContain('provider_spend.v1\t$0.0015\tapplication\n');
    expect((await tt(['report', 'runs', at[0]])).stdout).toContain(`ready\t${run.run_id}\t`);
  });

  it('report export writes the bytes unchanged, with their type and digest on standard error', async () => {
    const { api, baseUrl, tt, keyOf } = await serveLane();
    const { at, runPath } = await makeSettledReport(undefined, 'ready', { api });
    for (const format of ['json', 'csv']) {
      const { code, stdout, stderr } = await tt(['report', 'export', ...at, '--format', format]);
      const direct = await fetch(`${baseUrl}/portal/api/v1/customer/v1${runPath}/export?format=${format}`, {
        headers: { authorization: `Bearer ${keyOf('owner')}` },
      });
      expect([code, stdout]).toEqual([0, await direct.text()]);
      const digest = createHash('sha256').update(stdout).digest('hex');
      expect(stderr).toBe(`content-type: ${direct.headers.get('content-type') ?? ''}\nsha256: ${digest}\n`);
    }
    expect((await tt(['report', 'export', ...at])).stdout[0]).toBe('{');
    expect((await tt(['report', 'export', ...at, '--json'])).code).toBe(2);
  });

  it('report schedule create, update, preview, occurrences and delete', async () => {
    const { api, tt, requests } = await serveLane();
    const { report } = await makeReport({ api });
    const cadence = ['--frequency', 'weekly', '--weekday', 'monday', '--local-time', '08:30'];
    const words = ['--report', report.report_id, '--expected-report-revision', report.revision, ...cadence];
    const created = await tt(['report', 'schedule', 'create', ...words, '--json']);
    expect([created.code, created.stdout]).toEqual([0, requests.at(-1)?.answer]);
    const { data } = JSON.parse(created.stdout) as { data: { schedule_id: string; cadence: object } };
    expect(data.cadence).toEqual({
      ...{ mode: 'wall_clock', frequency: 'weekly', weekday: 'monday', local_time: '08:30', timezone: 'Europe/Berlin' },
    });
    const id = data.schedule_id;
    expect((await tt(['report', 'schedule', 'list'])).stdout).toContain('\tweekly on monday at 08:30, Europe/Berlin\t');
    const file = JSON.stringify({
      cadence: { frequency: 'daily', local_time: '09:00', timezone: 'UTC' },
      recipient_subject_ids: [],
      paused: true,
    });
    const update = ['report', 'schedule', 'update', id, '--expected-revision'];
    expect((await tt([...update, '7', '--file', '-'], { input: file })).code).toBe(5);
    const updated = await tt([...update, '1', '--file', '-'], { input: file });
    expect(updated.stdout.split('\n').slice(0, 2)).toEqual(['state\tpaused: manual', 'cadence\tdaily at 09:00, UTC']);
    const window = ['--from', '2026-03-28T00:00:00Z', '--to', '2026-03-30T00:00:00Z'];
    const previewed = await tt([
      'report',
      'schedule',
      'preview',
      '--frequency',
      'daily',
      '--local-time',
      '02:30',
      ...window,
    ]);
    expect(previewed.stdout.split('\n', 1)[0]).toBe('LOCAL\tUTC\tNOTE');
    expect(previewed.stdout).toContain('dst_gap');
    expect((await tt(['report', 'schedule', 'occurrences', id])).stderr).toBe('The schedule has not run yet.\n');
    expect((await tt(['report', 'schedule', 'delete', id, '--yes'])).stdout).toBe(
      `The schedule ${id} is deleted, and 0 occurrences are cancelled.\n`,
    );
    expect((await tt(['report', 'schedule', 'get', id])).code).toBe(4);
    expect((await tt(['report', 'inbox', 'summary'])).stdout).toBe('0 unread\n');
    expect((await tt(['report', 'inbox', 'open', MISSING_IDS.delivery])).code).toBe(4);
  });

  it('route list, case create and revise, comparison create', async () => {
    const { api, tt, requests } = await serveLane();
    const route = putRoute(api.plane.comparing);
    expect((await tt(['route', 'list'])).stdout.split('\n')[1]).toBe(
      `route 1\tsonnet\t${route.route_id}\t${route.release.target.connection_id}\t2026-02-01 09:00:00 +01:00`,
    );
    const made = await tt(['case', 'create', '--message', '6 x 7?', '--expected', '42', '--label', 'number', '--json']);
    expect([made.code, made.stdout]).toEqual([0, requests.at(-1)?.answer]);
    const one = await makeCase(api);
    const revised = ['case', 'revise', one.case_id, '--message', 'Again?', '--expected-version'];
    expect((await tt([...revised, '1'])).stdout).toContain('version\t2 of 2\n');
    expect((await tt([...revised, '1'])).code).toBe(5);
    const rule = ['--not-worse', '0.05', '--highest-cost-ratio', '0.8'];
    const compared = await tt([
      'comparison',
      'create',
      '--name',
      'Cheaper?',
      '--kind',
      'labeled',
      '--route',
      route.route_id,
      ...rule,
    ]);
    expect(compared.stdout).toContain(
      'acceptance rule\tnot worse by 0.05 or more, cost ratio at most 0.8, at most 0 unknown, confidence 0.95\n',
    );
  });
});
