import { expect, it } from 'vitest';
import type { EvaluationOutcome } from '../../../../contracts/ingest/events/evaluation-outcome.ts';
import type { SentOutcome } from '../../../../contracts/judges/outcome-batch.ts';
import { type OutcomeLookups, receiveOutcomes } from '../../../../contracts/judges/receive-outcomes.ts';
import type { OutcomeRequest, OutcomeSource } from '../../../../contracts/judges/accept-outcome.ts';

const REQUEST: OutcomeRequest = {
  scope: {
    organization_id: 'org_1',
    workspace_id: 't_1',
    application_id: 'app_1',
    gateway_id: 'gw_1',
    environment_id: 'env_1',
  },
  purpose: 'application',
  logical_request_id: 'r1',
  route_id: 'chat',
  admitted_at: '2026-01-02T03:04:05.000Z',
};
const ELSEWHERE: OutcomeRequest = { ...REQUEST, scope: { ...REQUEST.scope, workspace_id: 't_2' } };
const TOKEN: OutcomeSource = { actor: 'tok_1' };
const USER: OutcomeSource = { actor: 'usr_1', userId: 'usr_1' };
const AT = '2026-01-03T00:00:00Z';

const LABEL: SentOutcome = {
  req_id: 'r1',
  outcome_id: 'o1',
  evaluator_id: 'human.label',
  metric: 'correctness',
  occurred_at: AT,
  verdict: 'pass',
  annotator: 'ada',
};
const JUDGED: SentOutcome = {
  req_id: 'r1',
  outcome_id: 'o1',
  evaluator_id: 'judge.safety',
  metric: 'safety',
  occurred_at: AT,
  verdict: 'fail',
  judge: { model: 'm', prompt_sha: 's', eval_ver: '1' },
};

const findConflicts: OutcomeLookups['findConflicts'] = () => Promise.resolve(new Set());
const findDesigns: OutcomeLookups['findDesigns'] = (labels) => Promise.resolve(labels.map(() => undefined));
const receive = (outcomes: readonly SentOutcome[], teller = TOKEN, found = [REQUEST]) =>
  receiveOutcomes(outcomes, teller, {
    findRequests: (ids) => Promise.resolve(found.filter(({ logical_request_id: id }) => ids.includes(id))),
    findDesigns,
    findConflicts,
  });
const eventsOf = async (...sent: Parameters<typeof receive>): Promise<unknown[]> =>
  (await receive(...sent)).lines.map((line) => JSON.parse(line) as unknown);
/** The reason and the sentence of the refused outcome. */
const refusalOf = async (...sent: Parameters<typeof receive>): Promise<unknown[]> => {
  const { lines, receipt } = await receive(...sent);
  expect([lines.length, receipt.accepted, receipt.refused]).toEqual([0, 0, 1]);
  return [receipt.refusals[0]?.reason, receipt.refusals[0]?.detail];
};
const lacking = (outcome: SentOutcome, member: keyof SentOutcome): SentOutcome =>
  Object.fromEntries(Object.entries(outcome).filter(([name]) => name !== member)) as SentOutcome;

const EVENT = { event: 'evaluation_outcome', schema: 1, ...REQUEST, outcome_id: 'o1', occurred_at: AT };

it('a label gets the dimensions of its request and the strongest permitted basis', async () => {
  expect(await eventsOf([{ ...LABEL, score: 0 }])).toEqual([
    {
      ...EVENT,
      evaluator_id: 'human.label',
      evaluator_kind: 'human',
      metric: 'correctness',
      basis: 'measured',
      actor: 'tok_1',
      verdict: 'pass',
      score: 0,
      annotator: 'ada',
    },
  ]);
});

it('a judge is identified by its evaluator’s id and states its method', async () => {
  const judge = { ...JUDGED.judge!, certainty: 0, is_split: false };
  const expected = {
    ...EVENT,
    evaluator_id: 'judge.safety',
    evaluator_kind: 'judge',
    metric: 'safety',
    basis: 'measured',
    actor: 'tok_1',
    judge_id: 'judge.safety',
    judge_model: 'm',
    judge_prompt_sha: 's',
    judge_eval_ver: '1',
  };
  const trial = { ...lacking(JUDGED, 'verdict'), swap: { shown_first: 'tie', shown_swapped: 'baseline' } } as const;
  expect(await eventsOf([{ ...JUDGED, judge }])).toEqual([
    { ...expected, verdict: 'fail', judge_certainty: 0, panel_split: false },
  ]);
  expect(await eventsOf([trial])).toEqual([{ ...expected, swap_shown_first: 'tie', swap_shown_swapped: 'baseline' }]);
});

