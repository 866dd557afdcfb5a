import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { createJudgeReader } from '../../../analytics/judges/judge-reader.ts';
import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import type { JudgeRecord } from '../../../contracts/judges/judge-record.ts';
import { makeJudgeRecord } from '../../../contracts/judges/make-judge-record.ts';
import { COMPOSED_METHODS } from '../../../domain/judges/methods/judge-methods.ts';
import type { JudgeCallEnding } from '../../../domain/judges/methods/scoring-ending.ts';
import { createExclusionFinder } from '../../../store/insight/exclusion-finder.ts';
import { DEFAULT_SETTINGS } from '../../../testing/judges/make-judge-evidence.ts';
import { createRandom, type Random } from '../../../testing/random.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

type Word = 'pass' | 'fail' | 'abstained';

/** The behaviour of a simulated judge, in percent. */
interface Behaviour {
  readonly name: string;
  readonly seed: number;
  readonly seats: number;
  readonly abstains: number;
  readonly fails: number;
  readonly errs: number;
  readonly ties: number;
  readonly flips: number;
  /** The percentage of labelled requests that the judge is asked to judge. */
  readonly asked: number;
}

const BEHAVIOURS: readonly Behaviour[] = [
  { name: 'almost always abstains', seed: 1, seats: 1, abstains: 94, fails: 0, errs: 1, ties: 0, flips: 0, asked: 100 },
  { name: 'sometimes abstains', seed: 2, seats: 1, abstains: 12, fails: 3, errs: 8, ties: 20, flips: 4, asked: 100 },
  {
    name: 'sometimes gives no verdict',
    seed: 3,
    seats: 1,
    abstains: 2,
    fails: 30,
    errs: 5,
    ties: 5,
    flips: 2,
    asked: 90,
  },
  {
    name: 'is a panel that splits',
    seed: 4,
    seats: 3,
    abstains: 20,
    fails: 10,
    errs: 25,
    ties: 40,
    flips: 12,
    asked: 100,
  },
  {
    name: 'is a panel of four that ties',
    seed: 5,
    seats: 4,
    abstains: 5,
    fails: 2,
    errs: 40,
    ties: 60,
    flips: 8,
    asked: 70,
  },
  { name: 'answers everything', seed: 6, seats: 1, abstains: 0, fails: 0, errs: 10, ties: 0, flips: 5, asked: 100 },
];

const PEOPLE = [
  ['Grace Hopper', 'grace hopper', ' GRACE\u00a0HOPPER', 'gra\u200bce  hopper'],
  ['ada', 'Ada', 'ＡＤＡ'],
  ['joan weiß', 'Joan WEISS'],
] as const;

/** The outcome of one request, as the test records it. */
interface Told {
  /** The newest label of each person who labelled the request. */
  readonly people: readonly Word[];
  /** The judge's verdict; undefined if the judge was not called. */
  readonly judge: Word | 'no_verdict' | undefined;
  readonly isSplit: boolean;
}

interface Simulated {
  readonly events: readonly EvaluationOutcome[];
  readonly rows: readonly Told[];
  readonly trials: readonly (readonly ['baseline' | 'candidate' | 'tie', 'baseline' | 'candidate' | 'tie'])[];
}

const REQUESTS = 300;

describe('simulated judges', () => {
  let world: IngestWorld;
  beforeAll(async () => {
    world = await createIngestWorld();
  });
  afterAll(() => world.drop());

  it.each(BEHAVIOURS)('one that $name has the figures that the test computes independently', async (behaviour) => {
    const segment = `segment ${behaviour.seed}`;
    const { events, rows, trials } = simulate(behaviour, segment, world.scope);
    const path = join(world.folder, `judge-${behaviour.seed}`);
    writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const ports = { path, holder: path, onProgress: () => undefined, onWaiting: () => undefined };
    const { totals } = await importFile(world.ports, ports);
    expect([totals.quarantined, totals.repeated]).toEqual([0, 0]);
    const reader = createJudgeReader(world.clickhouse, createExclusionFinder(world.pool));
    const evidence = await reader.evidence({ ...SUBJECT, segment }, ['outcomes']);
    expectFigures(makeJudgeRecord(evidence, DEFAULT_SETTINGS), rows, trials);
  });
});

const SUBJECT = { judge_id: 'judge.safety', model: 'm', prompt_sha: 'p', eval_ver: '1', metric: 'safety' };

