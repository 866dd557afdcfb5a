import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import type { JudgeReader } from '../../../../analytics/judges/judge-reader.ts';
import { createJudgeActivities, type JudgeActivities } from '../../../../activities/judges/judge-activities.ts';
import { makeJudgeRecord, type SubjectEvidence } from '../../../../contracts/judges/make-judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';
import type { JudgeValidationRow } from '../../../../store/judges/judge-registry.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../../testing/judges/make-judge-evidence.ts';

const NOW = new Date('2026-03-02T00:00:00.000Z');
const SUBJECT = { judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety', segment: '' };
const OTHER = { ...SUBJECT, model: 'n' };
const SETTINGS = DEFAULT_SETTINGS;

const evidenceWith = (agreed: number, goldRevision = 'g1'): SubjectEvidence =>
  makeJudgeEvidence(
    { bothPass: agreed, onlyJudgePasses: 5, onlyPeoplePass: 5, bothFail: agreed },
    { goldRevision, labelCount: 30 },
  );

function rowOf(change: JudgeValidationRow['change'], agreed: number, at = NOW): JudgeValidationRow {
  const record = makeJudgeRecord(evidenceWith(agreed), SETTINGS);
  return {
    validationId: 'jval_1',
    subjectId: subjectIdOf(SUBJECT),
    subject: SUBJECT,
    goldRevision: 'g1',
    at,
    promoted: record.promoted,
    change,
    resets: false,
    record,
  };
}

function world(agreed: number, recorded: { row: JudgeValidationRow; isNew: boolean }, labels = 30) {
  const asked: unknown[] = [];
  const logged: unknown[] = [];
  let passed = 0;
  const reader: { -readonly [Member in keyof JudgeReader]: JudgeReader[Member] } = {
    subjects: () => Promise.resolve([SUBJECT, OTHER]),
    labelCounts: () => Promise.resolve(new Map([['safety', labels]])),
    goldRevision: () => Promise.resolve('g1'),
    evidence: () => Promise.resolve(evidenceWith(agreed)),
  };
  const made = createJudgeActivities({
    reader,
    registry: {
      standing: () => Promise.resolve([recorded.row]),
      async record(subject, measure, repeatAfter) {
        const made = await measure();
        type Nothing = Extract<typeof made, undefined>;
        if (made === undefined) return made as Nothing;
        asked.push([subject, made.goldRevision, made.record.promoted, repeatAfter?.intervalMs]);
        return { made, ...recorded };
      },
    },
    settings: SETTINGS,
    clock: { now: () => new Date(NOW.getTime() + passed) },
    faultPoints: noFaultPoints,
    log: {
      info: (members, sentence) => logged.push([sentence, members]),
      warn: (members, sentence) => logged.push([sentence, members]),
    },
  });
  const worker = new MockActivityEnvironment();
  const activities: JudgeActivities = {
    findDueJudges: () => worker.run(() => made.findDueJudges()),
    validateJudge: (judge) => worker.run(() => made.validateJudge(judge)),
  };
  return { activities, asked, logged, reader, later: (milliseconds: number) => void (passed += milliseconds) };
}
const due = (goldRevision = 'g1') => ({ subject: SUBJECT, subjectId: subjectIdOf(SUBJECT), goldRevision });

it('finds due judges, each with its gold set', async () => {
  const row = rowOf('promoted', 20);
  const other = { subject: OTHER, subjectId: subjectIdOf(OTHER), goldRevision: 'g1' };
  expect(await world(20, { row, isNew: false }).activities.findDueJudges()).toEqual([other]);
  expect(await world(20, { row, isNew: false }, 55).activities.findDueJudges()).toEqual([due(), other]);
});

it('begins each check with another judge, and reports a judge whose labels cannot be read', async () => {
  const row = rowOf('promoted', 20);
  const ids = [subjectIdOf(SUBJECT), subjectIdOf(OTHER)];
  const poisoned = world(20, { row, isNew: false }, 55);
  poisoned.reader.goldRevision = ({ model }) =>
    model === 'm' ? Promise.reject(new Error('The labels of m cost too much.')) : Promise.resolve('g1');
  const found = async (): Promise<unknown[]> =>
    (await poisoned.activities.findDueJudges()).map((judge) => [judge.subjectId, 'fault' in judge ? judge.fault : '']);
  expect(await found()).toEqual([
    [ids[0], 'The labels of m cost too much.'],
    [ids[1], ''],
  ]);
  poisoned.later(300_000);
  expect(await found()).toEqual([
    [ids[1], ''],
    [ids[0], 'The labels of m cost too much.'],
  ]);
});

it('leaves judges to the next check after a minute of reading labels', async () => {
  const slow = world(20, { row: rowOf('promoted', 20), isNew: false }, 55);
  slow.reader.goldRevision = () => {
    slow.later(60_001);
    return Promise.resolve('g1');
  };
  expect(await slow.activities.findDueJudges()).toEqual([due()]);
});

it('validates on the named gold set, and returns the measured values', async () => {
  const { activities, asked, logged } = world(20, { row: rowOf('promoted', 20), isNew: true });
  expect(await activities.validateJudge(due())).toEqual({
    state: 'promoted',
    change: 'promoted',
    missed: [],
    kappa: 0.6,
    rows: 50,
    coverage: { answered: 50, abstained: 0, failed: 0, split: 0 },
    goldRevision: 'g1',
  });
  expect(asked).toEqual([[SUBJECT, 'g1', true, 86_400_000]]);
  expect(logged).toMatchObject([['validated a judge', { subject: subjectIdOf(SUBJECT), change: 'promoted' }]]);
});

it('records nothing on another gold set', async () => {
  const { activities, asked } = world(20, { row: rowOf('promoted', 20), isNew: true });
  expect(await activities.validateJudge(due('g0'))).toMatchObject({ state: 'moved', change: '', goldRevision: 'g1' });
  expect(asked).toEqual([]);
});

it('reports a demotion even if a dead process recorded it, and the missed floor', async () => {
  const demoted = rowOf('demoted', 4);
  const first = world(4, { row: demoted, isNew: true });
  expect(await first.activities.validateJudge(due())).toEqual({
    state: 'refused',
    change: 'demoted',
    missed: ['JudgeValidationMinN'],
    kappa: null,
    rows: 18,
    coverage: { answered: 18, abstained: 0, failed: 0, split: 0 },
    goldRevision: 'g1',
  });
  expect(first.logged).toMatchObject([
    ['a judge was demoted', { kind: 'quality.judge.demoted', missed: ['JudgeValidationMinN'] }],
  ]);
  const again = world(4, { row: demoted, isNew: false });
  expect(await again.activities.validateJudge(due())).toMatchObject({ state: 'refused', change: '' });
  expect(again.logged).toEqual(first.logged);
});