it('a user labels in their own name, and reports judges as hearsay', async () => {
  expect(
    await eventsOf(
      [lacking(LABEL, 'annotator'), JUDGED].map((one, i) => ({ ...one, outcome_id: `${i}` })),
      USER,
    ),
  ).toMatchObject([
    { annotator: 'usr_1', actor: 'usr_1', basis: 'measured' },
    { actor: 'usr_1', basis: 'reported' },
  ]);
  expect(await eventsOf([{ ...LABEL, annotator: 'usr_1' }], USER)).toMatchObject([{ annotator: 'usr_1' }]);
  // Any spelling of the name is accepted.
  expect(await eventsOf([{ ...LABEL, annotator: 'USR_1\u200b' }], USER)).toMatchObject([{ annotator: 'USR_1\u200b' }]);
  expect(await refusalOf([LABEL], USER)).toEqual([
    'foreign_annotator',
    'A user can label only in their own name. Omit `annotator`.',
  ]);
  expect(await refusalOf([{ ...JUDGED, basis: 'measured' }], USER)).toEqual([
    'basis_too_high',
    'With this credential, outcomes of judge.safety can have at most the basis reported. Lower `basis`, or omit it.',
  ]);
});

it('a weaker basis than permitted is accepted unchanged', async () => {
  expect(await eventsOf([{ ...LABEL, basis: 'reported' }])).toMatchObject([{ basis: 'reported' }]);
});

it.each([
  [
    'an evaluator that is not registered',
    { ...LABEL, evaluator_id: 'judge.beauty' },
    'unknown_evaluator',
    '`evaluator_id` does not name an evaluator of the registry. Check its spelling.',
  ],
  [
    'a metric of another evaluator',
    { ...JUDGED, metric: 'correctness' },
    'unknown_metric',
    'The evaluator judge.safety does not evaluate this metric. Use one of safety.',
  ],
  [
    'a result that other software claims to have measured',
    { ...lacking(LABEL, 'annotator'), evaluator_id: 'external.reported', basis: 'measured' },
    'basis_too_high',
    'With this credential, outcomes of external.reported can have at most the basis reported. Lower `basis`, or omit it.',
  ],
  [
    'a label without a verdict',
    { ...LABEL, verdict: 'no_verdict' },
    'broken_rule',
    'The verdict no_verdict is for judges only.',
  ],
  [
    'no verdict with a score',
    { ...JUDGED, verdict: 'no_verdict', score: 0.5 },
    'broken_rule',
    'Who abstains or gives no verdict gives no score.',
  ],
  [
    'a label without a person',
    lacking(LABEL, 'annotator'),
    'broken_rule',
    'annotator belongs exactly to labels of people.',
  ],
  [
    'a judge without a model',
    lacking(JUDGED, 'judge'),
    'broken_rule',
    'Outcomes of judges need `judge`, and other outcomes must not have it. Add `judge`, or omit it.',
  ],
  [
    'a person with a model',
    { ...LABEL, judge: JUDGED.judge! },
    'broken_rule',
    'Outcomes of judges need `judge`, and other outcomes must not have it. Add `judge`, or omit it.',
  ],
  [
    'an outcome without a value',
    lacking(LABEL, 'verdict'),
    'broken_rule',
    'An outcome says a verdict, a score or both, or it is a swap trial.',
  ],
  [
    'an unknown request',
    { ...LABEL, req_id: 'r2' },
    'unknown_request',
    'There is no request with this id yet. A new request is loaded within seconds. Send the outcome again.',
  ],
  [
    'a request of another workspace',
    { ...LABEL, workspace_id: 't_2' },
    'unknown_request',
    'There is no request with this id yet. A new request is loaded within seconds. Send the outcome again.',
  ],
] as const)('refuses %s', async (_name, sent, reason, detail) => {
  expect(await refusalOf([sent as SentOutcome])).toEqual([reason, detail]);
});

