import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CellResult } from '../../../../domain/quality/experiments/cell-result.ts';
import type { EvalRefusal } from '../../../../domain/quality/experiments/eval-refusal.ts';
import { listenPlane, type ListeningPlane } from '../../../../testing/cli/listen-plane.ts';
import type { RunOfTt } from '../../../../testing/cli/run-tt.ts';
import { KNOWN_DATASET } from '../../../../testing/quality/fake-datasets.ts';
import { KNOWN_EXPERIMENT } from '../../../../testing/quality/fake-experiments.ts';
import { makeCellResult, makePairedCells } from '../../../../testing/quality/make-experiment.ts';

const DATASET = KNOWN_DATASET.datasetId;
const ARMS = ['a', 'b'].flatMap((name) => [
  '--arm',
  `name=${name},evaluator=human.label,metric=correctness`,
  '--arm-config',
  `${name}={"model":"${name}-model"}`,
]);
const RUN = ['evals', 'run', DATASET, ...ARMS];
const DECLARED = 'qexp_00000000000000000000000002';
const FIRST_RUN = 'qrun_00000000000000000000000001';
const PATH = `evals/experiments/${DECLARED}`;
/** Labels of people name no judge, and cost nothing. */
const LABELLED = { judgeSubject: '', costNanoUsd: 0n } as const;
const BETTER = makePairedCells({ both: 20, onlyCandidate: 20 }, LABELLED);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tt-evals-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function bytesOf({ plane, key }: ListeningPlane, path: string): Promise<string> {
  const answer = await plane.app.inject({ url: `/tt/api/v1/${path}`, headers: { authorization: `Bearer ${key}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

/** Runs a command that follows a run, and ends the run when it has started. */
async function runToEnd(
  { plane, tt }: ListeningPlane,
  args: readonly string[],
  cells: readonly CellResult[] = BETTER,
): Promise<RunOfTt> {
  const running = tt(args);
  await vi.waitFor(() => expect(plane.experiments.runs.at(-1)?.state).toBe('running'), { timeout: 60_000 });
  plane.experiments.complete(plane.experiments.runs.at(-1)?.runId ?? '', cells);
  return await running;
}

/** Makes every new run a refused one. */
function refuseRuns({ plane: { experiments } }: ListeningPlane, refusal: EvalRefusal): void {
  const sources = experiments.sources.bind(experiments);
  experiments.sources = (others) => {
    const made = sources(others);
    return { ...made, runs: { ...made.runs, start: (run) => made.runs.refuse(run, refusal) } };
  };
}

describe('tt evals datasets', () => {
  it('lists datasets, with the bytes of the service with --json', async () => {
    const open = await listenPlane();
    expect((await open.tt(['evals', 'datasets'])).stdout).toBe(
      `DATASET\tNAME\tBUILDER\tVERSION\tITEMS\tFIT\tCREATED\n${DATASET}\tChats\tfrom_filter\t1\t2\tyes\t2026-02-28 12:00Z\n`,
    );
    expect((await open.tt(['evals', 'datasets', '--json'])).stdout).toBe(await bytesOf(open, 'evals/datasets'));
  });

  it('shows a dataset with the bytes of the service, its items, and those that still exist', async () => {
    const open = await listenPlane();
    expect((await open.tt(['evals', 'datasets', DATASET, '--json'])).stdout).toBe(
      await bytesOf(open, `evals/datasets/${DATASET}`),
    );
    open.plane.datasets.erasedBefore = new Date('2026-02-26T00:00:00.000Z');
    const { code, stdout } = await open.tt(['evals', 'datasets', DATASET, '--resolve', '--items', '1']);
    expect([code, stdout.split('\n').slice(-4)]).toEqual([
      0,
      [
        'resolved: 0 present, 0 expired, 2 erased, 0 excluded, 0 missing',
        'REQUEST\tTIME\tSEGMENT\tKIND\tEXCLUSION',
        'r1\t2026-02-25 08:00Z\tchat\tcaptured\terased',
        '',
      ],
    ]);
    const cut = await open.tt(['evals', 'datasets', DATASET, '--items', '1', '--jq', '.item_list | length']);
    expect(cut.stdout).toBe('1\n');
    expect((await open.tt(['evals', 'datasets', 'qds_00000000000000000000000009'])).code).toBe(4);
  });

  it('refuses flags of one dataset for the list, and flags of the list for one dataset', async () => {
    const { tt } = await listenPlane();
    expect((await tt(['evals', 'datasets', '--resolve'])).code).toBe(2);
    expect((await tt(['evals', 'datasets', '--items', '3'])).code).toBe(2);
    expect((await tt(['evals', 'datasets', DATASET, '--limit', '3'])).code).toBe(2);
  });
});

describe('tt evals run', () => {
  it('declares an experiment, follows its run, and states the verdict', async () => {
    const open = await listenPlane();
    const { code, stdout, stderr } = await runToEnd(open, RUN);
    expect([code, stderr]).toEqual([
      0,
      `Run ${FIRST_RUN} of experiment ${DECLARED}. It continues if you stop waiting.\n`,
    ]);
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      `Experiment ${DECLARED}: a and b on Chats`,
      `Run ${FIRST_RUN}: complete`,
      'ARM\tMETRIC\tPASSED\tSCORED\tRATE\tBASIS\tCOST',
      'a\tcorrectness\t20\t40\t50.0%\tmeasured\t$0',
      'b\tcorrectness\t40\t40\t100.0%\tmeasured\t$0',
      'b against a: ON_FRONTIER',
    ]);
    expect(open.plane.experiments.experiments.get(DECLARED)).toMatchObject({
      name: 'a and b on Chats',
      declaration: {
        dataset_id: DATASET,
        dataset_version: 1,
        instrument: 'judged_dataset_run',
        arms: [
          { name: 'a', model: 'a-model', evaluator: 'human.label', metric: 'correctness', basis: 'measured' },
          { name: 'b', model: 'b-model', evaluator: 'human.label', metric: 'correctness', basis: 'measured' },
        ],
        pair: { baseline: 'a', candidate: 'b' },
        alpha: 0.05,
        margin: null,
        spend_ceiling_nano_usd: '0',
        segment: null,
      },
    });
  });

  it('writes the document of the run to a new private file, equal to --json', async () => {
    const open = await listenPlane();
    const out = join(folder(), 'run.json');
    const { stdout } = await runToEnd(open, [...RUN, '--out', out, '--json', '--title', 'Mine', '--segment', 'chat']);
    const bytes = await bytesOf(open, PATH);
    expect([stdout, readFileSync(out, 'utf8'), statSync(out).mode & 0o777]).toEqual([bytes, bytes, 0o600]);
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Mine', segment: 'chat' });
    // An existing file stops the command before anything is declared.
    expect((await open.tt([...RUN, '--out', out])).code).toBe(2);
    expect(open.plane.experiments.runs).toHaveLength(1);
  });

  it('removes the file of --out if there is no document', async () => {
    const { tt } = await listenPlane();
    const out = join(folder(), 'run.json');
    const missing = ['evals', 'run', 'qds_00000000000000000000000009', ...ARMS, '--out', out];
    expect([(await tt(missing)).code, existsSync(out)]).toEqual([4, false]);
  });

  it('counts and names what was not scored', async () => {
    const open = await listenPlane();
    const unscored = ['r9001', 'r9002'].map((requestId) =>
      makeCellResult({ ...LABELLED, requestId, verdict: 'unscored', reason: 'uncaptured' }),
    );
    const { stdout } = await runToEnd(open, RUN, [...BETTER, ...unscored]);
    expect(stdout.split('\n')).toContain('a: 2 not scored, uncaptured');
  });

  it('ends with 3 for a run that was refused, with its code, its counts and the setting', async () => {
    const open = await listenPlane();
    const text = 'No item has a stored request and answer. Set `dashboard.capture.response`.';
    refuseRuns(open, { code: 'uncaptured', need: 2, have: 0, text });
    const { code, stdout } = await open.tt(RUN);
    expect([code, stdout.split('\n')[1]]).toEqual([
      3,
      `Run ${FIRST_RUN}: refused (uncaptured): ${text} It needs 2 and has 0.`,
    ]);
  });

  it('runs a declared experiment, stops waiting, and follows the run later', async () => {
    const open = await listenPlane();
    const declared = ['evals', 'run', DATASET, '--experiment', KNOWN_EXPERIMENT.experimentId];
    const started = await open.tt([...declared, '--wait-timeout', '0']);
    expect([started.code, started.stderr.split('\n')[1]]).toEqual([
      6,
      `The run continues. Look again: tt ${declared.join(' ')} --run-id ${FIRST_RUN}`,
    ]);
    open.plane.experiments.complete(FIRST_RUN, BETTER);
    expect((await open.tt([...declared, '--run-id', FIRST_RUN])).code).toBe(0);
    expect(open.plane.experiments.runs).toHaveLength(1);
    expect((await open.tt([...declared, '--run-id', 'qrun_00000000000000000000000009'])).code).toBe(4);
    const other = ['evals', 'run', 'qds_00000000000000000000000009', '--experiment', KNOWN_EXPERIMENT.experimentId];
    expect((await open.tt(other)).code).toBe(2);
  });
});

describe('tt evals compare', () => {
  it('compares two arms of a kept run, with the bytes of the service', async () => {
    const open = await listenPlane();
    const out = join(folder(), 'run.json');
    await runToEnd(open, [...RUN, '--out', out]);
    const compare = ['evals', 'compare', DATASET, '--run', out, '--baseline', 'b', '--candidate', 'a'];
    expect((await open.tt([...compare, '--json'])).stdout).toBe(await bytesOf(open, `${PATH}?compare=b,a`));
    const { code, stdout } = await open.tt(compare);
    expect([code, stdout.split('\n')[5]]).toEqual([0, 'a against b: NOT_BEAT']);
    expect(open.plane.experiments.runs).toHaveLength(1);
    // A later run of the experiment is another one.
    await runToEnd(open, ['evals', 'run', DATASET, '--experiment', DECLARED]);
    expect((await open.tt(compare)).code).toBe(5);
    expect((await open.tt(['evals', 'compare', DATASET, '--experiment', DECLARED])).code).toBe(0);
    expect(open.plane.experiments.runs).toHaveLength(2);
  });

  it('runs new arms first', async () => {
    const open = await listenPlane();
    const args = ['evals', 'compare', DATASET, ...ARMS, '--baseline', 'b', '--candidate', 'a'];
    const { code, stdout } = await runToEnd(open, args);
    expect([code, stdout.split('\n')[5]]).toEqual([0, 'a against b: NOT_BEAT']);
    expect(open.plane.experiments.experiments.get(DECLARED)?.declaration.pair).toEqual({
      baseline: 'b',
      candidate: 'a',
    });
  });

  it('refuses files of another kind, and half a pair', async () => {
    const { tt } = await listenPlane();
    const path = join(folder(), 'file');
    const compare = ['evals', 'compare', DATASET, '--run', path];
    expect((await tt(compare)).stderr).toContain('because ENOENT');
    writeFileSync(path, '{"dataset_id":"x"}');
    expect((await tt(compare)).stderr).toContain('is not the document of a run');
    expect((await tt(['evals', 'compare', DATASET, '--baseline', 'a'])).code).toBe(2);
    const unrun = ['evals', 'compare', DATASET, '--experiment', KNOWN_EXPERIMENT.experimentId];
    expect((await tt(unrun)).code).toBe(4);
  });
});

describe('tt evals validate', () => {
  it('shows the judges, validates nothing, and names the operator command', async () => {
    const open = await listenPlane();
    const { code, stdout, stderr } = await open.tt(['evals', 'validate', '--json']);
    expect([code, stdout, stderr.split('\n')[1]]).toEqual([
      3,
      await bytesOf(open, 'evals/judges'),
      'Validate there: npm run operator -- judge validate',
    ]);
  });
});
