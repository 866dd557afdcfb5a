import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DueJudge, JudgeActivities, ValidationStatus } from '../../activities/judges/judge-activities.ts';
import { HOUSEKEEPING_TASK_QUEUE, JUDGE_SWEEP_WORKFLOW, judgeValidationWorkflowId } from '../../workflows/public.ts';
import type { judgeSweep } from '../../workflows/judges/judge-sweep.ts';
import type { judgeValidation } from '../../workflows/judges/judge-validation.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { openSkippingServer, readSummaries } from './skipping-server.ts';

const judge = (number: number): DueJudge => ({
  subjectId: `00000000000${number}`,
  subject: {
    judge_id: 'judge.safety',
    model: `m${number}`,
    prompt_sha: 'p',
    eval_ver: '1',
    metric: 'safety',
    segment: '',
  },
  goldRevision: `gold${number}`,
});
const PROMOTED: ValidationStatus = { state: 'promoted', change: 'promoted', missed: [], kappa: 0.6, rows: 50 };
const REFUSED: ValidationStatus = {
  state: 'refused',
  change: 'demoted',
  missed: ['JudgeValidationMinN'],
  kappa: null,
  rows: 18,
  coverage: { answered: 20, abstained: 75, failed: 5, split: 60 },
};

it('validates every due judge, in a separate workflow that states the measured values', async () => {
  let lost = true;
  let end: () => void = () => undefined;
  const activities: JudgeActivities = {
    findDueJudges: () => Promise.resolve([judge(1), judge(2), judge(3), judge(4)]),
    validateJudge({ subjectId }) {
      if (subjectId.endsWith('3') && lost) {
        lost = false;
        return Promise.reject(new Error('ClickHouse is away.'));
      }
      if (subjectId.endsWith('4')) return new Promise((resolve) => (end = () => resolve(PROMOTED)));
      return Promise.resolve(subjectId.endsWith('2') ? REFUSED : PROMOTED);
    },
  };
  const { client, pass } = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, activities);
  const idOf = ({ subjectId, goldRevision }: DueJudge): string => judgeValidationWorkflowId(subjectId, goldRevision);
  // Another sweep is already validating the last judge.
  const elsewhere = await client.workflow.start<typeof judgeValidation>('judgeValidation', {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: idOf(judge(4)),
    args: [judge(4)],
  });
  const handle = await client.workflow.start<typeof judgeSweep>(JUDGE_SWEEP_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: `judge-sweep-${randomUUID()}`,
  });
  await expect.poll(() => lost, { timeout: 20_000 }).toBe(false);
  await pass(5);
  expect(await handle.result()).toEqual({ due: 4, promoted: 2, refused: 1, moved: 0, elsewhere: 1, failed: [] });
  expect((await readSummaries(handle))[0]).toBe('find judges that are due');

  const refused = client.workflow.getHandle(idOf(judge(2)));
  expect(await refused.result()).toEqual(REFUSED);
  const { typedSearchAttributes: found } = await refused.describe();
  expect([found.get(SEARCH_ATTRIBUTES.runState), found.get(SEARCH_ATTRIBUTES.failureCode)]).toEqual([
    'refused',
    'JudgeValidationMinN',
  ]);
  const { currentDetails } = await refused.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(currentDetails.split('\n')).toEqual([
    '- **State:** refused, by this validation demoted',
    '- **Judge:** judge.safety, m2, p, 1, ',
    '- **Gold set:** `gold2`, 18 rows with a verdict and a majority of people',
    '- **Kappa:** not measured',
    '- **Coverage:** 20 of 100 rows answered (0.2), 75 abstained, 5 failed, 60 split',
    '- **Missed:** JudgeValidationMinN',
  ]);
  const promoted = await client.workflow
    .getHandle(idOf(judge(1)))
    .query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(promoted.currentDetails).toContain('- **Coverage:** not recorded');
  end();
  expect(await elsewhere.result()).toEqual(PROMOTED);
});

it.each([
  [true, ['judge.safety'], ['judge.safety', 'chat']],
  [false, undefined, undefined],
])('makes judges searchable by their names if these are plain: %s', async (namesArePlain, ofSweep, ofValidation) => {
  const due = { ...judge(1), subject: { ...judge(1).subject, segment: 'chat' } };
  const activities: JudgeActivities = {
    findDueJudges: () => Promise.resolve([due, { subjectId: '0', fault: 'Its labels cost too much.' }]),
    validateJudge: () => Promise.resolve(PROMOTED),
  };
  const { client } = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, activities);
  const handle = await client.workflow.start<typeof judgeSweep>(JUDGE_SWEEP_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: `judge-sweep-${randomUUID()}`,
    args: [{ namesArePlain }],
  });
  await handle.result();
  const validation = client.workflow.getHandle(judgeValidationWorkflowId(due.subjectId, due.goldRevision));
  const names = await Promise.all(
    [handle, validation].map(async (each) =>
      (await each.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.judgeName),
    ),
  );
  expect(names).toEqual([ofSweep, ofValidation]);
});

it('names the judges that could not be validated, with reasons, and validates the others', async () => {
  const poison = new Error('The judge two cannot be read.');
  let tried = 0;
  const activities: JudgeActivities = {
    findDueJudges: () =>
      Promise.resolve([{ subjectId: judge(1).subjectId, fault: 'Its labels cost too much.' }, judge(2), judge(3)]),
    validateJudge({ subjectId }) {
      if (!subjectId.endsWith('2')) return Promise.resolve(PROMOTED);
      tried += 1;
      return Promise.reject(poison);
    },
  };
  const { client, pass } = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, activities);
  const handle = await client.workflow.start<typeof judgeSweep>(JUDGE_SWEEP_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: `judge-sweep-${randomUUID()}`,
  });
  await expect.poll(() => tried).toBe(1);
  await pass(60);
  const result = await handle.result();
  expect(tried).toBe(5);
  expect(result).toEqual({
    due: 3,
    promoted: 1,
    refused: 0,
    moved: 0,
    elsewhere: 0,
    failed: [
      { subject: judge(1).subjectId, text: 'Its labels cost too much.' },
      { subject: judge(2).subjectId, text: 'The judge two cannot be read.' },
    ],
  });
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(currentDetails.split('\n').at(-1)).toBe(`- **failed:** ${judge(2).subjectId}: The judge two cannot be read.`);
});

it('checks labels that arrived in the meantime immediately, at most three times', async () => {
  const named: string[] = [];
  const activities: JudgeActivities = {
    findDueJudges: () => Promise.resolve([judge(1), judge(2)]),
    validateJudge({ subjectId, goldRevision }) {
      named.push(`${subjectId.at(-1)} ${goldRevision}`);
      if (goldRevision === 'gold1+') return Promise.resolve({ ...PROMOTED, goldRevision });
      return Promise.resolve({ ...PROMOTED, state: 'moved', change: '', goldRevision: `${goldRevision}+` });
    },
  };
  const { client } = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, activities);
  const handle = await client.workflow.start<typeof judgeSweep>(JUDGE_SWEEP_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId: `judge-sweep-${randomUUID()}`,
  });
  expect(await handle.result()).toMatchObject({ due: 2, promoted: 1, moved: 1, failed: [] });
  expect(named).toEqual(['1 gold1', '1 gold1+', '2 gold2', '2 gold2+', '2 gold2++']);
});
