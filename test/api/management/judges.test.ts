import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  JudgeHistorySchema,
  JudgeReadingsSchema,
  type JudgeHistory,
  type JudgeReadings,
} from '../../../contracts/judges/judge-readings.ts';
import type { JudgeRecord } from '../../../contracts/judges/judge-record.ts';
import { makeJudgeRecord } from '../../../contracts/judges/make-judge-record.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../../contracts/judges/subject-id-of.ts';
import { type ManagementProblem, ManagementProblemSchema } from '../../../contracts/management/problem.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../testing/judges/make-judge-evidence.ts';
import { createManagementFixture, type ManagementFixture } from '../../../testing/apps/management-fixture.ts';

const OLD: JudgeCoordinates = {
  judge_id: 'judge.safety',
  model: 'old',
  prompt_sha: 'p1',
  eval_ver: '1',
  metric: 'safety',
  segment: 'chat',
};
const NEW: JudgeCoordinates = { ...OLD, model: 'new' };
const OTHER: JudgeCoordinates = { ...OLD, judge_id: 'judge.relevance', metric: 'relevance', segment: '' };

const recordOf = (agreed: number, swaps = 0): JudgeRecord =>
  makeJudgeRecord(
    makeJudgeEvidence(
      { bothPass: agreed, onlyJudgePasses: 5, onlyPeoplePass: 5, bothFail: agreed },
      { swaps: swaps === 0 ? [] : [{ shownFirst: 'tie', shownSwapped: 'tie', trials: swaps }] },
    ),
    DEFAULT_SETTINGS,
  );

function validation(
  subject: JudgeCoordinates,
  number: number,
  overrides: Partial<JudgeValidationRow> = {},
): JudgeValidationRow {
  const record = overrides.record ?? recordOf(20);
  return {
    validationId: `jval_0000000000000000000000000${number}`,
    subjectId: subjectIdOf(subject),
    subject,
    goldRevision: `gold-${number}`,
    at: new Date(Date.UTC(2026, 1, number)),
    promoted: (record as JudgeRecord).promoted,
    change: undefined,
    resets: false,
    ...overrides,
    record,
  };
}

const get = ({ app }: ManagementFixture, path = '', authorization = 'Bearer known') =>
  app.inject({ url: `/tt/api/v1/evals/judges${path}`, headers: { authorization } });

async function listed(plane: ManagementFixture): Promise<JudgeReadings> {
  const answer = await get(plane);
  expect([answer.statusCode, [...Value.Errors(JudgeReadingsSchema, answer.json())]]).toEqual([200, []]);
  return answer.json<JudgeReadings>();
}

function problemOf(answer: Awaited<ReturnType<typeof get>>): [number, string] {
  const problem = answer.json<ManagementProblem>();
  expect([...Value.Errors(ManagementProblemSchema, problem)]).toEqual([]);
  return [answer.statusCode, problem.code];
}

const shown = (subject: JudgeCoordinates) => ({ id: subjectIdOf(subject), ...subject });
const UNMEASURED = { spend: null, anchor: null, iaa: null, selective_risk: null };
const GOLD_SET = { rows: 0, people: 1, overlap: 0, tied: 0, abstained: 0, sources: ['outcomes'] };
const answered = (rows: number) => ({ asked: rows, answered: rows, abstained: 0, failed: 0, split: 0, rate: 1 });

