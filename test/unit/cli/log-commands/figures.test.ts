import { afterAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { answered, attempt, linesOf, logOf, openTestFolder } from './gateway-log.ts';
import { LOGGED_DAY } from './logged-day.ts';

const folder = openTestFolder();
afterAll(folder.remove);
const LOG = folder.write('log.jsonl', LOGGED_DAY);

async function documentOf(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runTt([...args, '--log', LOG, '--json']);
  expect([code, stderr.includes('error')]).toEqual([0, false]);
  return JSON.parse(stdout);
}

it('tt report states each figure with the calls that it rests on', async () => {
  const none = { usd: '0', requests: 0, unpriced_excluded: 0 };
  expect(await documentOf('report')).toEqual({
    from: null,
    to: null,
    first_call_at: '2026-03-09T08:00:00.000Z',
    last_call_at: '2026-03-09T08:00:08.000Z',
    calls: { total: 7, failed: 1, pending: 1, refused: 1, succeeded: 4 },
    spend: { usd: '10', calls: 5, estimated: 0, unpriced_excluded: 1, pending_excluded: 1 },
    tokens: { input: 180, output: 120, cached_input: 0, calls: 6, unknown_excluded: 1 },
    endings: [
      { kind: 'budget_exceeded', calls: 1 },
      { kind: 'http_500', calls: 1 },
    ],
    cache: {
      outcomes: { hit: 1, would_hit: 0, miss: 0, bypass: 0, error: 0 },
      hits: { exact: 1, normalized: 0, semantic: 0 },
      savings: { usd: '5', requests: 1, unpriced_excluded: 0 },
      unlicensed_savings: none,
      shadow_savings: none,
      unlicensed_shadow_savings: none,
    },
    shadow: {
      unpaired: 1,
      tiers: [
        {
          ...{ tier: 'simple', pairs: 1, compared: 1, left_out: 0 },
          ...{ served_usd: '5', shadow_usd: '1', would_save_usd: '4' },
        },
      ],
    },
    unpriced: [{ provider: 'openai', model: 'my-model', calls: 1, reasons: ['model_not_in_table'] }],
    other_purposes: [
      {
        purpose: 'comparison',
        calls: 2,
        spend: { usd: '2', calls: 2, estimated: 0, unpriced_excluded: 0, pending_excluded: 0 },
      },
    ],
    skipped: {},
  });
});

it('tt report never states 0 for a log in which no call has a price', async () => {
  const log = folder.write(
    'unpriced.jsonl',
    logOf(linesOf({ id: 'greq_1', atMs: 0, ending: answered(attempt(undefined)) })),
  );
  expect((await runTt(['report', '--log', log, '--jq', '.spend.usd'])).stdout).toBe('null\n');
  expect((await runTt(['report', '--log', log])).stdout).toContain('spend\tunknown\t0\t1 unpriced\n');
});

describe('tt eval', () => {
  it('counts the majority of people, without labels of hard cases', async () => {
    const measured = { metric: 'correctness', source: 'people', basis: 'measured' };
    expect(await documentOf('eval')).toEqual({
      ...{ from: null, to: null, quality: 'oracle', confidence: '0.95', calls: 7, skipped: {} },
      tiers: [
        {
          ...{ tier: 'complex', ...measured, calls: 1, passed: 0, failed: 0, undecided: 1 },
          ...{ rate: null, lower: null, upper: null },
        },
        {
          ...{ tier: 'simple', ...measured, calls: 2, passed: 1, failed: 1, undecided: 0 },
          ...{ rate: '0.5', lower: '0.094531', upper: '0.905469' },
        },
      ],
    });
  });

  it('counts outcomes of each evaluator, and keeps measured and reported ones apart', async () => {
    expect(await documentOf('eval', '--quality', 'outcome')).toMatchObject({
      tiers: [
        { tier: 'complex', source: 'crm', basis: 'reported', calls: 1, passed: 1, rate: '1' },
        { tier: 'simple', source: 'judge.correctness', basis: 'measured', calls: 1, passed: 1, rate: '1' },
      ],
    });
  });

  it('counts shadow pairs that one evaluator judged on both sides', async () => {
    expect(await documentOf('eval', '--quality', 'shadow')).toMatchObject({
      calls: 1,
      tiers: [
        {
          ...{ tier: 'simple', source: 'judge.correctness', pairs: 1, only_served_passes: 1 },
          ...{ both_pass: 0, both_fail: 0, only_shadow_passes: 0, agreement: '0' },
        },
      ],
    });
  });

  it('names the missing evidence', async () => {
    const log = folder.write('bare.jsonl', logOf(linesOf({ id: 'greq_1', atMs: 0, ending: answered(attempt('5')) })));
    expect(await runTt(['eval', '--log', log])).toEqual({
      code: 0,
      stdout: 'cannot measure: the log has no labels of people on 1 calls, and no verdicts at all\n',
      stderr: 'Label answers (docs/judges.md), or use --quality outcome.\n',
    });
  });
});

describe('tt cache preview', () => {
  it('counts repeats of the same size, as an upper bound', async () => {
    expect(await documentOf('cache', 'preview')).toEqual({
      ...{ from: null, to: null, scope: 'team', skipped: {} },
      approximations: ['fixed_usage', 'recorded_runtime_state', 'fingerprint_approximated'],
      // Three calls have an answer; two of them are equal by model and size. The hit is a repeat that saved already.
      exact: {
        ...{ bound: 'upper_bound', requests: 4, comparable: 4, repeats: 2, repeat_rate: 0.5 },
        would_save: { usd: '5', requests: 1, unpriced_excluded: 0 },
      },
      semantic: {
        cannot_estimate:
          'The log contains no text, and no rule of the kind semantic has examined a call. A rule in shadow mode counts the calls that it would have answered.',
      },
    });
  });

  it('states how many calls a semantic rule has examined', async () => {
    const log = folder.write(
      'semantic.jsonl',
      logOf(
        linesOf({ id: 'greq_1', atMs: 0, noted: { 'cache.similarity': '0.8' }, ending: answered(attempt('5')) }),
        linesOf({ id: 'greq_2', atMs: 1, ending: answered(attempt('5')) }),
      ),
    );
    const { stdout } = await runTt([
      'cache',
      'preview',
      '--log',
      log,
      '--jq',
      '.semantic | "\\(.examined) \\(.requests) \\(.coverage)"',
    ]);
    expect(stdout).toBe('1 2 0.5\n');
  });
});
