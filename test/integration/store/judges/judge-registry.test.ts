import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JudgeRecord } from '../../../../contracts/judges/judge-record.ts';
import { subjectIdOf } from '../../../../contracts/judges/subject-id-of.ts';
import { makeJudgeRecord } from '../../../../contracts/judges/make-judge-record.ts';
import { createJudgeRegistry, type JudgeRegistry } from '../../../../store/judges/judge-registry.ts';
import { openStoreWorld, type StoreWorld } from '../store-world.ts';

let world: StoreWorld;
let registry: JudgeRegistry;

beforeAll(async () => {
  world = await openStoreWorld();
  registry = createJudgeRegistry(world.pool, world.clock);
});
afterAll(() => world.close());

const judge = (judge_id: string, model = 'm') => ({
  judge_id,
  model,
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: '',
});

/** Of 100 rows so many on which judge and people agree, half of them of either kind. */
const recordOf = (agreeing: number): JudgeRecord => {
  const [agreed, disagreed] = [agreeing / 2, (100 - agreeing) / 2];
  return makeJudgeRecord(
    {
      confusion: { bothPass: agreed, onlyJudgePasses: disagreed, onlyPeoplePass: disagreed, bothFail: agreed },
      annotators: 1,
      labels: [],
      swaps: [],
      goldRevision: '',
      levels: [],
      labelCount: 7,
    },
    { minKappa: 0.5, requireIaa: false, selectiveRisk: 0.05 },
  );
};
const GOOD = recordOf(90);
const BETTER = recordOf(96);
const BAD = recordOf(50);

it('keeps what became of a promotion, one validation behind the other', async () => {
  const subject = judge('one');
  const changes: unknown[] = [];
  for (const [goldRevision, record] of [
    ['g1', BAD],
    ['g2', GOOD],
    ['g3', BETTER],
    ['g4', BAD],
    ['g5', GOOD],
  ] as const) {
    const { row, isNew } = await registry.record(subject, { goldRevision, record });
    expect([isNew, row.goldRevision, row.promoted, row.resets]).toEqual([true, goldRevision, record.promoted, false]);
    expect([row.validationId.slice(0, 5), row.at, row.record]).toEqual(['jval_', world.clock.now(), record]);
    changes.push(row.change);
  }
  expect(changes).toEqual(['refused', 'promoted', undefined, 'demoted', 'repromoted']);
  const all = await registry.ofSubject(subjectIdOf(subject));
  expect(all.map(({ goldRevision }) => goldRevision)).toEqual(['g1', 'g2', 'g3', 'g4', 'g5']);
  expect((await registry.standing()).map(({ validationId }) => validationId)).toEqual([all[4]!.validationId]);
});

it('does not keep twice what says the same of the same gold set, and keeps what says something else of it', async () => {
  const subject = judge('two');
  const first = await registry.record(subject, { goldRevision: 'g1', record: GOOD });
  expect(await registry.record(subject, { goldRevision: 'g1', record: GOOD })).toEqual({
    row: first.row,
    isNew: false,
  });
  expect((await registry.record(subject, { goldRevision: 'g1', record: BETTER })).isNew).toBe(true);
  expect((await registry.record(subject, { goldRevision: 'g2', record: BETTER })).isNew).toBe(true);
  expect(await registry.ofSubject(subjectIdOf(subject))).toHaveLength(3);
});

it('keeps the same once more where the newest is old enough', async () => {
  const subject = judge('old');
  const made = { goldRevision: 'g', record: GOOD, repeatAfterMs: 86_400_000 };
  const first = await registry.record(subject, made);
  world.clock.set(new Date(first.row.at.getTime() + 86_399_999).toISOString());
  expect((await registry.record(subject, made)).isNew).toBe(false);
  world.clock.set(new Date(first.row.at.getTime() + 86_400_000).toISOString());
  const again = await registry.record(subject, made);
  expect([again.isNew, again.row.change, again.row.at]).toEqual([true, undefined, world.clock.now()]);
  expect((await registry.record(subject, made)).isNew).toBe(false);
});

it('keeps one of the same that many record at once', async () => {
  const subject = judge('three');
  const made = await Promise.all(
    Array.from({ length: 8 }, () => registry.record(subject, { goldRevision: 'g', record: GOOD })),
  );
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(made.map(({ row }) => row.validationId)).size).toBe(1);
});

it('says of the first validation of a version that another one was promoted', async () => {
  await registry.record(judge('four', 'old'), { goldRevision: 'g', record: GOOD });
  const next = await registry.record(judge('four', 'new'), { goldRevision: 'g', record: BAD });
  expect([next.row.resets, next.row.change]).toEqual([true, 'refused']);
  const again = await registry.record(judge('four', 'new'), { goldRevision: 'h', record: GOOD });
  expect([again.row.resets, again.row.change]).toEqual([false, 'promoted']);
  await registry.record(judge('five', 'old'), { goldRevision: 'g', record: BAD });
  expect((await registry.record(judge('five', 'new'), { goldRevision: 'g', record: BAD })).row.resets).toBe(false);
});
