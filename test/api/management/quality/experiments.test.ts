import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import type { EvalExperimentRunDocument } from '../../../../contracts/quality/experiments/eval-experiment-run.ts';
import type { EvalExperimentSchema } from '../../../../contracts/quality/experiments/eval-experiment.ts';
import type { ExperimentArm } from '../../../../domain/quality/experiments/declaration.ts';
import { SCOPES } from '../../../../domain/management/scopes.ts';
import { demoId } from '../../../../testing/api/demo-ids.ts';
import { makeConnection } from '../../../../testing/api/made-connection.ts';
import { MANAGEMENT_BODIES } from '../../../../testing/apps/management-bodies.ts';
import { createManagementFixture, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { INSTALLATION_IDS } from '../../../../testing/fakes/installation.ts';
import { KNOWN_EXPERIMENT } from '../../../../testing/quality/fake-experiments.ts';
import {
  EXPERIMENT_JUDGE,
  makeArm,
  makeDeclaration,
  makePairedCells,
} from '../../../../testing/quality/make-experiment.ts';

type Experiment = Static<typeof EvalExperimentSchema>;
type Failed = ManagementProblem;

const NOW = '2026-03-01T12:00:00.000Z';
const DECLARED = MANAGEMENT_BODIES['management.experiments.create'] ?? {};
const PATH = `evals/experiments/${KNOWN_EXPERIMENT.experimentId}`;
/** Labels of people name no judge. */
const LABELLED = { judgeSubject: '' };

const open = (): ManagementFixture => createManagementFixture({ token: { role: 'operator', scopes: SCOPES } });

async function ask<Document>(
  { app }: ManagementFixture,
  path: string,
  payload?: object,
): Promise<readonly [number, Document]> {
  const headers = { authorization: 'Bearer known' };
  const asked = payload === undefined ? {} : { method: 'POST' as const, payload };
  const answer = await app.inject({ url: `/tt/api/v1/${path}`, headers, ...asked });
  return [answer.statusCode, answer.json<Document>()];
}

async function pointersOf(plane: ManagementFixture, change: object): Promise<unknown> {
  const [status, problem] = await ask<Failed>(plane, 'evals/experiments', { ...DECLARED, ...change });
  return [status, problem.errors?.map(({ pointer }) => pointer)];
}

describe('declaring an experiment', () => {
  it('pins a version, sorts the arms, and scores nothing', async () => {
    const plane = open();
    const arms = ['b', 'a'].map((name) => makeArm(name));
    const answer = await plane.app.inject({
      ...{ method: 'POST', url: '/tt/api/v1/evals/experiments', headers: { authorization: 'Bearer known' } },
      payload: { ...DECLARED, arms, margin: 0.1 },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      201,
      '/tt/api/v1/evals/experiments/qexp_00000000000000000000000002',
    ]);
    expect(answer.json()).toEqual({
      experiment_id: 'qexp_00000000000000000000000002',
      workspace_id: INSTALLATION_IDS.workspace,
      title: 'A smaller model',
      dataset_id: 'qds_00000000000000000000000001',
      dataset_version: 1,
      dataset_digest: `sha256:${'d'.repeat(64)}`,
      instrument: 'shadow_dual_run',
      arms: [makeArm('a'), makeArm('b')],
      pair: { baseline: 'a', candidate: 'b' },
      alpha: 0.05,
      margin: 0.1,
      spend_ceiling_nano_usd: '1000000000',
      segment: null,
      created_at: NOW,
      latest_run: null,
      estimates: [],
      pareto: [],
      comparison: null,
      segments: null,
    });
    expect(plane.experiments.runs).toEqual([]);
  });

  it('refuses what the schema cannot find, all of it together', async () => {
    const plane = open();
    expect(await pointersOf(plane, { dataset_id: 'qds_00000000000000000000000099' })).toEqual([400, ['/dataset_id']]);
    expect(await pointersOf(plane, { dataset_version: 2 })).toEqual([400, ['/dataset_version']]);
    const arms = ['a', 'b'].map((name) => makeArm(name, { model: 'm', evaluator: 'judge.wit' }));
    expect(await pointersOf(plane, { dataset_version: 2, arms, pair: { baseline: 'a', candidate: 'c' } })).toEqual([
      400,
      ['/dataset_version', '/arms/0/evaluator', '/arms/1/evaluator', '/arms/1', '/pair/candidate'],
    ]);
    expect(plane.experiments.experiments.size).toBe(1);
  });

  it('refuses arms of a replay whose calls their connections cannot make', async () => {
    const plane = open();
    const judging = { uses: ['judging'], wire: 'chat_completions' } as const;
    plane.experiments.connections = [makeConnection(1), makeConnection(2, judging)];
    const replay = (...arms: Partial<ExperimentArm>[]) => {
      const call = { model: 'sonnet', connection_id: demoId('connection', 1), parameters: { max_output_tokens: 1 } };
      const instrument = 'replay';
      return { ...DECLARED, instrument, arms: arms.map((arm, at) => makeArm('ab'.charAt(at), { ...call, ...arm })) };
    };
    const [status, { errors }] = await ask<Failed>(
      plane,
      'evals/experiments',
      replay({ model: 'opus' }, { parameters: { max_output_tokens: 1, seed: 7 } }),
    );
    expect([status, errors]).toEqual([
      400,
      [
        {
          pointer: '/arms/0/model',
          detail: `Connection ${demoId('connection', 1)} has no model opus. Choose one of its models.`,
        },
        {
          pointer: '/arms/1/parameters/seed',
          detail: 'The wire of this connection has no parameter `seed`. Omit `seed`.',
        },
      ],
    ]);
    const ids = [2, 9].map((number) => demoId('connection', number));
    const [, unusable] = await ask<Failed>(
      plane,
      'evals/experiments',
      replay(...ids.map((connection_id) => ({ connection_id }))),
    );
    expect(unusable.errors).toEqual(
      ids.map((id, at) => ({
        pointer: `/arms/${at}/connection_id`,
        detail: `There is no active connection ${id} for inference. Use an id from \`connection list\`, or add the connection.`,
      })),
    );
    expect((await ask(plane, 'evals/experiments', replay({}, { model: 'haiku' })))[0]).toBe(201);
  });

  it.each([
    ['alpha', 0],
    ['alpha', 0.51],
    ['margin', 1],
    ['margin', -0.1],
    ['arms', [makeArm('a')]],
    ['arms', Array.from({ length: 9 }, (_, at) => makeArm(`a${at}`))],
    ['spend_ceiling_nano_usd', '-1'],
  ])('refuses `%s` outside its bounds', async (member, value) => {
    const [status, problem] = await ask<Failed>(open(), 'evals/experiments', { ...DECLARED, [member]: value });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, `/${member}`]);
  });

  it('belongs to one workspace', async () => {
    const plane = open();
    const elsewhere = { ...KNOWN_EXPERIMENT, experimentId: 'qexp_00000000000000000000000007', workspaceId: 't_other' };
    plane.experiments.experiments.set(elsewhere.experimentId, elsewhere);
    expect((await ask(plane, `evals/experiments/${elsewhere.experimentId}`))[0]).toBe(404);
    expect((await ask(plane, `evals/experiments/${elsewhere.experimentId}/run`, {}))[0]).toBe(404);
    const [, { experiments }] = await ask<{ experiments: Experiment[] }>(plane, 'evals/experiments');
    expect(experiments.map(({ experiment_id: id }) => id)).toEqual([KNOWN_EXPERIMENT.experimentId]);
  });
});

