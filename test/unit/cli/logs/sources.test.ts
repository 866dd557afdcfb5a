import { execFileSync } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTt, type RunOfTt } from '../../../../testing/cli/run-tt.ts';
import { makeGatewayLog } from '../../../../testing/journal/make-gateway-log.ts';
import { makeMixedLog } from '../../../../testing/journal/make-mixed-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'tt-sources-'));
const SHAPE = { calls: 300, seed: 11, from: new Date('2026-10-31T22:00:00Z'), spanMs: 7_200_000 };
const lines = makeMixedLog(SHAPE);
const text = lines.map((line) => `${line}\n`).join('');
const at = (...names: string[]): string => join(folder, ...names);
const NAMES = [1, 2, 3].map((number) => `proxy-a.${String(number).padStart(8, '0')}.00000000.jsonl`);
const BYS = ['model', 'trace', 'agent', 'step-class', 'tool'] as const;

beforeAll(() => {
  writeFileSync(at('plain.jsonl'), text);
  writeFileSync(at('zipped.jsonl.gz'), gzipSync(text));
  writeFileSync(at('frame.zst'), storedAsZstd(Buffer.from(text)));
  mkdirSync(at('segments'));
  for (const [index, name] of NAMES.entries()) {
    const part = lines.slice(Math.floor((index * lines.length) / 3), Math.floor(((index + 1) * lines.length) / 3));
    writeFileSync(at('segments', name), part.map((line) => `${line}\n`).join(''));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A frame of zstd with blocks that are not compressed. */
function storedAsZstd(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 65_536) {
    const block = bytes.subarray(from, from + 65_536);
    const isLast = from + 65_536 >= bytes.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    blocks.push(header, block);
  }
  return Buffer.concat([head, ...blocks]);
}

function top(...args: string[]): Promise<RunOfTt> {
  return runTt(['top', '--json', ...args]);
}

describe('the decision log', () => {
  it.each([
    ['a file with gzip', 'zipped.jsonl.gz'],
    ['a file with zstd', 'frame.zst'],
    ['a folder of segments', 'segments'],
    ['a pattern', 'segm*/proxy-?.*.jsonl'],
    ['a pattern over folders', '**/proxy-a.*.jsonl'],
  ])('is the same from %s as from a file', async (_name, path) => {
    for (const by of BYS)
      expect(await top('--by', by, '--log', at(path))).toEqual(await top('--by', by, '--log', at('plain.jsonl')));
  });

  it('is the same from standard input', async () => {
    const whole = await top('--log', at('plain.jsonl'));
    expect(await runTt(['top', '--json', '--log', '-'], { input: text })).toEqual(whole);
  });

  it('is the same from a pipe', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const answer = top('--log', at('pipe'));
    createWriteStream(at('pipe')).end(text);
    expect(await answer).toEqual(await top('--log', at('plain.jsonl')));
  });

  it('leaves out a last line that its writer has not finished, and takes one without a line break', async () => {
    const [admission = '', ending = ''] = [...makeGatewayLog({ ...SHAPE, calls: 1, seed: 1 })];
    writeFileSync(at('torn.jsonl'), `${admission}\n${ending.slice(0, 500)}`);
    const torn = await top('--by', 'trace', '--strict', '--log', at('torn.jsonl'));
    expect(torn.code).toBe(0);
    expect(torn.stderr).toBe('Lines that are not part of the answer: 1 unfinished.\n');
    expect(JSON.parse(torn.stdout)).toMatchObject({ totals: { calls: 1, calls_by_status: { pending: 1 } } });
    writeFileSync(at('torn.jsonl'), `${admission}\n${ending}`);
    const whole = await top('--log', at('torn.jsonl'));
    expect([whole.stderr, JSON.parse(whole.stdout)]).toMatchObject([
      '',
      { totals: { calls_by_status: { succeeded: 1 } } },
    ]);
  });

  it('ends with 7 for an unreadable line with --strict, and names the reason', async () => {
    writeFileSync(at('broken.jsonl'), 'not json\n{}\n');
    const run = await top('--strict', '--log', at('broken.jsonl'));
    expect([run.code, run.stderr]).toEqual([
      7,
      'Lines that are not part of the answer: 1 not_json, 1 unknown_event.\n',
    ]);
  });

  it('says that a compressed file is cut off', async () => {
    writeFileSync(at('cut.gz'), readFileSync(at('zipped.jsonl.gz')).subarray(0, 20_000));
    const run = await top('--strict', '--log', at('cut.gz'));
    expect([run.code, /1 cut_off/.test(run.stderr)]).toEqual([7, true]);
  });

  it('skips a line of 16 MiB and a file without a line break in little memory', async () => {
    writeFileSync(at('long.jsonl'), `${'x'.repeat(16_777_216)}\n${text}`);
    const run = await top('--log', at('long.jsonl'));
    const plain = await top('--log', at('plain.jsonl'));
    const [{ skipped, ...rest }, { skipped: usual, ...others }] = [run, plain].map(
      ({ stdout }) => JSON.parse(stdout) as { skipped: Record<string, number> },
    ) as [{ skipped: Record<string, number> }, { skipped: Record<string, number> }];
    expect([rest, skipped]).toEqual([others, { ...usual, too_long: 1 }]);
  });

  it('is the same in threads as in order', async () => {
    const many = makeGatewayLog({ ...SHAPE, calls: 40_000 });
    const bytes = [...many].map((line) => `${line}\n`).join('');
    writeFileSync(at('large.jsonl'), bytes);
    for (const by of ['trace', 'agent'])
      expect(await top('--by', by, '--log', at('large.jsonl'))).toEqual(
        await runTt(['top', '--json', '--by', by, '--log', '-'], { input: bytes }),
      );
  });

  it('is empty for a folder without files', async () => {
    mkdirSync(at('empty'));
    expect(await runTt(['top', '--log', at('empty')])).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('the index', () => {
  it('changes no byte of an answer: missing, current, stale or damaged', async () => {
    const index = at('index');
    const log = at('segments');
    const windows = [[], ['--since', '2026-10-31T23:00:00Z'], ['--until', '2026-10-31T22:30:00Z']];
    const questions = windows.flatMap((window) => (['model', 'agent'] as const).map((by) => ['--by', by, ...window]));
    const answers = async (): Promise<string[]> => {
      const runs: string[] = [];
      for (const question of questions) {
        const { code, stdout, stderr } = await top(...question, '--log', log, '--index', index);
        runs.push(`${code} ${stdout} ${stderr}`);
      }
      return runs;
    };
    const without = await answers();
    expect((await runTt(['index', 'rebuild', '--log', log, '--index', index])).code).toBe(0);
    expect(await answers()).toEqual(without);
    const status = await runTt(['index', 'status', '--log', log, '--index', index, '--jq', '.files[].state']);
    expect(status.stdout).toBe('current\ncurrent\ncurrent\n');

    const [first = '', second = ''] = readdirSync(index).map((name) => join(index, name));
    writeFileSync(first, readFileSync(first, 'utf8').replace('"format":1', '"format":2'));
    writeFileSync(second, readFileSync(second).subarray(0, 100));
    expect(await answers()).toEqual(without);

    const segment = at('segments', NAMES[2] ?? '');
    writeFileSync(segment, `${readFileSync(segment, 'utf8')}not json\n`);
    utimesSync(segment, new Date(), new Date());
    const grown = await answers();
    rmSync(index, { recursive: true });
    expect(await answers()).toEqual(grown);
    expect(grown).not.toEqual(without);
  });
});
