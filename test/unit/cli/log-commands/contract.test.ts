import { afterAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { answered, attempt, linesOf, logOf, openTestFolder } from './gateway-log.ts';

const folder = openTestFolder();
afterAll(folder.remove);
const LOG = folder.write('log.jsonl', logOf(linesOf({ id: 'greq_1', atMs: 0, ending: answered(attempt('5')) })));
const TORN = folder.write(
  'torn.jsonl',
  logOf(linesOf({ id: 'greq_1', atMs: 0, ending: answered(attempt('5')) }), 'no'),
);
const CONFIG = folder.write(
  'tokentriage.yaml',
  `providers:
  - { name: openai, wire: openai, base_url: https://api.openai.com/v1, models: [gpt-5-mini] }
routing:
  tiers: [{ name: simple, model: gpt-5-mini }]
  default_tier: simple
governance:
  limits: [{ id: day, node: organization, budget_usd: 6, per: day }]
`,
);
const EMPTY = folder.write('empty.yaml', 'mode: ledger\n');
const BROKEN = folder.write('broken.yaml', 'mode: nope\n');
const ROLLUP = folder.write('rollup.json', '{"as_of":"2026-03-09T12:00:00Z","limits":[]}');
const UNDATED = folder.write('undated.json', '{"limits":[]}');
const PAGE = folder.write('page.json', '{"limits":[],"next_cursor":"more"}');
const NO_ROLLUP = folder.write('list.json', '[]');
const NO_UNIT = folder.write('unit.json', '{"limits":[{"limit_id":"day","node":"n","unit":"eur","used":"1"}]}');
const NO_USE = folder.write('use.json', '{"limits":[{"limit_id":"day","node":"n","unit":"usd","used":1}]}');
const NO_PRICES = folder.write('no-prices.json', '[{"id":"openai","models":[{"id":"m","prices":{"input_mtok":-1}}]}]');
const FORMER = folder.write('former.yaml', 'policy: { simple: openai/a, complexx: openai/b }\n');

/** A line, its exit code, and a part of its standard error. */
type Row = readonly [line: string, code: number, says: string];

const REFUSALS: readonly Row[] = [
  ['report --log missing.jsonl', 4, 'The decision log missing.jsonl does not exist.'],
  ['report', 4, 'The decision log /nonexistent/.gateway/decisions.jsonl does not exist.'],
  [`report --log ${LOG} --since soon`, 2, '--since must be a window such as 24h, 30d or 2w, or an RFC 3339 instant.'],
  [`report --log ${LOG} --since 0h`, 2, '--since must be a window'],
  [`report --log ${LOG} --since 1h --until 2h`, 2, 'so the window is empty'],
  [`report --log ${TORN} --strict`, 7, 'Lines that are not part of the answer: 1 not_json.'],
  [`report ${LOG}`, 2, 'is not expected.'],
  [`eval --log ${LOG} --quality best`, 2, '--quality must be one of oracle, outcome, shadow.'],
  ['eval --log -', 2, 'The command reads the log twice, and standard input and pipes can be read once.'],
  ['eval --log missing.jsonl', 4, 'The decision log missing.jsonl does not exist.'],
  [`eval --log ${TORN} --strict`, 7, 'Lines that are not part of the answer: 1 not_json.'],
  ['prices show', 2, '<model> is missing.'],
  ['prices show gpt-5-minii', 4, 'The price table has no model "gpt-5-minii".'],
  ['prices show gpt-5-minii', 4, 'the nearest names are gpt-5-mini'],
  ['prices show gpt-5-mini more', 2, 'The argument "more" is not expected.'],
  ['prices diff', 2, '<newer.json> is missing.'],
  ['prices diff missing.json', 2, 'missing.json cannot be read (ENOENT).'],
  [`prices diff ${CONFIG}`, 2, 'is not JSON'],
  [`prices diff ${UNDATED}`, 2, '/providers must be a list of providers.'],
  [`prices diff ${NO_PRICES}`, 2, '/0/models/0/prices/input_mtok must be a number of US dollars'],
  ['prices list', 2, 'tt prices has no command "list".'],
  ['cache', 2, ''],
  ['cache purge', 2, 'tt cache has no command "purge".'],
  ['cache preview --log missing.jsonl', 4, 'The decision log missing.jsonl does not exist.'],
  [`cache preview --log ${LOG} --since 2y`, 2, '--since must be a window'],
  [`cache preview --log ${TORN} --strict`, 7, 'Lines that are not part of the answer: 1 not_json.'],
  [`policy explain --log ${LOG}`, 2, 'The command needs --req-id <greq_…>.'],
  [`policy explain --log ${LOG} --req-id`, 2, '--req-id needs a value'],
  [`policy explain --log ${LOG} --req-id greq_2`, 4, 'has no call "greq_2".'],
  ['policy explain --log missing.jsonl --req-id greq_2', 4, 'The decision log missing.jsonl does not exist.'],
  [`policy preview --log ${LOG}`, 2, 'The configuration file tokentriage.yaml cannot be read (ENOENT).'],
  [`policy preview --log ${LOG} -c ${BROKEN}`, 2, '1:1: mode must be'],
  [`policy preview --log ${LOG} -c ${EMPTY}`, 2, 'has no tiers, so it decides nothing.'],
  [`policy preview --log missing.jsonl -c ${CONFIG}`, 4, 'The decision log missing.jsonl does not exist.'],
  [`policy preview --log ${TORN} -c ${CONFIG} --strict`, 7, '1 not_json.'],
  ['policy migrate', 2, 'The configuration file tokentriage.yaml cannot be read (ENOENT).'],
  ['policy migrate -c', 2, '-c needs a value: -c <file>.'],
  [`policy migrate -c ${BROKEN}`, 2, '1:1: mode must be'],
  [`policy migrate -c ${FORMER}`, 2, 'policy.complexx is not a setting (did you mean `complex`?)'],
  ['policy check', 2, 'tt policy has no command "check".'],
  [`govern preview --log ${LOG}`, 2, 'The configuration file tokentriage.yaml cannot be read (ENOENT).'],
  [`govern preview --log ${LOG} -c ${EMPTY}`, 2, 'has no limits.'],
  [`govern preview --log ${LOG} -c ${BROKEN}`, 2, '1:1: mode must be'],
  [`govern preview --log ${LOG} -c ${CONFIG} --max-rows 0`, 2, '--max-rows must be a whole number, 1 to 10000000.'],
  [`govern preview --log ${LOG} -c ${CONFIG} --max-rows many`, 2, '--max-rows must be a whole number'],
  [`govern preview --log ${TORN} -c ${CONFIG} --strict`, 7, '1 not_json.'],
  [`govern reconcile --log ${LOG} -c ${CONFIG}`, 2, 'The command needs --rollup <file.json>.'],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup missing.json`, 2, 'missing.json cannot be read (ENOENT).'],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${CONFIG}`, 2, 'is not JSON'],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${UNDATED}`, 2, 'The rollup has no as_of'],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${PAGE}`, 2, 'is one of several pages.'],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${NO_ROLLUP}`, 2, 'the document must be a mapping'],
  [
    `govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${NO_UNIT}`,
    2,
    '/limits/0/unit must be one of requests, tokens, usd',
  ],
  [`govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${NO_USE}`, 2, '/limits/0/used must be a decimal text'],
  [
    `govern reconcile --log ${LOG} -c ${CONFIG} --rollup ${ROLLUP} --as-of soon`,
    2,
    '--as-of must be an RFC 3339 instant',
  ],
  [`govern reconcile --log ${LOG} -c ${EMPTY} --rollup ${ROLLUP}`, 2, 'has no limits.'],
  ['govern', 2, ''],
];

describe('refusals of log commands', () => {
  it.each(REFUSALS)('tt %s ends with %i', async (line, code, says) => {
    const run = await runTt(line.split(' '));
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(says)]);
  });

  it('govern preview ends with 3 for a log with more calls than --max-rows', async () => {
    const two = folder.write(
      'two.jsonl',
      logOf(linesOf({ id: 'greq_1', atMs: 0 }), linesOf({ id: 'greq_2', atMs: 1 })),
    );
    expect(await runTt(['govern', 'preview', '--log', two, '-c', CONFIG, '--max-rows', '1'])).toEqual({
      code: 3,
      stdout: '',
      stderr: [
        'error: The log has more than 1 calls in this window.',
        '  because a preview of a part would understate each limit',
        '  try: choose a shorter window with --since, or raise --max-rows',
        '',
      ].join('\n'),
    });
  });
});

/** A line that succeeds, a jq filter over its document, and the result. */
const ANSWERS: readonly (readonly [line: string, filter: string, result: string])[] = [
  [`report --log ${LOG}`, '.spend.usd', '0.000000005'],
  [`report --log ${LOG} --since 2026-03-10T00:00:00Z`, '.calls.total', '0'],
  [`report --log ${LOG} --until 2026-03-10T00:00:00Z`, '.to', '2026-03-10T00:00:00.000Z'],
  [`report --log ${TORN}`, '.skipped.not_json', '1'],
  [`eval --log ${LOG}`, '.quality', 'oracle'],
  [`eval --log ${LOG} --quality outcome`, '.cannot_measure.missing != null', 'true'],
  [`eval --log ${LOG} --quality shadow`, '.cannot_measure.missing', 'the log has no shadow pairs in this window'],
  [`eval --log ${LOG} --since 24h`, '.calls', '0'],
  [`cache preview --log ${LOG}`, '.exact.bound', 'upper_bound'],
  [`cache preview --log ${LOG} --since 2w`, '.exact.cannot_estimate != null', 'true'],
  [
    `cache preview --log ${LOG}`,
    '.approximations | join(" ")',
    'fixed_usage recorded_runtime_state fingerprint_approximated',
  ],
  [`policy explain --log ${LOG} --req-id greq_1`, '.decision.mode', 'ledger'],
  [`policy preview -c ${CONFIG} --log ${LOG}`, '.decided', '1'],
  [`policy preview --config ${CONFIG} --log ${LOG}`, '.mode', 'route'],
  [`policy migrate -c ${CONFIG}`, '.is_changed', 'false'],
  [`govern preview -c ${CONFIG} --log ${LOG}`, '.limits[0].would_refuse', '0'],
  [`govern preview --config ${CONFIG} --log ${LOG} --max-rows 1`, '.calls', '1'],
  [`govern reconcile -c ${CONFIG} --log ${LOG} --rollup ${ROLLUP}`, '.nodes[0].reasons[0]', 'not_in_rollup'],
  [
    `govern reconcile -c ${CONFIG} --log ${LOG} --rollup ${UNDATED} --as-of 2026-03-09T10:00:00Z`,
    '.as_of',
    '2026-03-09T10:00:00.000Z',
  ],
  ['prices show gpt-5-mini', '.offers | map(.provider) | index("openai") != null', 'true'],
  ['prices show openai/gpt-5-mini', '.offers | length', '1'],
];

describe('answers of log commands', () => {
  it.each(ANSWERS)('tt %s --jq %s', async (line, filter, result) => {
    const run = await runTt([...line.split(' '), '--jq', filter]);
    expect([run.code, run.stdout]).toEqual([0, `${result}\n`]);
  });

  it('the configuration file comes from TRUETALLY_CONFIG, or else from the working folder', async () => {
    const args = ['govern', 'preview', '--log', LOG, '--jq', '.config'];
    expect((await runTt(args, { env: { TRUETALLY_CONFIG: CONFIG } })).stdout).toBe(`${CONFIG}\n`);
    expect((await runTt(args, { cwd: folder.path })).stdout).toBe('tokentriage.yaml\n');
  });

  it('the log comes from TRUETALLY_JOURNAL, a folder or standard input', async () => {
    const args = ['report', '--jq', '.calls.total'];
    expect((await runTt(args, { env: { TRUETALLY_JOURNAL: LOG } })).stdout).toBe('1\n');
    const input = logOf(linesOf({ id: 'greq_1', atMs: 0 }), linesOf({ id: 'greq_2', atMs: 1 }));
    expect((await runTt([...args, '--log', '-'], { input })).stdout).toBe('2\n');
  });

  it('no answer has an escape sequence in a pipe', async () => {
    for (const [line] of ANSWERS) expect((await runTt(line.split(' '))).stdout).not.toContain('\u001b');
  });
});