describe('running an experiment', () => {
  it('starts one run at a time', async () => {
    const plane = open();
    expect(await ask(plane, `${PATH}/run`, {})).toEqual([
      201,
      {
        run_id: 'qrun_00000000000000000000000001',
        experiment_id: KNOWN_EXPERIMENT.experimentId,
        workspace_id: INSTALLATION_IDS.workspace,
        status: 'running',
        refusal: null,
        started_at: NOW,
        ended_at: null,
        cancel_requested_at: null,
        cells: 0,
        ended_cells: 0,
        cost: { usd: '0', estimated: false, unpriced: false },
        unpriced_excluded: 0,
        spend_ceiling_nano_usd: '1000000000',
      },
    ]);
    const [status, { detail }] = await ask<Failed>(plane, `${PATH}/run`, {});
    expect([status, detail]).toEqual([409, 'Run qrun_00000000000000000000000001 of this experiment is still running.']);
    const [, { comparison, latest_run: run }] = await ask<Experiment>(plane, PATH);
    expect([comparison, run?.status]).toEqual([null, 'running']);
  });

  it.each<[string, (plane: ManagementFixture) => void]>([
    [
      'feature_off',
      ({ experiments }) => {
        experiments.setup = { canRun: false, configuredJudges: [] };
      },
    ],
    [
      'no_items',
      ({ datasets }) => {
        datasets.versions.clear();
      },
    ],
  ])('keeps a refused run: %s', async (code, change) => {
    const plane = open();
    change(plane);
    const [status, run] = await ask<EvalExperimentRunDocument>(plane, `${PATH}/run`, {});
    expect([status, run.status, run.refusal?.code, run.ended_at]).toEqual([201, 'refused', code, NOW]);
    const [, experiment] = await ask<Experiment>(plane, PATH);
    expect(experiment.comparison).toMatchObject({ verdict: 'CANNOT_MEASURE', delta: null, refusal: run.refusal });
    const [, { runs }] = await ask<{ runs: EvalExperimentRunDocument[] }>(plane, 'evals/runs?status=refused');
    expect(runs).toEqual([run]);
  });

  it('needs a promoted judge, and is mended by one', async () => {
    const plane = open();
    const experimentId = 'qexp_00000000000000000000000002';
    const declaration = makeDeclaration({ instrument: 'judged_dataset_run' });
    plane.experiments.experiments.set(experimentId, { ...KNOWN_EXPERIMENT, experimentId, declaration });
    const run = async () =>
      (await ask<EvalExperimentRunDocument>(plane, `evals/experiments/${experimentId}/run`, {}))[1];
    expect((await run()).refusal).toEqual({
      ...{ code: 'judge_not_trusted', need: 1, have: 0 },
      text: 'No version of judge.correctness is promoted. Label requests and validate the judge, and run again.',
    });
    const subject = { judge_id: 'judge.correctness', model: 'gpt-5', prompt_sha: 'p', eval_ver: '1' };
    plane.validations.push({
      ...{ validationId: 'jval_00000000000000000000000001', subjectId: EXPERIMENT_JUDGE, goldRevision: '' },
      ...{ at: new Date(NOW), promoted: true, change: 'promoted', resets: false, record: {} },
      subject: { ...subject, metric: 'correctness', segment: '' },
    });
    expect((await run()).status).toBe('running');
  });
});

