import { expect, it } from 'vitest';
import { makeJudgeReadings } from '../../../contracts/judges/make-judge-readings.ts';
import { makeJudgeRecord } from '../../../contracts/judges/make-judge-record.ts';
import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { JUDGE_SWEEP_WORKFLOW, judgeValidationWorkflowId, HOUSEKEEPING_TASK_QUEUE } from '../../../workflows/public.ts';
import type { judgeSweep } from '../../../workflows/judges/judge-sweep.ts';
import { chooseCaseCount } from '../../../testing/choose-case-count.ts';
import {
  openJudgingWorld,
  VALIDATION_SETTINGS,
  VALIDATION_STEPS,
  type JudgingWorld,
  type ValidationStep,
} from '../../../testing/judges/judging-world.ts';
import { createLabelledJudges, type LabelledJudges } from '../../../testing/judges/labelled-judges.ts';
import { createRandom, type Random } from '../../../testing/random.ts';

const BEGIN = '2026-01-05T00:00:00Z';
const DAY_MS = 86_400_000;
const DAYS = 364;
/** The number of checks: one per fortnight in normal runs, and daily checks in deep runs. */
const LOOKS = chooseCaseCount(26, DAYS);
const { intervalMs, newLabels } = VALIDATION_SETTINGS.autoValidate;

const startSweep = ({ client }: JudgingWorld, workflowId: string) =>
  client.workflow.start<typeof judgeSweep>(JUDGE_SWEEP_WORKFLOW, { taskQueue: HOUSEKEEPING_TASK_QUEUE, workflowId });

/**
 * The events that can affect a check. All except `quiet` happen at a random step of a random judge. The retry after a
 * crash takes a second.
 */
const TROUBLES = [
  ...Array<'quiet'>(5).fill('quiet'),
  'crash',
  'labels',
  'restart',
  'terminated',
  'concurrent',
] as const;

