import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { PERSON_SQL } from '../../../analytics/judges/person-sql.ts';
import { queryRows } from '../../../analytics/statements/query-rows.ts';
import { createLabelCounter } from '../../../analytics/judges/label-counter.ts';
import { createDifferenceReader } from '../../../analytics/judges/difference-reader.ts';
import { createJudgeReader, type JudgeReader } from '../../../analytics/judges/judge-reader.ts';
import type { RatedItems } from '../../../domain/statistics/agreement/rated-items.ts';
import type { EvaluationOutcome } from '../../../contracts/ingest/events/evaluation-outcome.ts';
import { normalizePerson } from '../../../domain/judges/normalize-person.ts';
import { createExclusionStore } from '../../../store/insight/exclusion-store.ts';
import { createExclusionFinder } from '../../../store/insight/exclusion-finder.ts';
import { createRetentionStore } from '../../../store/insight/retention-store.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const SUBJECT = {
  judge_id: 'judge.safety',
  model: 'm',
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: 'chat',
};
const LATER = '2024-03-01T00:00:00.000Z';

let world: IngestWorld;
let reader: JudgeReader;
let files = 0;

async function openWorld(): Promise<void> {
  world = await createIngestWorld();
  reader = createJudgeReader(world.clickhouse, createExclusionFinder(world.pool));
}

const outcome = (request: string, id: string, members: Partial<EvaluationOutcome>): EvaluationOutcome =>
  ({
    event: 'evaluation_outcome',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: request,
    route_id: 'chat',
    admitted_at: '2024-01-03T04:05:06.000Z',
    outcome_id: id,
    metric: 'safety',
    basis: 'measured',
    actor: 'tok_1',
    occurred_at: '2024-02-01T00:00:00.000Z',
    ...members,
  }) as EvaluationOutcome;
const label = (
  request: string,
  annotator: string,
  verdict: 'pass' | 'fail',
  members: Partial<EvaluationOutcome> = {},
) =>
  outcome(request, `${annotator}-${verdict}`, {
    evaluator_id: 'human.label',
    evaluator_kind: 'human',
    annotator,
    verdict,
    ...members,
  });
const judge = {
  evaluator_id: 'judge.safety',
  evaluator_kind: 'judge',
  judge_id: 'judge.safety',
  judge_model: 'm',
  judge_prompt_sha: 'p',
  judge_eval_ver: '1',
} as const;
const judged = (
  request: string,
  verdict: 'pass' | 'fail' | 'abstained' | 'no_verdict',
  members: Partial<EvaluationOutcome> = {},
) => outcome(request, `judged-${verdict}`, { ...judge, verdict, ...members });
const load = async (...events: readonly EvaluationOutcome[]): Promise<void> => {
  const path = join(world.folder, String((files += 1)));
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const { totals } = await importFile(world.ports, {
    path,
    holder: path,
    onProgress: () => undefined,
    onWaiting: () => undefined,
  });
  expect([totals.quarantined, totals.repeated]).toEqual([0, 0]);
};
/** Rows with equal labels, counted together. */
const alike = (labels: readonly RatedItems[]): RatedItems[] => {
  const counts = new Map<string, number>();
  for (const { ratings, items } of labels) counts.set(ratings.join(), (counts.get(ratings.join()) ?? 0) + items);
  return [...counts].sort().map(([ratings, items]) => ({ ratings: ratings.split(',').map(Number), items }));
};

/** Verdicts of people and of the judge. */
const firstOutcomes = (): EvaluationOutcome[] => [
  label('r1', 'ada', 'pass'),
  label('r1', 'grace', 'pass'),
  judged('r1', 'pass', { judge_certainty: 1 }),
  // Ada changed her label, and the judge was called again.
  label('r2', 'ada', 'pass'),
  label('r2', 'ada', 'fail', { occurred_at: LATER }),
  judged('r2', 'fail', { judge_certainty: 0.5 }),
  judged('r2', 'pass', { judge_certainty: 0.75, occurred_at: LATER }),
  // A tie.
  label('r3', 'ada', 'pass'),
  label('r3', 'grace', 'fail'),
  judged('r3', 'pass'),
  // These are not compared: they have no verdict, an abstention, a verdict on another route or a reported one, a
  // label of another metric, or only feedback.
  label('r4', 'ada', 'pass'),
  label('r5', 'ada', 'pass'),
  judged('r5', 'pass'),
  judged('r5', 'abstained', { occurred_at: LATER }),
  label('r6', 'ada', 'pass'),
  judged('r6', 'pass', { route_id: 'mail' }),
  label('r7', 'ada', 'pass'),
  judged('r7', 'pass', { basis: 'reported' }),
  label('r8', 'ada', 'pass', { metric: 'relevance' }),
  judged('r8', 'pass'),
  label('r9', 'joan', 'pass', { evaluator_id: 'human.feedback', basis: 'reported' }),
  judged('r9', 'pass'),
  judged('r10', 'pass', { judge_model: 'n' }),
];