function expectFigures(record: JudgeRecord, rows: readonly Told[], trials: Simulated['trials']): void {
  const labelled = rows.filter(({ people }) => people.some((word) => word !== 'abstained'));
  const count = (isOne: (row: Told) => boolean): number => labelled.filter(isOne).length;
  const answered = count(({ judge }) => judge === 'pass' || judge === 'fail');
  const asked = count(({ judge }) => judge !== undefined);
  expect(record.coverage).toEqual({
    asked,
    answered,
    abstained: count(({ judge }) => judge === 'abstained'),
    failed: count(({ judge }) => judge === 'no_verdict'),
    split: count(({ isSplit }) => isSplit),
    rate: answered / asked,
  });
  const labelsOf = ({ people }: Told): Word[] => people.filter((word) => word !== 'abstained');
  expect(record.gold_set).toMatchObject({
    rows: labelled.length,
    people: PEOPLE.length,
    overlap: count((row) => labelsOf(row).length > 1),
    tied: count((row) => majorityOf(labelsOf(row)) === 'tie'),
    abstained: rows.flatMap(({ people }) => people).filter((word) => word === 'abstained').length,
  });
  const pairs = labelled.flatMap((row): [string, string][] => {
    const majority = majorityOf(labelsOf(row));
    return majority === 'tie' || (row.judge !== 'pass' && row.judge !== 'fail') ? [] : [[row.judge, majority]];
  });
  const isMeasured = pairs.length >= 50;
  expect(record.validated_n).toBe(isMeasured ? pairs.length : undefined);
  if (isMeasured) {
    expect(record.kappa).toBeCloseTo(kappaOf(pairs), 10);
    expect(record.iaa).toBeCloseTo(alphaOf(labelled.map(labelsOf)), 10);
  }
  const flips = trials.filter(([one, other]) => one !== 'tie' && other !== 'tie' && one !== other).length;
  const differing = trials.filter(([one, other]) => one !== other).length;
  const bothTied = trials.filter(([one, other]) => one === 'tie' && other === 'tie').length;
  expect(record.swap_trials).toEqual({
    trials: trials.length,
    flips,
    tied_once: differing - flips,
    tied_twice: bothTied,
    flip_with_ties: differing / trials.length,
  });
  expect(record.swap_flip).toBe(isMeasured ? flips / trials.length : undefined);
  const { missed = [] } = record;
  expect(missed.includes('JudgeCoverageFloor')).toBe(answered / asked < 0.8);
  expect(record.promoted).toBe(missed.length === 0);
}

function majorityOf(labels: readonly Word[]): Word | 'tie' {
  const passes = labels.filter((label) => label === 'pass').length;
  if (2 * passes === labels.length) return 'tie';
  return 2 * passes > labels.length ? 'pass' : 'fail';
}

/** Cohen's kappa from shares; the product computes it from counts. */
function kappaOf(pairs: readonly (readonly [string, string])[]): number {
  const share = (isOne: (pair: readonly [string, string]) => boolean): number =>
    pairs.filter(isOne).length / pairs.length;
  const agreement = share(([one, other]) => one === other);
  const byChance = ['pass', 'fail'].reduce(
    (sum, word) => sum + share(([one]) => one === word) * share(([, other]) => other === word),
    0,
  );
  return (agreement - byChance) / (1 - byChance);
}

/**
 * The alpha coefficient from every pair of labels. Pairs within a row are weighted by the row's labels, and are
 * compared with the pairs of all rows.
 */
function alphaOf(rows: readonly (readonly Word[])[]): number {
  const compared = rows.filter((labels) => labels.length > 1);
  const differs = (labels: readonly Word[]): number => {
    let pairs = 0;
    for (const [at, one] of labels.entries())
      for (const [other, label] of labels.entries()) if (at !== other && one !== label) pairs += 1;
    return pairs;
  };
  const all = compared.flat();
  const observed = compared.reduce((sum, labels) => sum + differs(labels) / (labels.length - 1), 0) / all.length;
  return 1 - observed / (differs(all) / (all.length * (all.length - 1)));
}