it('a year of sweeps loses no validation, repeats none, and runs none on another gold set', async () => {
  const random = createRandom(20_260_105);
  const judges = createLabelledJudges(random, ['safety', 'relevance']);
  const world = await openJudgingWorld(judges, BEGIN);
  const troubles = new Map<string, number>();
  for (let look = 1; look <= LOOKS; look += 1) {
    for (const metric of judges.metrics) befall(judges, metric, random);
    await world.passUntil(new Date(Date.parse(BEGIN) + (look * DAYS * DAY_MS) / LOOKS));
    const trouble = random.pick(TROUBLES);
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
    await sweepThrough(world, judges, `sweep ${look}`, trouble, random);
    if (trouble === 'quiet') expect([look, await stillDue(world, judges)]).toEqual([look, []]);
  }
  await sweepThrough(world, judges, 'last sweep', 'quiet', random);
  expect(await stillDue(world, judges)).toEqual([]);

  const kinds = new Map<string, number>();
  for (const subject of await judges.reader.subjects()) {
    const rows = await world.registry.ofSubject(subjectIdOf(subject));
    expectSound(rows, judges, world);
    for (const { change, resets } of rows) {
      for (const kind of [change ?? 'stayed', ...(resets ? ['resets'] : [])])
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  // The year includes every case that must be distinguished.
  for (const kind of ['promoted', 'repromoted', 'demoted', 'refused', 'stayed', 'resets'])
    expect([...kinds.keys()]).toContain(kind);
  expect(new Set(troubles.keys())).toEqual(new Set(TROUBLES));
  await expectStates(world, judges);
}, 600_000);

/** Adds labels. Sometimes a judge gets another model, or its agreement with people changes. */
function befall(judges: LabelledJudges, metric: string, random: Random): void {
  const days = DAYS / LOOKS;
  if (random.chance(days / 150)) judges.changeModel(metric);
  if (random.chance(days / 40)) judges.changeQuality(metric);
  judges.label(metric, random.whole(0, Math.round(6 * days)));
}

async function sweepThrough(
  world: JudgingWorld,
  judges: LabelledJudges,
  id: string,
  trouble: (typeof TROUBLES)[number],
  random: Random,
): Promise<void> {
  const [step, metric] = [random.pick(VALIDATION_STEPS), random.pick(judges.metrics)];
  const seen = world.begun.length;
  const further: Promise<unknown>[] = [];
  let isStruck = trouble === 'quiet';
  world.strike = async (reached) => {
    if (isStruck || reached !== step) return;
    isStruck = true;
    if (trouble === 'labels') judges.label(metric, 3);
    else if (trouble === 'terminated') await world.client.workflow.getHandle(id).terminate('by hand');
    else if (trouble === 'concurrent')
      further.push(startSweep(world, `${id} concurrent`).then((handle) => handle.result()));
    else {
      if (trouble === 'restart') further.push(world.restart(random.pick([0, 1])));
      throw new Error('The worker died.');
    }
  };
  const handle = await startSweep(world, id);
  await handle.result().catch((error: unknown) => {
    if (trouble !== 'terminated') throw error;
  });
  await Promise.all(further);
  // Validations continue to their end although their sweep was terminated.
  for (const { subjectId, goldRevision } of world.begun.slice(seen))
    await world.client.workflow.getHandle(judgeValidationWorkflowId(subjectId, goldRevision)).result();
  world.strike = () => undefined;
}

/** Judges that should have been validated by now, by rules that are written here a second time. */
async function stillDue({ registry, clock }: JudgingWorld, judges: LabelledJudges): Promise<string[]> {
  const due: string[] = [];
  for (const subject of await judges.reader.subjects()) {
    const last = (await registry.ofSubject(subjectIdOf(subject))).at(-1);
    const labels = (last?.record as { labels: number } | undefined)?.labels ?? 0;
    const isFresh =
      last !== undefined &&
      clock.now().getTime() - last.at.getTime() < intervalMs &&
      judges.labels(subject.metric) - labels < newLabels;
    if (!isFresh) due.push(`${subject.metric} ${subject.model}`);
  }
  return due;
}

/**
 * Requires that each record has the gold set that it names, and states its change. No record may be repeated or older
 * than the previous one.
 */
function expectSound(rows: readonly JudgeValidationRow[], judges: LabelledJudges, { begun }: JudgingWorld): void {
  let [standing, ever, order] = [false, false, -1];
  rows.forEach((row, index) => {
    const goldSet = judges.goldSets.get(`${row.subjectId} ${row.goldRevision}`)!;
    const made = makeJudgeRecord(goldSet.evidence, VALIDATION_SETTINGS);
    const { labels } = row.record as { labels: number };
    expect(row.record).toEqual({ ...made, labels });
    expect(begun).toContainEqual(expect.objectContaining({ subjectId: row.subjectId, goldRevision: row.goldRevision }));

    const before = rows[index - 1];
    expect(goldSet.order).toBeGreaterThanOrEqual(order);
    if (before?.goldRevision === row.goldRevision) {
      const isLater = row.at.getTime() - before.at.getTime() >= intervalMs;
      expect(isLater || labels - (before.record as { labels: number }).labels >= newLabels).toBe(true);
    }

    const { promoted } = made;
    const lost = standing ? 'demoted' : 'refused';
    const won = ever ? 'repromoted' : 'promoted';
    expect(row.change).toBe(promoted === standing && promoted ? undefined : promoted ? won : lost);
    [standing, ever, order] = [promoted, ever || promoted, goldSet.order];
  });
}

/** Requires that the states of judges equal their newest records, each for its version. */
async function expectStates({ registry }: JudgingWorld, judges: LabelledJudges): Promise<void> {
  const subjects = await judges.reader.subjects();
  const newest = new Map(
    await Promise.all(
      subjects.map(async (subject) => [subject, (await registry.ofSubject(subjectIdOf(subject))).at(-1)] as const),
    ),
  );
  const readings = makeJudgeReadings(subjects, restoreRecords(await registry.standing()).bySubject);
  expect(readings).toHaveLength(subjects.length);
  for (const subject of subjects) {
    const others = subjects.filter((other) => other !== subject && other.metric === subject.metric);
    const lost = others.some((other) => newest.get(other)?.promoted) ? 'version_changed' : 'never_validated';
    const { state } = readings.find((reading) => reading.subject.id === subjectIdOf(subject))!;
    expect(state).toBe(newest.get(subject)?.promoted ? 'promoted' : lost);
  }
}

it.each(VALIDATION_STEPS)(
  'a validation whose worker dies after it is %s promotes only by its record, and once',
  async (step: ValidationStep) => {
    const random = createRandom(7);
    const judges = createLabelledJudges(random, ['safety']);
    judges.label('safety', 80);
    const world = await openJudgingWorld(judges, BEGIN);
    const [subject] = await judges.reader.subjects();
    const readingOf = async (): Promise<unknown> => {
      const kept = await world.registry.standing();
      const [reading] = makeJudgeReadings([subject!], restoreRecords(kept).bySubject);
      return [kept.length, reading!.state];
    };
    const atDeath: unknown[] = [];
    world.strike = async (reached) => {
      if (reached !== step || atDeath.length > 0) return;
      atDeath.push(await readingOf());
      throw new Error('The worker died.');
    };
    const { promoted } = await (await startSweep(world, 'sweep')).result();
    expect([promoted, atDeath]).toEqual([1, [step === 'recorded' ? [1, 'promoted'] : [0, 'never_validated']]]);
    expect(await readingOf()).toEqual([1, 'promoted']);
  },
);