/** Swap trials of the judge. */
const swapTrials = (): EvaluationOutcome[] => {
  const trial = (id: string, first: 'baseline' | 'tie', members: Partial<EvaluationOutcome> = {}) =>
    outcome('r1', id, { ...judge, swap_shown_first: first, swap_shown_swapped: 'baseline', ...members });
  return [
    trial('s1', 'baseline'),
    trial('s2', 'baseline'),
    trial('s3', 'tie'),
    trial('s4', 'tie', { basis: 'reported' }),
  ];
};

/** A verdict of the judge and the label of another person, on requests of the first outcomes. */
const laterOutcomes = (): [EvaluationOutcome, EvaluationOutcome] => [
  judged('r1', 'fail', { occurred_at: LATER }),
  label('r2', 'grace', 'fail'),
];

describe('the judge facts of ClickHouse', () => {
  beforeAll(async () => {
    await openWorld();
    await load(...firstOutcomes(), ...swapTrials());
  });
  afterAll(() => world.drop());

  it('are the final verdicts of people and the judge on the same requests', async () => {
    const evidence = await reader.evidence(SUBJECT, ['outcomes']);
    expect(evidence.confusion).toEqual({ bothPass: 1, onlyJudgePasses: 1, onlyPeoplePass: 0, bothFail: 0 });
    expect(evidence.coverage).toEqual({ answered: 3, abstained: 1, failed: 0, split: 0 });
    expect(evidence.annotators).toBe(2);
    expect(alike(evidence.labels)).toEqual([
      { ratings: [0, 1], items: 1 },
      // These include the rows that the judge did not answer.
      { ratings: [1, 0], items: 4 },
      { ratings: [1, 1], items: 1 },
      { ratings: [2, 0], items: 1 },
    ]);
    expect(evidence.levels.toSorted((one, other) => one.score - other.score)).toEqual([
      { score: 0.75, agreed: 0, disagreed: 1 },
      { score: 1, agreed: 1, disagreed: 0 },
    ]);
    expect(evidence.goldRevision).toMatch(/^[0-9a-f]{32}$/);
    const withFeedback = await reader.evidence(SUBJECT, ['outcomes', 'feedback']);
    expect([withFeedback.confusion.bothPass, withFeedback.annotators]).toEqual([2, 3]);
    expect(withFeedback.goldRevision).not.toBe(evidence.goldRevision);
  });

  it('list every judge in order, including reported ones', async () => {
    expect(await reader.subjects()).toEqual([SUBJECT, { ...SUBJECT, model: 'n' }, { ...SUBJECT, segment: 'mail' }]);
  });

  it('count swap trials by their verdicts in both orders', async () => {
    const { swaps } = await reader.evidence(SUBJECT, ['outcomes']);
    expect(swaps.toSorted((one, other) => other.trials - one.trials)).toEqual([
      { shownFirst: 'baseline', shownSwapped: 'baseline', trials: 2 },
      { shownFirst: 'tie', shownSwapped: 'baseline', trials: 1 },
    ]);
  });

  it('have the same order of names in every engine', async () => {
    const names = [
      ...[
        'Grace  Hopper',
        'Weiß',
        'WEIẞ',
        'Νίκος',
        'ΝΊΚΟΣ',
        'İpek',
        'ISTANBUL',
        'ıI',
        'Gri\ufb03n',
        '\u200b',
        '\u3000',
        'Ω',
        'ﬀ',
      ],
      ...Array.from({ length: 0x3_00_00 / 64 }, (_, block) =>
        Array.from({ length: 64 }, (__, at) => block * 64 + at)
          .filter((code) => code >= 0x80 && (code < 0xd8_00 || code > 0xdf_ff))
          .map((code) => `A${String.fromCodePoint(code)}`)
          .join('|'),
      ).filter((name) => name !== ''),
    ];
    const list = names.map((name) => `unhex('${Buffer.from(name).toString('hex')}')`).join();
    const query = `SELECT hex(annotator) AS name, hex(${PERSON_SQL}) AS person FROM (SELECT arrayJoin([${list}]) AS annotator)`;
    const found = await queryRows<{ name: string; person: string }>(world.clickhouse, { query });
    const text = (hex: string): string => Buffer.from(hex, 'hex').toString();
    const differing = found.filter(({ name, person }) => text(person) !== normalizePerson(text(name)));
    expect(differing.map(({ name, person }) => [text(name), text(person), normalizePerson(text(name))])).toEqual([]);
    expect(found).toHaveLength(names.length);
  });

  it('can be read with the exclusions of many workspaces', async () => {
    const horizons = new Map(Array.from({ length: 5_000 }, (_, at) => [`t_it's\\${at}`, new Date()]));
    const [from, to] = [new Date('2024-01-03T04:00:00.000Z'), new Date('2024-01-03T05:00:00.000Z')];
    const exclusions = Array.from({ length: 200 }, (_, at) => ({ environmentIds: [`env_${at}`], from, to }));
    const readerOfAll = createJudgeReader(world.clickhouse, () => Promise.resolve({ horizons, exclusions }));
    expect((await readerOfAll.evidence(SUBJECT, ['outcomes'])).labelCount).toBe(10);
    const { workspace_id, environment_id } = world.scope;
    const own = { environmentIds: ['env_0', environment_id], from, to };
    for (const leftOut of [
      { horizons, exclusions: [...exclusions, own] },
      { horizons: new Map([...horizons, [workspace_id, to]]), exclusions },
    ]) {
      const readerOfNone = createJudgeReader(world.clickhouse, () => Promise.resolve(leftOut));
      expect((await readerOfNone.evidence(SUBJECT, ['outcomes'])).labelCount).toBe(0);
    }
  });
});