describe('cancelling a run', () => {
  const cancel = <Document = EvalExperimentRunDocument>(plane: ManagementFixture, runId: string, body = {}) =>
    ask<Document>(plane, `evals/runs/${runId}/cancel`, body);

  it('is requested once, and stays requested after the end', async () => {
    const plane = open();
    const [, run] = await ask<EvalExperimentRunDocument>(plane, `${PATH}/run`, {});
    const requested = { ...run, cancel_requested_at: NOW };
    expect(await cancel(plane, run.run_id)).toEqual([200, requested]);
    plane.now = new Date(Date.parse(NOW) + 1_000);
    expect(await cancel(plane, run.run_id)).toEqual([200, requested]);
    const refusal = { code: 'abandoned', need: 1, have: 0, text: 'The run was cancelled.' } as const;
    plane.experiments.runs[0] = { ...plane.experiments.runs[0]!, state: 'refused', refusal, endedAt: plane.now };
    const [status, ended] = await cancel(plane, run.run_id);
    expect([status, ended.status, ended.cancel_requested_at]).toEqual([200, 'refused', NOW]);
  });

  it('changes no run that has ended, and finds none of another workspace', async () => {
    const plane = open();
    const [, run] = await ask<EvalExperimentRunDocument>(plane, `${PATH}/run`, {});
    plane.experiments.complete(run.run_id);
    const [status, { detail }] = await cancel<Failed>(plane, run.run_id);
    expect([status, detail]).toEqual([
      409,
      `Run ${run.run_id} has already ended, and its result stays. Cancel only a running run.`,
    ]);
    plane.experiments.runs[0] = { ...plane.experiments.runs[0]!, workspaceId: 't_other', state: 'running' };
    expect((await cancel(plane, run.run_id))[0]).toBe(404);
    expect((await cancel(plane, run.run_id, { workspace_id: 't_00000000000000000000000009' }))[0]).toBe(404);
    expect(plane.experiments.runs[0]).toMatchObject({ state: 'running', cancelRequestedAt: null });
  });
});