describe('the list of judges', () => {
  it('is empty without any verdict', async () => {
    expect(await listed(createManagementFixture())).toEqual({
      auto_validate: false,
      subjects_observed: 0,
      subjects: [],
      validation_state: 'empty',
      notes: [
        '`spend` is null on every row: what a judge costs is not measured for each subject, and null is not zero dollars.',
        '`selective_risk` is null where the judge never says how sure it is; a fit that was refused says why by `refusal_code`.',
      ],
    });
  });

  it('has the measured values of each version, and null for values that were not measured', async () => {
    const plane = createManagementFixture();
    plane.judges.push(OLD, NEW, OTHER);
    plane.validations.push(
      validation(OLD, 1, { record: recordOf(20, 30) }),
      validation(OTHER, 2, { record: recordOf(2) }),
    );
    const { subjects, validation_state, subjects_observed } = await listed(plane);
    expect([validation_state, subjects_observed]).toEqual(['restored', 3]);
    const floors = recordOf(20).floors;
    expect(subjects).toEqual([
      {
        ...UNMEASURED,
        subject: shown(OTHER),
        state: 'never_validated',
        single_annotator: true,
        coverage: answered(14),
        gold_set: GOLD_SET,
        gold_revision: 'gold-2',
        floors_applied: ['JudgeValidationMinN'],
        floors,
        missed: ['JudgeValidationMinN'],
        last_run: '2026-02-02T00:00:00.000Z',
      },
      {
        ...UNMEASURED,
        subject: shown(NEW),
        state: 'version_changed',
        coverage: null,
        gold_set: null,
        gold_revision: '',
        floors_applied: [],
      },
      {
        ...UNMEASURED,
        subject: shown(OLD),
        state: 'promoted',
        kappa: 0.6,
        kappa_interval: expect.any(Object) as object,
        validated_n: 50,
        swap_flip: 0,
        swap_trials: { trials: 30, flips: 0, tied_once: 0, tied_twice: 30, flip_with_ties: 0 },
        coverage: answered(50),
        gold_set: GOLD_SET,
        single_annotator: true,
        gold_revision: 'gold-1',
        floors_applied: ['JudgeValidationMinN', 'SwapSetMinPairs', 'JudgeKappaFloor', 'SwapFlipCeiling'],
        floors,
        missed: [],
        last_run: '2026-02-01T00:00:00.000Z',
      },
    ]);
  });

  it('has no coverage for a validation from before coverage was recorded, and keeps its promotion', async () => {
    const plane = createManagementFixture();
    const { coverage: _, gold_set: __, floors, ...before } = recordOf(20);
    const { judge_coverage_floor: ___, ...floorsBefore } = floors;
    plane.validations.push(validation(OLD, 1, { record: { ...before, floors: floorsBefore } }));
    const { subjects } = await listed(plane);
    expect(subjects).toMatchObject([{ state: 'promoted', kappa: 0.6, coverage: null, gold_set: null }]);
    expect(subjects[0]?.floors).toEqual(floorsBefore);
    const history = (await get(plane, `/${subjectIdOf(OLD)}/history`)).json<JudgeHistory>();
    expect([...Value.Errors(JudgeHistorySchema, history)]).toEqual([]);
    expect(history.records).toMatchObject([{ promoted: true, coverage: null, gold_set: null }]);
  });

  it('states that judges are validated automatically while such a worker is alive, independently of this process’s settings', async () => {
    const plane = createManagementFixture();
    plane.isAutomatic = true;
    expect((await listed(plane)).auto_validate).toBe(true);
  });

  it('keeps a judge whose outcomes have expired, and counts the remaining outcomes', async () => {
    const plane = createManagementFixture();
    plane.validations.push(validation(OLD, 1));
    const { subjects, subjects_observed } = await listed(plane);
    expect([subjects_observed, subjects.map(({ state }) => state)]).toEqual([0, ['promoted']]);
  });

  it('uses the newest validation of a version, and no promotion of another judge or segment', async () => {
    const plane = createManagementFixture();
    plane.judges.push({ ...NEW, segment: '' }, { ...NEW, judge_id: 'judge.other' }, NEW);
    plane.validations.push(validation(OLD, 1), validation(OLD, 2, { record: recordOf(4) }));
    const { subjects } = await listed(plane);
    expect(new Set(subjects.map(({ state }) => state))).toEqual(new Set(['never_validated']));
  });

  it('has no promotion if a record cannot be read', async () => {
    const plane = createManagementFixture();
    plane.judges.push(OLD);
    plane.validations.push(validation(OLD, 1), validation(OTHER, 2, { record: { promoted: true } }));
    const { subjects, validation_state, validation_state_detail } = await listed(plane);
    expect([validation_state, subjects.map(({ state }) => state)]).toEqual(['unrestorable', ['never_validated']]);
    expect(validation_state_detail).toContain('jval_00000000000000000000000002: /iaa is required.');
  });
});

