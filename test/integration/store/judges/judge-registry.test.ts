import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JudgeRecord } from '../../../../contracts/judges/judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { makeJudgeRecord } from '../../../../contracts/judges/make-judge-record.ts';
import {
  createJudgeRegistry,
  type JudgeRegistry,
  type MeasuredRecord,
} from '../../../../store/judges/judge-registry.ts';
import { createNoticeStore } from '../../../../store/notices/notice-store.ts';
import { DEFAULT_SETTINGS, makeJudgeEvidence } from '../../../../testing/judges/make-judge-evidence.ts';
import { openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

let world: StoreWorld;
let registry: JudgeRegistry;

beforeAll(async () => {
  world = await openStoreWorld();
  registry = createJudgeRegistry(world.pool, world.clock);
});
beforeEach(() => world.pool.query('TRUNCATE judge_validations'));
afterAll(() => world.close());

const judge = (judge_id: string, model = 'm') => ({
  judge_id,
  model,
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: '',
});

/** A record over 100 rows, with this number of rows on which judge and people agree. Half of them are of each kind. */
const recordOf = (agreeing: number): JudgeRecord => {
  const [agreed, disagreed] = [agreeing / 2, (100 - agreeing) / 2];
  return makeJudgeRecord(
    makeJudgeEvidence({ bothPass: agreed, onlyJudgePasses: disagreed, onlyPeoplePass: disagreed, bothFail: agreed }),
    DEFAULT_SETTINGS,
  );
};
const GOOD = recordOf(90);
const BETTER = recordOf(96);
const BAD = recordOf(50);

const making = (goldRevision: string, record: JudgeRecord) => (): Promise<MeasuredRecord> =>
  Promise.resolve({ goldRevision, record });

it('stores the results of a promotion, one validation after the other', async () => {
  const subject = judge('one');
  const changes: unknown[] = [];
  for (const [goldRevision, record] of [
    ['g1', BAD],
    ['g2', GOOD],
    ['g3', BETTER],
    ['g4', BAD],
    ['g5', GOOD],
  ] as const) {
    const { row, isNew } = await registry.record(subject, making(goldRevision, record));
    expect([isNew, row.goldRevision, row.promoted, row.resets]).toEqual([true, goldRevision, record.promoted, false]);
    expect([row.validationId.slice(0, 5), row.at, row.record]).toEqual(['jval_', world.clock.now(), record]);
    changes.push(row.change);
  }
  expect(changes).toEqual(['refused', 'promoted', undefined, 'demoted', 'repromoted']);
  const all = await registry.ofSubject(subjectIdOf(subject));
  expect(all.map(({ goldRevision }) => goldRevision)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5']);
  expect((await registry.standing()).map(({ validationId }) => validationId)).toEqual([all[4]!.validationId]);
});

it('inserts a notice of each demotion, with the missed floors, and of no other change', async () => {
  await world.pool.query('DELETE FROM notices');
  const subject = judge('noticed');
  for (const [goldRevision, record] of [
    ['g1', BAD],
    ['g2', GOOD],
    ['g3', BAD],
    ['g4', GOOD],
    ['g5', BAD],
    ['g6', BAD],
  ] as const)
    await registry.record(subject, making(goldRevision, record));
  const reasons = BAD.refusals.map(({ text }) => text).join(' ');
  const page = { readerId: 'usr_1', state: undefined, workspaceId: undefined, before: undefined, limit: 9 };
  expect(await createNoticeStore(world.pool, world.clock).list(page)).toMatchObject([
    {
      kind: 'quality.judge.demoted',
      about: subjectIdOf(subject),
      workspaceId: undefined,
      detail: `Judge noticed, metric safety. ${reasons}`,
      times: 2,
    },
  ]);
});

it('does not store an equal record of the same gold set twice, and stores a different one', async () => {
  const subject = judge('two');
  const first = await registry.record(subject, making('g1', GOOD));
  expect(await registry.record(subject, making('g1', GOOD))).toMatchObject({
    row: first.row,
    isNew: false,
  });
  expect((await registry.record(subject, making('g1', BETTER))).isNew).toBe(true);
  expect((await registry.record(subject, making('g2', BETTER))).isNew).toBe(true);
  expect(await registry.ofSubject(subjectIdOf(subject))).toHaveLength(3);
});

it('stores an equal record once more if the newest is old enough', async () => {
  const subject = judge('old');
  const recorded = () => registry.record(subject, making('g', GOOD), { intervalMs: 86_400_000, newLabels: 25 });
  const first = await recorded();
  world.clock.set(new Date(first.row.at.getTime() + 86_399_999).toISOString());
  expect((await recorded()).isNew).toBe(false);
  world.clock.set(new Date(first.row.at.getTime() + 86_400_000).toISOString());
  const again = await recorded();
  expect([again.isNew, again.row.change, again.row.at]).toEqual([true, undefined, world.clock.now()]);
  expect((await recorded()).isNew).toBe(false);
});

it('stores an equal record once more after a number of labels on other requests, and not before', async () => {
  const subject = judge('counted');
  const recorded = async (labels: number): Promise<boolean> => {
    const measure = making('g', { ...GOOD, labels });
    return (await registry.record(subject, measure, { intervalMs: 86_400_000, newLabels: 25 })).isNew;
  };
  expect([await recorded(7), await recorded(31), await recorded(32), await recorded(32)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

it('stores one of many equal concurrent records', async () => {
  const subject = judge('three');
  const made = await Promise.all(Array.from({ length: 8 }, () => registry.record(subject, making('g', GOOD))));
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(made.map(({ row }) => row.validationId)).size).toBe(1);
});

it('records with a version’s first validation that another version was promoted', async () => {
  await registry.record(judge('four', 'old'), making('g', GOOD));
  const next = await registry.record(judge('four', 'new'), making('g', BAD));
  expect([next.row.resets, next.row.change]).toEqual([true, 'refused']);
  const again = await registry.record(judge('four', 'new'), making('h', GOOD));
  expect([again.row.resets, again.row.change]).toEqual([false, 'promoted']);
  await registry.record(judge('five', 'old'), making('g', BAD));
  expect((await registry.record(judge('five', 'new'), making('g', BAD))).row.resets).toBe(false);
});

it('measures again if another process has recorded, so that no older record replaces a newer one', async () => {
  const subject = judge('six');
  let measured = 0;
  const overtaken = await registry.record(subject, async () => {
    measured += 1;
    if (measured === 1) await registry.record(subject, making('g2', GOOD));
    return { goldRevision: measured === 1 ? 'g1' : 'g2', record: GOOD };
  });
  expect([measured, overtaken.isNew, overtaken.row.goldRevision]).toEqual([2, false, 'g2']);
  expect((await registry.ofSubject(subjectIdOf(subject))).map(({ goldRevision }) => goldRevision)).toEqual(['g2']);
});

it('stores nothing if nothing is measured', async () => {
  expect(await registry.record(judge('seven'), () => Promise.resolve(undefined))).toBeUndefined();
  expect(await registry.ofSubject(subjectIdOf(judge('seven')))).toEqual([]);
});

it('gives up if other processes never stop', async () => {
  let number = 0;
  const subject = judge('eight');
  const measure = async (): Promise<MeasuredRecord> => {
    number += 1;
    await registry.record(subject, making(`of others ${number}`, GOOD));
    return { goldRevision: 'own', record: GOOD };
  };
  await expect(registry.record(subject, measure)).rejects.toThrow(
    'Another process validates the same judge at the moment. Try again in a few seconds.',
  );
});