function simulate(behaviour: Behaviour, segment: string, scope: IngestWorld['scope']): Simulated {
  const random = createRandom(behaviour.seed);
  const events: EvaluationOutcome[] = [];
  const rows: Told[] = [];
  const event = (request: string, id: string, members: Partial<EvaluationOutcome>): void => {
    events.push({
      event: 'evaluation_outcome',
      schema: 1,
      scope,
      purpose: 'application',
      logical_request_id: `${segment} ${request}`,
      route_id: segment,
      admitted_at: '2024-01-03T04:05:06.000Z',
      outcome_id: id,
      metric: 'safety',
      basis: 'measured',
      actor: 'tok_1',
      occurred_at: '2024-02-01T00:00:00.000Z',
      ...members,
    } as EvaluationOutcome);
  };
  const judge = {
    evaluator_id: 'judge.safety',
    evaluator_kind: 'judge',
    judge_id: 'judge.safety',
    judge_model: 'm',
    judge_prompt_sha: 'p',
    judge_eval_ver: '1',
  } as const;
  for (let number = 0; number < REQUESTS; number += 1) {
    const request = `r${number}`;
    const truth: Word = random.chance(0.6) ? 'pass' : 'fail';
    const people = labelRequest(random, truth, (made) => event(request, `label ${made.place}`, made.label));
    const isAsked = random.whole(1, 100) <= behaviour.asked;
    const verdict = isAsked ? verdictOf(random, behaviour, truth) : undefined;
    if (verdict !== undefined) {
      const panel = behaviour.seats > 1 && verdict.word !== 'no_verdict' ? { panel_split: verdict.isSplit } : {};
      event(request, 'verdict', { ...judge, verdict: verdict.word, ...panel });
    }
    rows.push({ people, judge: verdict?.word, isSplit: verdict?.isSplit ?? false });
  }
  const trials = Array.from({ length: 60 }, (_, number) => {
    const trial = trialOf(random, behaviour);
    event(`r${number}`, 'trial', { ...judge, swap_shown_first: trial[0], swap_shown_swapped: trial[1] });
    return trial;
  });
  return { events, rows, trials };
}

/**
 * Labels of up to three people for a request. Each person labels once or twice, with any spelling of the name. The
 * later label counts.
 */
function labelRequest(
  random: Random,
  truth: Word,
  record: (made: { place: string; label: Partial<EvaluationOutcome> }) => void,
): Word[] {
  const words: Word[] = [];
  for (const [person, spellings] of PEOPLE.entries()) {
    if (!random.chance(0.7)) continue;
    const times = random.chance(0.2) ? 2 : 1;
    let last: Word = truth;
    for (let time = 1; time <= times; time += 1) {
      last = random.chance(0.05) ? 'abstained' : wordOf(random, truth, 12);
      record({
        place: `${person} ${time}`,
        label: {
          evaluator_id: 'human.label',
          evaluator_kind: 'human',
          annotator: random.pick(spellings),
          verdict: last,
          occurred_at: `2024-02-0${time}T00:00:00.000Z`,
        },
      });
    }
    words.push(last);
  }
  return words;
}

function wordOf(random: Random, truth: Word, errs: number): Word {
  const isWrong = random.whole(1, 100) <= errs;
  if (!isWrong) return truth;
  return truth === 'pass' ? 'fail' : 'pass';
}

/** The combined verdict of a judge's panel. The test counts the majority itself and compares the product with it. */
function verdictOf(
  random: Random,
  { seats, abstains, fails, errs }: Behaviour,
  truth: Word,
): { readonly word: Word | 'no_verdict'; readonly isSplit: boolean } {
  const endings = Array.from({ length: seats }, (): JudgeCallEnding => {
    const drawn = random.whole(1, 100);
    if (drawn <= fails) return { kind: 'failed', code: 'output_truncated' };
    if (drawn <= fails + abstains) return { kind: 'voted', vote: 'abstained' };
    return { kind: 'voted', vote: wordOf(random, truth, errs) };
  });
  const votes = endings.flatMap((ending) => (ending.kind === 'voted' ? [ending.vote] : []));
  const behind = (word: Word): number => votes.filter((vote) => vote === word).length;
  const expected = (): Word | 'no_verdict' => {
    if (votes.length <= seats / 2) return 'no_verdict';
    if (behind('pass') > seats / 2) return 'pass';
    return behind('fail') > seats / 2 ? 'fail' : 'abstained';
  };
  const isSplit = seats > 1 && votes.length > seats / 2 && votes.some((vote) => vote !== votes[0]);
  const combined = COMPOSED_METHODS[seats === 1 ? 'pointwise-bool' : 'panel'].combine(endings);
  const result = combined.kind === 'judged' ? combined : { verdict: 'no_verdict' as const, isSplit: false };
  expect([result.verdict, result.isSplit]).toEqual([expected(), isSplit]);
  return { word: result.verdict, isSplit };
}

function trialOf(random: Random, { ties, flips }: Behaviour): Simulated['trials'][number] {
  const drawn = random.whole(1, 100);
  const winner = random.pick(['baseline', 'candidate'] as const);
  if (drawn <= ties / 2) return random.chance(0.5) ? ['tie', winner] : [winner, 'tie'];
  if (drawn <= ties) return ['tie', 'tie'];
  if (drawn <= ties + flips) return winner === 'baseline' ? ['baseline', 'candidate'] : ['candidate', 'baseline'];
  return [winner, winner];
}
