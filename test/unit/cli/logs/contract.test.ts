import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { makeGatewayLog } from '../../../../testing/journal/make-gateway-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'tt-contract-'));
const log = join(folder, 'decisions.jsonl');

beforeAll(() => {
  const from = new Date(Date.now() - 7_200_000);
  const lines = [...makeGatewayLog({ calls: 60, seed: 5, from, spanMs: 3_600_000 })];
  writeFileSync(log, lines.map((line) => `${line}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

const WINDOW = 'a window such as 24h, 30d or 2w, or an RFC 3339 instant';

/** Lines that are refused with 2 before anything is read, and the first line of standard error. */
const REFUSED: readonly (readonly [line: string, error: string])[] = [
  ['top --by', '--by needs a value: --by <dimension>.'],
  ['top --by user', '--by must be one of model, trace, agent, step-class, tool.'],
  ['top --by step_class', '--by must be one of model, trace, agent, step-class, tool.'],
  ['top --by model --by agent', '--by is given 2 times, and it can be given once.'],
  ['top --since yesterday', `--since must be ${WINDOW}.`],
  ['top --since 0h', `--since must be ${WINDOW}.`],
  ['top --since 24', `--since must be ${WINDOW}.`],
  ['top --since 2026-02-30T00:00:00Z', `--since must be ${WINDOW}.`],
  ['top --until never', `--until must be ${WINDOW}.`],
  ['top --since 1h --until 24h', '--since is not before --until, so the window is empty.'],
  ['top --since 1h --until 1h', '--since is not before --until, so the window is empty.'],
  ['top --sort latency', '--sort must be one of cost, calls, tokens, p95.'],
  [
    'top --by trace --sort p95',
    '--sort p95 does not apply to --by trace, because the latencies of single traces are not kept.',
  ],
  ['top --limit 0', '--limit must be a whole number, 1 to 100000.'],
  ['top --limit 100001', '--limit must be a whole number, 1 to 100000.'],
  ['top --limit -1', '--limit must be a whole number, 1 to 100000.'],
  ['top --index x --no-index', '--index and --no-index contradict each other. Give one of them.'],
  ['top --strict=yes', '--strict is a switch and takes no value.'],
  ['top --log', '--log needs a value: --log <file>.'],
  ['top --log=', '--log must be a text that is not empty.'],
  ['top --trace=', '--trace must be a text that is not empty.'],
  ['top --log nats://journal:4222', 'The decision log nats://journal:4222 is a stream, and tt reads files.'],
  ['top extra', 'The argument "extra" is not expected.'],
  ['top --watch', 'The flag --watch does not exist.'],
  ['index', 'tt index needs one of: rebuild, status.'],
  ['index rebild', 'tt index has no command "rebild".'],
  ['index rebuild extra', 'The argument "extra" is not expected.'],
  ['index rebuild --since 24h', 'The flag --since does not exist.'],
  ['index rebuild --log -', 'Standard input and pipes have no index, because they are read once.'],
  ['index status --log -', 'Standard input and pipes have no index, because they are read once.'],
];

/** Lines that are accepted, and members of their document. */
const ACCEPTED: readonly (readonly [line: string, members: object])[] = [
  ['top', { by: 'model', sort: 'cost', from: null, to: null, skipped: {}, totals: { calls: 60 } }],
  ['top --by model', { by: 'model', groups: 6 }],
  ['top --by trace', { by: 'trace', groups: 10 }],
  ['top --by agent', { by: 'agent', groups: 5 }],
  ['top --by step-class', { by: 'step-class', groups: 2 }],
  ['top --by tool', { by: 'tool', groups: 4 }],
  ['top --trace trace-0000000000000003', { trace_id: 'trace-0000000000000003', totals: { calls: 6 } }],
  ['top --trace trace-0000000000000003 --by trace', { groups: 1, totals: { calls: 6 } }],
  ['top --trace none', { groups: 0, rows: [], totals: { calls: 0, cost: { usd: '0' } } }],
  ['top --since 24h', { totals: { calls: 60 } }],
  ['top --since 30d', { totals: { calls: 60 } }],
  ['top --since 2w', { totals: { calls: 60 } }],
  ['top --since 30m', { totals: { calls: 0 } }],
  ['top --since 2020-01-01T00:00:00Z', { from: '2020-01-01T00:00:00.000Z', totals: { calls: 60 } }],
  ['top --since 2020-01-01T00:00:00Z --until 2021-01-01T00:00:00Z', { totals: { calls: 0 }, rows: [] }],
  ['top --until 1m', { totals: { calls: 60 } }],
  ['top --sort calls', { sort: 'calls' }],
  ['top --sort tokens', { sort: 'tokens' }],
  ['top --sort p95', { sort: 'p95' }],
  ['top --sort cost', { sort: 'cost' }],
  ['top --limit 1', { groups: 6, rows: [{}] }],
  ['top --no-index', { totals: { calls: 60 } }],
  ['top --strict', { totals: { calls: 60 } }],
  ['index rebuild --index INDEX', { files: 1, left_out: 0 }],
  ['index status --index INDEX', { files: [{ state: 'current' }] }],
  ['top --index INDEX', { totals: { calls: 60 } }],
];

function wordsOf(line: string): string[] {
  return line.split(' ').map((word) => (word === 'INDEX' ? join(folder, 'index') : word));
}

describe('the log commands', () => {
  it.each(REFUSED)('refuse `tt %s`', async (line, error) => {
    const { code, stdout, stderr } = await runTt(wordsOf(line), { cwd: folder });
    expect([code, stdout, stderr.split('\n', 1)[0]]).toEqual([2, '', `error: ${error}`]);
  });

  it.each(ACCEPTED)('accept `tt %s`', async (line, members) => {
    const { code, stdout, stderr } = await runTt([...wordsOf(line), '--json'], { env: { TRUETALLY_JOURNAL: log } });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject(members);
  });

  it('print the default of --log, and where the log is missing', async () => {
    const { code, stdout, stderr } = await runTt(['top'], { env: { HOME: folder } });
    expect([code, stdout, stderr]).toEqual([
      4,
      '',
      `error: The decision log ${folder}/.gateway/decisions.jsonl does not exist.\n  because it is named by the default place\n  try: name a file, a folder of segments or a pattern with --log, or - for standard input\n`,
    ]);
  });

  it('prefer --log to TRUETALLY_JOURNAL', async () => {
    const { stderr } = await runTt(['top', '--log', '/missing'], { env: { TRUETALLY_JOURNAL: log } });
    expect(stderr.split('\n', 2)).toEqual([
      'error: The decision log /missing does not exist.',
      '  because it is named by --log',
    ]);
  });
});
