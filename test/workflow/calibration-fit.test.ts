import { expect, it } from 'vitest';
import type { CalibrationFitActivities } from '../../activities/quality/calibration/calibration-fit-activities.ts';
import type { FitStatus } from '../../activities/quality/calibration/fit-status.ts';
import { CALIBRATION_FIT_WORKFLOW, calibrationFitWorkflowId, HOUSEKEEPING_TASK_QUEUE } from '../../workflows/public.ts';
import type { calibrationFit } from '../../workflows/quality/calibration-fit.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { openSkippingServer, readSummaries, type SkippingServer } from './skipping-server.ts';

const TIMEOUTS = { heartbeatMs: 30_000 };
const refused = (fitId: string): FitStatus => ({
  workspaceId: 't_1',
  calibrationId: fitId,
  state: 'refused',
  refusal: { code: 'no_labels', text: 'Nothing is labelled.', need: 1, have: 0 },
});
const candidate = (fitId: string): FitStatus => ({
  workspaceId: 't_1',
  calibrationId: fitId,
  state: 'candidate',
  digest: 'd1',
  rows: 400,
  isCapped: false,
  units: 3,
  passed: 1,
  failed: 1,
  unmeasurable: 1,
  stopped: [
    {
      metric: 'safety',
      segment: 'chat',
      judgeSubject: '0123456789ab',
      state: 'failed',
      code: 'error_above_tolerance',
      need: 5,
      have: 6,
      text: 'Six are wrong.',
    },
    {
      metric: 'safety',
      segment: 'mail',
      judgeSubject: '0123456789cd',
      state: 'unmeasurable',
      code: 'too_few_rows',
      need: 50,
      have: 12,
      text: 'Label more.',
    },
  ],
});
const start = ({ client }: SkippingServer, workflowId: string, fitId?: string) =>
  client.workflow.start<typeof calibrationFit>(CALIBRATION_FIT_WORKFLOW, {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowId,
    args: [{ timeouts: TIMEOUTS, ...(fitId !== undefined && { fitId }) }],
  });
const detailsOf = async ({ client }: SkippingServer, workflowId: string): Promise<string[]> => {
  const handle = client.workflow.getHandle(workflowId);
  const { currentDetails } = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  return currentDetails.split('\n');
};

it('a fit names each unit that did not pass, with the reason, and is retried after a failure', async () => {
  let isLost = true;
  const server = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, {
    requestRefits: () => Promise.reject(new Error('Nobody asks for refits.')),
    fitCalibration({ fitId }) {
      if (!isLost) return Promise.resolve(candidate(fitId));
      isLost = false;
      return Promise.reject(new Error('ClickHouse is away.'));
    },
  } satisfies CalibrationFitActivities);
  const handle = await start(server, calibrationFitWorkflowId('qcal_1'), 'qcal_1');
  await expect.poll(() => isLost, { timeout: 20_000 }).toBe(false);
  await server.pass(5);
  expect(await handle.result()).toEqual({ state: 'candidate' });
  expect(await readSummaries(handle)).toEqual(['fit qcal_1']);
  expect(await detailsOf(server, 'qcal_1')).toEqual([
    '- **Calibration:** `qcal_1` of `t_1`',
    '- **State:** candidate, which serves nothing until somebody activates it',
    '- **Rows:** 400',
    '- **Units:** 3: 1 passed, 1 failed, 1 unmeasurable',
    '- **Digest:** `d1`',
    '- **failed:** safety, chat, 0123456789ab: error_above_tolerance (need 5, have 6). Six are wrong.',
    '- **unmeasurable:** safety, mail, 0123456789cd: too_few_rows (need 50, have 12). Label more.',
  ]);
});

it('a refused fit ends with its reason, by which operators find it', async () => {
  const server = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, {
    requestRefits: () => Promise.resolve([]),
    fitCalibration: ({ fitId }) => Promise.resolve(refused(fitId)),
  } satisfies CalibrationFitActivities);
  const handle = await start(server, 'qcal_1', 'qcal_1');
  expect(await handle.result()).toEqual({ state: 'refused' });
  const { typedSearchAttributes: found } = await handle.describe();
  expect([found.get(SEARCH_ATTRIBUTES.runState), found.get(SEARCH_ATTRIBUTES.failureCode)]).toEqual([
    'refused',
    'no_labels',
  ]);
  expect((await detailsOf(server, 'qcal_1')).at(-1)).toBe('- **Reason:** no_labels: Nothing is labelled.');
});

it('a refit only requests its fits, because the relay starts the workflow of each', async () => {
  const server = await openSkippingServer(HOUSEKEEPING_TASK_QUEUE, {
    requestRefits: () => Promise.resolve(['qcal_1', 'qcal_2', 'qcal_3']),
    fitCalibration: () => Promise.reject(new Error('A refit fits nothing itself.')),
  } satisfies CalibrationFitActivities);
  const handle = await start(server, 'calibration-refit-1');
  expect(await handle.result()).toEqual({ requested: 3 });
  expect(await readSummaries(handle)).toEqual(['request refits']);
  expect(await detailsOf(server, 'calibration-refit-1')).toEqual(['- **Requested fits:** 3']);
  const { events } = await handle.fetchHistory();
  expect((events ?? []).flatMap((event) => event.startChildWorkflowExecutionInitiatedEventAttributes ?? [])).toEqual(
    [],
  );
});