describe('the history of a judge', () => {
  it('has every change of its promotion, and its newest record', async () => {
    const plane = createManagementFixture();
    const refused = recordOf(4);
    plane.validations.push(
      validation(NEW, 1, { change: 'refused', resets: true, record: refused }),
      validation(NEW, 2, { change: 'promoted' }),
      validation(NEW, 3),
      validation(NEW, 4, { change: 'demoted', record: refused }),
    );
    const answer = await get(plane, `/${subjectIdOf(NEW)}/history`);
    const version = 'model=new\u001fprompt=p1\u001fver=1';
    expect(answer.json()).toEqual({
      subject: shown(NEW),
      timeline: [
        { kind: 'reset_version_change', version, at: '2026-02-01T00:00:00.000Z' },
        { kind: 'refused', version, at: '2026-02-01T00:00:00.000Z' },
        { kind: 'promoted', version, at: '2026-02-02T00:00:00.000Z' },
        { kind: 'demoted', version, at: '2026-02-04T00:00:00.000Z' },
      ],
      records: [
        {
          id: 'jval_00000000000000000000000004',
          at: '2026-02-04T00:00:00.000Z',
          version,
          gold_revision: 'gold-4',
          ...refused,
        },
      ],
    });
    expect(answer.statusCode).toBe(200);
    expect([...Value.Errors(JudgeHistorySchema, answer.json())]).toEqual([]);
    expect(refused.refusals.map(({ floor, need, have, unit }) => [floor, need, have, unit])).toEqual([
      ['JudgeValidationMinN', 50, 18, 'rows'],
    ]);
  });

  it('of a judge that was never validated is empty, and so are the records if the newest cannot be read', async () => {
    const plane = createManagementFixture();
    plane.judges.push(OLD);
    plane.validations.push(validation(NEW, 1, { record: {} }));
    expect((await get(plane, `/${subjectIdOf(OLD)}/history`)).json()).toEqual({
      subject: shown(OLD),
      timeline: [],
      records: [],
    });
    expect((await get(plane, `/${subjectIdOf(NEW)}/history`)).json()).toEqual({
      subject: shown(NEW),
      timeline: [],
      records: [],
    });
  });

  it.each(['/000000000000/history', '/made-up/history'])('is missing at %s', async (path) => {
    const answer = await get(createManagementFixture(), path);
    expect([...problemOf(answer), answer.json<ManagementProblem>().detail]).toEqual([
      404,
      'not_found',
      'There is no verdict of a judge with this id. Use an id from the list of judges.',
    ]);
  });

  it('is 400 without an id', async () => {
    expect(problemOf(await get(createManagementFixture(), '//history'))).toEqual([400, 'bad_request']);
  });
});

describe.each(['', '/000000000000/history'])('a read of judges at %j', (path) => {
  it.each([
    [401, 'unauthenticated', {}, 'Bearer other'],
    [403, 'forbidden', { token: { scopes: ['quality:read'] } }, 'Bearer known'],
    [404, 'feature_absent', { isWithoutFacts: true }, 'Bearer known'],
    [429, 'rate_limited', { limits: { requestsPerCredential: 0 } }, 'Bearer known'],
  ] as const)('is answered %i %s', async (status, code, changes, authorization) => {
    const plane = createManagementFixture(changes);
    expect(problemOf(await get(plane, path, authorization))).toEqual([status, code]);
  });

  it('returns the names that have no registry', async () => {
    const { detail } = (await get(createManagementFixture({ isWithoutFacts: true }), path)).json<ManagementProblem>();
    expect(detail).toContain('`dashboard.state_dir`');
  });
});
