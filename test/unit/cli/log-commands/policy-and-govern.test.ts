import { afterAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { answered, attempt, linesOf, logOf, openTestFolder } from './gateway-log.ts';
import { LOGGED_DAY, TIERED_CONFIG } from './logged-day.ts';

const folder = openTestFolder();
afterAll(folder.remove);
const LOG = folder.write('log.jsonl', LOGGED_DAY);
const CONFIG = folder.write('tokentriage.yaml', TIERED_CONFIG);

async function documentOf(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runTt([...args, '--log', LOG, '--json']);
  expect([code, stderr.includes('error')]).toEqual([0, false]);
  return JSON.parse(stdout);
}

describe('tt policy explain', () => {
  it('explains a refused call', async () => {
    const { stdout } = await runTt(['policy', 'explain', '--log', LOG, '--req-id', 'greq_5']);
    expect(stdout.split('\n')).toEqual([
      'The gateway admitted greq_5 at 2026-03-09T08:00:04.000Z.',
      'The rule small is the first that matches the call, and it names the tier simple.',
      'The mode was shadow, so the tier was only recorded, and the requested model stayed.',
      'The limit day at organization:org_1 refused the call: 4.9 of 5 usd were used.',
      'The call ended as refused (budget_exceeded) after 1 ms.',
      'It cost 0 USD.',
      '',
    ]);
  });

  it('explains a call that the caller sent to a tier', async () => {
    expect(await documentOf('policy', 'explain', '--req-id', 'greq_6')).toEqual({
      ...{ req_id: 'greq_6', admitted_at: '2026-03-09T08:00:05.000Z', status: 'succeeded', kind: null, trace_id: null },
      decision: {
        ...{ mode: 'route', reason: 'override', tier: 'complex', rule: null, named_tier: 'complex' },
        ...{ requested_model: 'gpt-5-mini', called_model: 'gpt-5', override: 'honored', calibration: null },
      },
      attempts: [{ provider: 'openai', model: 'gpt-5', role: 'primary', output: 'complete' }],
      ...{ cache: null, refused_by: null, shadow_of: null, cost_usd: '5', cost_unknown: null },
      sentences: [
        'The gateway admitted greq_6 at 2026-03-09T08:00:05.000Z.',
        'The caller named the tier complex, so the gateway chose it.',
        'The caller requested gpt-5-mini, and the gateway called gpt-5.',
        'Attempt 1 called gpt-5 at openai, and got a complete answer.',
        'The call ended as succeeded after 500 ms.',
        'It cost 5 USD.',
      ],
    });
  });

  it.each([
    ['greq_2', 'It is a shadow call: it repeats greq_1 at another tier, and its answer went to nobody.'],
    ['greq_3', 'The cache answered the call (rule r, kind exact, the answer of greq_1).'],
    ['greq_4', 'Its cost is unknown: it has no price (model_not_in_table).'],
    ['greq_7', 'The mode was ledger: the gateway chose no tier, and the requested model answers.'],
    ['greq_7', 'The log contains no ending of the call.'],
  ])('says of %s: %s', async (id, sentence) => {
    expect((await runTt(['policy', 'explain', '--log', LOG, '--req-id', id])).stdout.split('\n')).toContain(sentence);
  });
});

it('tt policy preview decides logged calls again, and prices them at the same tokens', async () => {
  // gpt-5-mini costs 0.25 USD per million input tokens and 2 USD per million output tokens.
  const toSimple = { from: 'openai/gpt-5', to: 'simple', model: 'openai/gpt-5-mini', calls: 1 };
  expect(await documentOf('policy', 'preview', '-c', CONFIG)).toEqual({
    ...{ from: null, to: null, config: CONFIG, mode: 'route', calls: 6, decided: 3, skipped: {} },
    undecided: { no_provider_called: 3 },
    approximations: [
      ...['fixed_usage', 'key_scopes_ignored', 'endpoint_approximated', 'input_tokens_approximated'],
      'requested_model_approximated',
    ],
    logged_tier: { same: 3, other: 0 },
    decisions: [
      { tier: 'simple', by: 'rule small', calls: 2 },
      { tier: 'complex', by: 'override', calls: 1 },
    ],
    moves: [
      {
        ...{ ...toSimple, compared: 1, unpriced_excluded: 0 },
        ...{ logged_usd: '5', preview_usd: '0.000095', difference_usd: '-4.999905' },
      },
      {
        ...{ from: 'openai/gpt-5', to: 'complex', model: 'openai/gpt-5', calls: 1, compared: 1, unpriced_excluded: 0 },
        ...{ logged_usd: '5', preview_usd: '5', difference_usd: '0' },
      },
      {
        ...{ from: 'openai/my-model', to: 'simple', model: 'openai/gpt-5-mini', calls: 1, compared: 0 },
        ...{ logged_usd: null, preview_usd: null, difference_usd: null, unpriced_excluded: 1 },
      },
    ],
    cost: {
      ...{ compared: 2, logged_usd: '10', preview_usd: '5.000095', difference_usd: '-4.999905', unpriced_excluded: 1 },
    },
  });
});

it('tt policy preview keeps a trace at its tier for the time of the affinity', async () => {
  const call = (id: string, atMs: number, tokens: number): string[] =>
    linesOf({
      ...{ id, atMs, traceId: 'trace-1' },
      ending: answered(
        attempt('5', { model: 'gpt-5', asked: 'gpt-5', units: { input_tokens: tokens, output_tokens: 1 } }),
      ),
    });
  const log = folder.write(
    'trace.jsonl',
    logOf(call('greq_1', 0, 50), call('greq_2', 60_000, 500), call('greq_3', 400_000, 500)),
  );
  const { stdout } = await runTt([
    'policy',
    'preview',
    '-c',
    CONFIG,
    '--log',
    log,
    '--jq',
    '.decisions[] | "\\(.tier) \\(.by)"',
  ]);
  expect(stdout.split('\n').toSorted()).toEqual(['', 'complex default', 'simple pin', 'simple rule small']);
});

describe('tt govern', () => {
  it('preview applies each limit alone', async () => {
    const document = (await documentOf('govern', 'preview', '-c', CONFIG)) as { limits: Record<string, unknown>[] };
    expect(document).toMatchObject({ config: CONFIG, calls: 8, refused_then: 1 });
    expect(document.limits).toEqual([
      {
        ...{ limit_id: 'day', node: 'organization:org_1', unit: 'usd', limit: '6', calls: 8, windows: 1 },
        ...{ fullest_at: '2026-03-09T00:00:00.000Z', fullest_came_to: '13.7', fullest_percent: 228 },
        // The unpriced call counts with 1 USD, and the one without an ending with its reservation.
        ...{ would_refuse: 4, in_windows: 1, they_came_to: '7.7', assumed: 2 },
        ...{ first_at: '2026-03-09T08:00:03.000Z', first_request: 'greq_4' },
      },
      {
        ...{ limit_id: 'slots', node: 'key:kid_1', unit: 'calls', limit: '1', calls: 6, fullest_percent: 100 },
        ...{
          fullest_at: '2026-03-09T08:00:00.000Z',
          fullest_came_to: '1',
          would_refuse: 0,
          they_came_to: '0',
          assumed: 0,
        },
      },
      {
        // Shadow calls are no requests of callers.
        ...{ limit_id: 'calls', node: 'team:org_1:search', unit: 'requests', limit: '5', calls: 6, windows: 1 },
        ...{ fullest_at: '2026-03-09T08:00:00.000Z', fullest_came_to: '6', fullest_percent: 120 },
        ...{ would_refuse: 1, in_windows: 1, they_came_to: '1', assumed: 0 },
        ...{ first_at: '2026-03-09T08:00:07.000Z', first_request: 'greq_8' },
      },
      { limit_id: 'other', calls: 0 },
    ]);
  });

  it('reconcile compares the window of the instant, and gives reasons', async () => {
    const row = (limit: string, node: string, unit: string, used: string) => ({ limit_id: limit, node, unit, used });
    const rollup = folder.write(
      'rollup.json',
      JSON.stringify({
        as_of: '2026-03-09T08:30:00Z',
        limits: [
          row('day', 'organization:org_1', 'usd', '12.75'),
          row('calls', 'team:org_1:search', 'requests', '6'),
          row('other', 'team:org_1:none', 'tokens', '3'),
          row('gone', 'organization:org_1', 'usd', '1'),
        ],
      }),
    );
    const day = { window_from: '2026-03-09T00:00:00.000Z', window_to: '2026-03-10T00:00:00.000Z' };
    expect(await documentOf('govern', 'reconcile', '-c', CONFIG, '--rollup', rollup)).toEqual({
      ...{ from: null, to: null, config: CONFIG, as_of: '2026-03-09T08:30:00.000Z', differing: 2, skipped: {} },
      nodes: [
        {
          ...{ limit_id: 'calls', node: 'team:org_1:search', unit: 'requests', calls: 6, left_out: 0 },
          ...{ window_from: '2026-03-09T08:00:00.000Z', window_to: '2026-03-09T09:00:00.000Z' },
          ...{ logged: '6', rollup: '6', difference: '0', reasons: [] },
        },
        {
          ...{ limit_id: 'day', node: 'organization:org_1', unit: 'usd', calls: 8, left_out: 1, ...day },
          ...{ logged: '12.7', rollup: '12.75', difference: '0.05' },
          reasons: ['log_starts_late', 'open_calls', 'unknown_amounts', 'no_reservation'],
        },
        {
          ...{ limit_id: 'other', node: 'team:org_1:none', unit: 'tokens', calls: 0, left_out: 0, ...day },
          ...{ logged: '0', rollup: '3', difference: '3', reasons: ['not_in_log', 'log_starts_late'] },
        },
      ],
      unknown_limits: ['gone'],
      not_in_logs: ['slots'],
    });
  });

  it('reconcile reads the documented example', async () => {
    const example = `${import.meta.dirname}/../../../../docs/cli/examples/limits-rollup.json`;
    const config = folder.write(
      'all-day.yaml',
      'governance: { limits: [{ id: all-day, node: organization, budget_usd: 50, per: day }] }\n',
    );
    const args = ['govern', 'reconcile', '-c', config, '--log', LOG, '--rollup', example, '--jq', '.nodes[].rollup'];
    expect((await runTt(args)).stdout).toBe('12.5\n');
  });
});