describe('the figures of an experiment', () => {
  const complete = async (cells = makePairedCells({ both: 20, onlyCandidate: 20 }, LABELLED)) => {
    const plane = open();
    await ask(plane, `${PATH}/run`, {});
    plane.experiments.complete('qrun_00000000000000000000000001', cells);
    return plane;
  };

  it('have a verdict, a frontier and estimates', async () => {
    const plane = await complete();
    const [, experiment] = await ask<Experiment>(plane, PATH);
    expect(experiment.comparison).toMatchObject({ verdict: 'ON_FRONTIER', delta: 0.5, n_pairs: 40, refusal: null });
    expect(experiment).not.toHaveProperty('paired_verdict');
    expect(experiment.pareto.map(({ arm, quality, on_frontier: isOn }) => [arm, quality, isOn])).toEqual([
      ['a', 0.5, false],
      ['b', 1, true],
    ]);
    expect(experiment.estimates.map(({ arm, basis, point, n }) => [arm, basis, point, n])).toEqual([
      ['a', 'measured', 0.5, 40],
      ['b', 'measured', 1, 40],
    ]);
    const [, { experiments }] = await ask<{ experiments: { verdict: string; verdict_reason: string }[] }>(
      plane,
      'evals/experiments',
    );
    expect(experiments.map(({ verdict, verdict_reason: reason }) => [verdict, reason])).toEqual([
      ['ON_FRONTIER', experiment.comparison?.verdict_reason],
    ]);
  });

  it('compare another pair when asked, or refuse it', async () => {
    const plane = await complete();
    const [, reversed] = await ask<Experiment>(plane, `${PATH}?compare=b,a`);
    expect(reversed.comparison).toMatchObject({ baseline: 'b', candidate: 'a', delta: -0.5, verdict: 'NOT_BEAT' });
    const [status, { errors }] = await ask<Failed>(plane, `${PATH}?compare=b,c`);
    expect([status, errors]).toEqual([
      400,
      [{ pointer: '/compare', detail: 'There is no arm `c`. Name two of a, b.' }],
    ]);
    expect((await ask(plane, `${PATH}?compare=b,b`))[0]).toBe(400);
    expect((await ask(plane, `${PATH}?compare=b`))[0]).toBe(400);
  });

  it('have a null delta where the arms cannot be subtracted', async () => {
    const [, { comparison }] = await ask<Experiment>(
      await complete(makePairedCells({ both: 2 }, { ...LABELLED, costNanoUsd: null })),
      PATH,
    );
    expect(comparison).toMatchObject({ verdict: 'CANNOT_MEASURE', delta: null, refusal: { code: 'unpriced_arm' } });
  });
});

it('lists runs in pages, newest first, of one experiment or in one state', async () => {
  const plane = open();
  plane.experiments.setup = { canRun: false, configuredJudges: [] };
  for (let run = 0; run < 3; run += 1) {
    plane.now = new Date(Date.parse(NOW) + run * 1_000);
    await ask(plane, `${PATH}/run`, {});
  }
  type Page = { runs: EvalExperimentRunDocument[]; next_cursor: string };
  const [, first] = await ask<Page>(plane, 'evals/runs?limit=2');
  const [, second] = await ask<Page>(plane, `evals/runs?limit=2&cursor=${first.next_cursor}`);
  expect([...first.runs, ...second.runs].map(({ run_id: id }) => id.at(-1))).toEqual(['3', '2', '1']);
  expect(second.next_cursor).toBe('');
  const [, none] = await ask<Page>(plane, 'evals/runs?experiment_id=qexp_00000000000000000000000009');
  const [, running] = await ask<Page>(plane, 'evals/runs?status=running');
  expect([none.runs, running.runs]).toEqual([[], []]);
});