it('requires the workspace if several have the request', async () => {
  const found = [REQUEST, ELSEWHERE];
  expect((await refusalOf([LABEL], TOKEN, found))[0]).toBe('ambiguous_request');
  expect(await eventsOf([{ ...LABEL, workspace_id: 't_2' }], TOKEN, found)).toMatchObject([{ scope: ELSEWHERE.scope }]);
});

it('stores the others, reports each by its position, and reads nothing for refused ones', async () => {
  const asked: (readonly string[])[] = [];
  const bad: SentOutcome = { ...LABEL, evaluator_id: 'nobody', req_id: 'r3' };
  const { lines, receipt } = await receiveOutcomes([bad, LABEL, bad], TOKEN, {
    findRequests(ids) {
      asked.push(ids);
      return Promise.resolve([REQUEST]);
    },
    findDesigns,
    findConflicts,
  });
  expect([lines.length, receipt.accepted, receipt.refused]).toEqual([1, 1, 2]);
  expect(receipt.refusals.map(({ index }) => index)).toEqual([0, 2]);
  expect(asked).toEqual([['r1']]);
  const nobodyAsks = (): Promise<never> => Promise.reject(new Error('Nobody asks.'));
  await receiveOutcomes([bad], TOKEN, {
    findRequests: nobodyAsks,
    findDesigns: nobodyAsks,
    findConflicts: nobodyAsks,
  });
});

it('a label states the design of its claim, which no sender can state', async () => {
  const asked: unknown[] = [];
  const { lines } = await receiveOutcomes(
    [
      LABEL,
      { ...JUDGED, outcome_id: 'o2' },
      { ...LABEL, outcome_id: 'o3', annotator: 'grace' },
      { ...LABEL, outcome_id: 'o4', annotator: 'linus' },
    ],
    TOKEN,
    {
      findRequests: () => Promise.resolve([REQUEST]),
      findDesigns(labels) {
        asked.push(...labels.map(({ workspaceId, requestId, annotator }) => [workspaceId, requestId, annotator]));
        return Promise.resolve([
          { strategy: 'random', probability: 0.25 },
          { strategy: 'hard_cases', probability: null },
          undefined,
        ]);
      },
      findConflicts,
    },
  );
  expect(asked).toEqual([
    ['t_1', 'r1', 'ada'],
    ['t_1', 'r1', 'grace'],
    ['t_1', 'r1', 'linus'],
  ]);
  const stated = lines.map((line) => JSON.parse(line) as EvaluationOutcome);
  expect(stated.map((event) => [event.outcome_id, event.label_strategy, event.label_probability])).toEqual([
    ['o1', 'random', 0.25],
    ['o2', undefined, undefined],
    ['o3', 'hard_cases', undefined],
    ['o4', undefined, undefined],
  ]);
});

it('accepts equal repetitions, and refuses contradictions under the same id', async () => {
  const { lines, receipt } = await receive([LABEL, LABEL, { ...LABEL, verdict: 'fail' }]);
  expect([lines.length, receipt.accepted]).toEqual([2, 2]);
  expect(receipt.refusals).toEqual([
    {
      index: 2,
      reason: 'conflicting',
      detail: 'Another outcome of this request has the same `outcome_id` but other content. Use a new id.',
    },
  ]);
});

it('refuses contradictions of earlier outcomes by position, and accepts repetitions', async () => {
  const bad: SentOutcome = { ...LABEL, evaluator_id: 'nobody' };
  const changed: SentOutcome = { ...LABEL, verdict: 'fail' };
  const asked: (readonly (string | undefined)[])[] = [];
  const { lines, receipt } = await receiveOutcomes([bad, changed, LABEL, changed], TOKEN, {
    findRequests: () => Promise.resolve([REQUEST]),
    findDesigns,
    findConflicts(outcomes) {
      asked.push(outcomes.map(({ verdict }) => verdict));
      return Promise.resolve(new Set([0, 2]));
    },
  });
  expect(asked).toEqual([['fail', 'pass', 'fail']]);
  expect(lines.map((line) => (JSON.parse(line) as { verdict: string }).verdict)).toEqual(['pass']);
  expect(receipt).toMatchObject({ accepted: 1, refused: 3 });
  expect(receipt.refusals.map(({ index, reason }) => [index, reason])).toEqual([
    [0, 'unknown_evaluator'],
    [1, 'conflicting'],
    [3, 'conflicting'],
  ]);
});