describe('the judge facts of ClickHouse, in a new database for each test', () => {
  beforeEach(openWorld);
  afterEach(() => world.drop());

  it('are empty without outcomes', async () => {
    expect(await reader.subjects()).toEqual([]);
    expect(await reader.evidence(SUBJECT, ['outcomes'])).toMatchObject({ annotators: 0, labels: [], swaps: [] });
  });

  it('have one revision for equal labels with any verdicts, and another for other labels', async () => {
    await load(...firstOutcomes());
    const before = (await reader.evidence(SUBJECT, ['outcomes'])).goldRevision;
    const [verdict, newLabel] = laterOutcomes();
    await load(verdict);
    const rejudged = await reader.evidence(SUBJECT, ['outcomes']);
    expect([rejudged.goldRevision, rejudged.confusion.onlyPeoplePass]).toEqual([before, 1]);
    await load(newLabel);
    expect((await reader.evidence(SUBJECT, ['outcomes'])).goldRevision).not.toBe(before);
  });

  it('list disagreements of the judge and most people, and count verdicts on unlabelled requests', async () => {
    await load(...firstOutcomes(), ...laterOutcomes());
    const differences = createDifferenceReader(world.clickhouse, createExclusionFinder(world.pool));
    const { total, rows } = await differences.disagreements(SUBJECT, ['outcomes'], 10);
    const admittedAt = new Date('2024-01-03T04:05:06.000Z');
    const of = { workspaceId: world.scope.workspace_id, admittedAt };
    // People disagree on `r3`.
    expect(rows).toEqual([
      { ...of, requestId: 'r1', outcomeId: 'judged-fail', verdict: 'fail', passes: 2, fails: 0 },
      { ...of, requestId: 'r2', outcomeId: 'judged-pass', verdict: 'pass', passes: 0, fails: 2 },
    ]);
    expect(total).toBe(2);
    const [first] = (await differences.disagreements(SUBJECT, ['outcomes'], 1)).rows;
    expect(first?.requestId).toBe('r1');
    const NONE = { abstained: 0, unheard: 0, split: 0 };
    expect(await differences.unlabelled(SUBJECT, ['outcomes'])).toEqual({ passed: 2, failed: 0, ...NONE });
    expect(await differences.unlabelled(SUBJECT, ['outcomes', 'feedback'])).toEqual({
      passed: 1,
      failed: 0,
      ...NONE,
    });
    const labelled = [...(await createLabelCounter(world.clickhouse)())].toSorted();
    expect(labelled).toEqual([
      ['ada', 8],
      ['grace', 3],
    ]);
    expect(await differences.disagreements({ ...SUBJECT, model: 'x' }, ['outcomes'], 10)).toEqual({
      total: 0,
      rows: [],
    });
  });

  it('treat spellings of one name as one person, and use the person’s newest label', async () => {
    const spelled = { ...SUBJECT, metric: 'helpfulness' };
    const of = { metric: 'helpfulness', evaluator_id: 'human.label' };
    const members = { ...judge, metric: 'helpfulness', evaluator_id: 'judge.helpfulness', judge_id: 'judge.safety' };
    await load(
      label('n1', 'Grace  Hopper', 'pass', of),
      label('n1', 'grace hopper', 'fail', { ...of, occurred_at: LATER }),
      label('n1', 'ada', 'fail', of),
      label('n2', 'GRACE\u00a0HOPPER', 'pass', of),
      label('n2', 'gra\u200bce hopper', 'pass', { ...of, occurred_at: LATER }),
      outcome('n1', 'v', { ...members, verdict: 'fail' }),
      outcome('n2', 'v', { ...members, verdict: 'pass' }),
    );
    const evidence = await reader.evidence(spelled, ['outcomes']);
    expect([evidence.annotators, alike(evidence.labels)]).toEqual([
      2,
      [
        { ratings: [0, 2], items: 1 },
        { ratings: [1, 0], items: 1 },
      ],
    ]);
    expect(evidence.confusion).toEqual({ bothPass: 1, onlyJudgePasses: 0, onlyPeoplePass: 0, bothFail: 1 });
    const counted = await createLabelCounter(world.clickhouse)();
    expect([counted.get('grace hopper'), counted.get('Grace  Hopper')]).toEqual([2, undefined]);
  });

  it('count nothing that reads exclude, and nothing before the retention horizon', async () => {
    await load(...firstOutcomes(), ...swapTrials(), ...laterOutcomes());
    const differences = createDifferenceReader(world.clickhouse, createExclusionFinder(world.pool));
    const measured = async () => {
      const { confusion, annotators, swaps, labelCount } = await reader.evidence(SUBJECT, ['outcomes']);
      const counts = (await reader.labelCounts(['outcomes'])).get('safety');
      const { total } = await differences.disagreements(SUBJECT, ['outcomes'], 10);
      const { passed, failed } = await differences.unlabelled(SUBJECT, ['outcomes']);
      const { bothPass, onlyJudgePasses, onlyPeoplePass, bothFail } = confusion;
      const rows = bothPass + onlyJudgePasses + onlyPeoplePass + bothFail;
      expect(labelCount).toBe(counts ?? 0);
      return { rows, annotators, swaps: swaps.length, labels: labelCount, differ: total, unlabelled: passed + failed };
    };
    const all = { rows: 2, annotators: 2, swaps: 2, labels: 11, differ: 2, unlabelled: 2 };
    const none = { rows: 0, annotators: 0, swaps: 0, labels: 0, differ: 0, unlabelled: 0 };
    expect(await measured()).toEqual(all);
    const revision = await reader.goldRevision(SUBJECT, ['outcomes']);

    // The requests have the time 04:05:06.
    const exclusions = createExclusionStore(world.pool, world.ports.clock);
    const { workspace_id, application_id, gateway_id, environment_id } = world.scope;
    const [from, to] = [new Date('2024-01-03T04:00:00.000Z'), new Date('2024-01-03T05:00:00.000Z')];
    for (const nodeId of [workspace_id, application_id, gateway_id, environment_id]) {
      const { exclusionId } = await exclusions.add({ nodeId, from, to, reason: 'a test' });
      expect(await measured()).toEqual(none);
      expect(await reader.goldRevision(SUBJECT, ['outcomes'])).not.toBe(revision);
      await exclusions.remove(exclusionId);
      expect(await measured()).toEqual(all);
    }
    for (const hour of ['03', '05']) {
      const at = `2024-01-03T${hour}:00:00.000Z`;
      const end = new Date(Date.parse(at) + 3_600_000);
      await exclusions.add({ nodeId: workspace_id, from: new Date(at), to: end, reason: 'another hour' });
    }
    expect(await measured()).toEqual(all);
    expect(await reader.goldRevision(SUBJECT, ['outcomes'])).toBe(revision);

    const retention = createRetentionStore(world.pool);
    await retention.move(workspace_id, new Date('2024-01-03T00:00:00.000Z'));
    expect(await measured()).toEqual(all);
    await retention.move(workspace_id, new Date('2024-01-04T00:00:00.000Z'));
    expect(await measured()).toEqual(none);
  });
});
