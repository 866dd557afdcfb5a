import { describe, expect, it } from 'vitest';
import { demoId } from '../../../../testing/api/demo-ids.ts';
import { putCase } from '../../../../testing/api/made-case.ts';
import { putComparison, putComparisonRun, putEndedRun, putSample } from '../../../../testing/api/made-comparison.ts';
import { putConnections } from '../../../../testing/api/made-connection.ts';
import { serveLane } from '../../../../testing/cli/serve-lane.ts';

const CANDIDATE = ['--connection', demoId('connection', 1), '--model', 'haiku', '--max-output-tokens', '400'];

describe('tt cloud comparison', () => {
  it('publishes a sample and plans a run with a rule', async () => {
    const { api, tt, requests } = await serveLane();
    const { comparing } = api.plane;
    const { comparison_id: id } = putComparison(comparing);
    const cases = [1, 2].map((number) => putCase(comparing, number).case_id);
    putConnections(comparing);
    const published = await tt([
      ...['comparison', 'sample', 'publish', id, '--json'],
      ...cases.flatMap((one) => ['--case', `${one}@1`]),
    ]);
    expect([published.code, published.stdout]).toEqual([0, requests.at(-1)?.answer]);
    const { data } = JSON.parse(published.stdout) as { data: { sample_id: string; cases: object[] } };
    expect(data.cases).toEqual(cases.map((one) => ({ case_id: one, version: '1', critical: false })));
    const shown = await tt(['comparison', 'sample', 'get', id, data.sample_id]);
    expect(shown.stdout).toContain(`CRITICAL\tCASE\tVERSION\n-\t${cases[0]!}\t1\n`);
    const rule = ['--not-worse', '0.05', '--tolerated-unknowns', '1'];
    const planned = await tt(['comparison', 'preflight', id, '--sample', data.sample_id, ...CANDIDATE, ...rule]);
    expect([planned.code, planned.stdout.split('\n', 1)[0]]).toEqual([0, 'state\tpreflight']);
    expect(planned.stdout).toContain('candidate\thaiku (conn_');
    expect(planned.stderr).toMatch(
      /^Start the run: tt cloud comparison start cmp_\w+ --run crun_\w+ --spend-ceiling <usd>\n$/,
    );
  });

  it('starts a run under a ceiling, and waits for its end', async () => {
    const { api, tt, requests } = await serveLane();
    const run = await putComparisonRun(api.plane.comparing);
    const words = ['comparison', 'start', run.comparison_id, '--run', run.run_id, '--spend-ceiling', '1.50'];
    const started = await tt([...words, '--wait', '--wait-timeout', '1ms']);
    expect([started.code, started.stdout.split('\n', 1)[0]]).toEqual([6, 'state\tqueued']);
    expect(started.stdout).toContain('spend\t$0 settled, $0 reserved, ceiling $1.5\n');
    expect(started.stderr).toBe(
      `The run is queued. See it later: tt cloud comparison run ${run.comparison_id} ${run.run_id}\n`,
    );
    expect((await tt(['comparison', 'cancel', run.comparison_id, run.run_id])).stdout.split('\n', 1)[0]).toBe(
      'state\tabandoned: comparison_canceled',
    );
    expect((await tt(['comparison', 'results', run.comparison_id, run.run_id, '--json'])).stdout).toBe(
      requests.at(-1)?.answer,
    );
    expect((await tt(['comparison', 'runs', run.comparison_id])).stdout).toContain(
      `abandoned: comparison_canceled\thaiku\t${run.run_id}\t`,
    );
  });

  it('shows the clauses and the difference of an ended run, and decides on the route', async () => {
    const { api, tt } = await serveLane();
    const run = await putEndedRun(api.plane.comparing);
    const at = [run.comparison_id, run.run_id];
    const results = await tt(['comparison', 'results', ...at]);
    expect([results.code, results.stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      ['outcome\tnot_enough_evidence', 'state\tcomplete', 'difference\tunavailable: no_comparable_cases'],
    ]);
    expect(results.stdout).toContain('STATE\tCLAUSE\tEVIDENCE\nmet\tunknowns\t0 unknown, 0 tolerated\n');
    expect(results.stdout).toContain('pass rate\tunavailable: no_cases\tunavailable: no_cases\n');
    expect((await tt(['comparison', 'verdicts', ...at])).stderr).toBe('The run has no verdicts yet.\n');
    const decide = ['comparison', 'decide', ...at, '--action', 'keep_route', '--note', 'Not yet.', '--outcome'];
    expect((await tt([...decide, 'meets_bar'])).code).toBe(5);
    const decided = await tt([...decide, 'not_enough_evidence']);
    expect(decided.stdout.split('\n').slice(0, 2)).toEqual(['action\tkeep_route', 'outcome\tnot_enough_evidence']);
    expect((await tt(['comparison', 'decisions', ...at])).stdout).toContain(
      'keep_route\tnot_enough_evidence\t1\tcdec_',
    );
  });

  it('ends with 4 for a sample of no comparison', async () => {
    const { api, tt } = await serveLane();
    putSample(api.plane.comparing);
    const { code, stdout } = await tt([
      'comparison',
      'sample',
      'get',
      demoId('comparison', 9),
      demoId('comparisonSample', 1),
    ]);
    expect([code, stdout]).toEqual([4, '']);
  });
});

describe('tt cloud trace', () => {
  it('lists and reads traces', async () => {
    const { api, tt } = await serveLane();
    const window = ['--since', '2026-02-01T00:00:00Z', '--until', '2026-03-01T00:00:00Z'];
    expect((await tt(['trace', 'list', ...window, '--order-by', 'duration', '--limit', '5'])).stdout).toBe(
      'OUTCOMES\tTRACE\tSTARTED\tDURATION\tREQUESTS\tTOKENS\tSPEND\n1 succeeded\tt1\t2026-02-03 01:00:00 +01:00\t2000 ms\t1\t120\t$0.0015\n',
    );
    expect(api.traceListsAsked.at(-1)).toMatchObject({ query: { order_by: 'duration', limit: 5 } });
    const { stdout } = await tt(['trace', 'read', 't1', ...window]);
    expect(stdout.split('\n').slice(-2)).toEqual(['planner s1\t1 succeeded\tm1\t2000 ms\t1\t120\t$0.0015', '']);
    expect((await tt(['trace', 'read', ...window])).code).toBe(2);
  });
});
