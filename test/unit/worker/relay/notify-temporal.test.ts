import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { OutboxKind } from '../../../../store/outbox/enqueue.ts';
import type { ComparisonStart } from '../../../../store/comparisons/comparison-start-store.ts';
import type { CalibrationStart } from '../../../../store/quality/calibrations/calibration-start-store.ts';
import type { ExperimentStart } from '../../../../store/quality/experiments/experiment-start-store.ts';
import type { OccurrenceStart } from '../../../../store/schedules/occurrence-start-store.ts';
import type { RunStart } from '../../../../store/reports/run-start-store.ts';
import { notifyTemporal } from '../../../../worker/relay/notify-temporal.ts';
import { relayParts, unconnectedClient } from './relay-world.ts';

const run: RunStart = {
  runId: 'rrun_1',
  state: 'queued',
  attempt: 0,
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  reportId: 'rpt_1',
  reportName: 'Spend [of](x) all',
  savedViewId: 'view_1',
  viewRevision: '3',
  windowFrom: new Date('2026-03-01T08:00:00.000Z'),
  windowTo: new Date('2026-03-02T08:00:00.000Z'),
};

const occurrence: OccurrenceStart = {
  occurrenceId: 'rocc_1',
  state: 'missed',
  attempt: 0,
  scheduleId: 'rsch_1',
  reportId: 'rpt_1',
  reportName: 'Spend',
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  scheduledFor: new Date('2026-03-02T08:00:00.000Z'),
  skippedCount: 2,
};

const comparison: ComparisonStart = {
  runId: 'crun_1',
  state: 'queued',
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  environmentId: 'env_1',
  comparisonId: 'cmp_1',
  comparisonName: 'Cheaper *and* good?',
  kind: 'labeled',
  sampleId: 'smp_1',
  cases: 20,
};

const experiment: ExperimentStart = {
  runId: 'qrun_1',
  state: 'running',
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  experimentId: 'qexp_1',
  experimentName: 'Opus _or_ Haiku',
  instrument: 'replay',
  datasetId: 'qds_1',
  datasetVersion: 3,
  arms: 2,
};

const fit: CalibrationStart = {
  fitId: 'qcal_1',
  organizationId: 'org_1',
  workspaceId: 'ws_1',
  since: null,
  until: new Date('2026-03-01T08:00:00.000Z'),
  endedAt: null,
};

const workspace = {
  organizationId: 'org_1',
  organizationName: 'North_South',
  workspaceId: 'ws_1',
  workspaceName: '`Prod` | EU',
  isNeeded: true,
};

const item = (kind: OutboxKind, workflowId: string) => ({ outboxId: 1n, kind, workflowId, tries: 0 });

interface Call {
  readonly name: string;
  readonly options: {
    readonly workflowId: string;
    readonly staticDetails: string;
    readonly typedSearchAttributes: readonly SearchAttributePair[];
  };
}

/** A client that records the workflows that it starts or signals. */
function recordingClient(): { client: Client; calls: Call[] } {
  const calls: Call[] = [];
  const client = unconnectedClient();
  const keep = (name: string, options: Call['options']): Promise<never> => {
    calls.push({ name, options });
    return Promise.resolve(undefined as never);
  };
  client.workflow.start = keep as never;
  client.workflow.signalWithStart = keep as never;
  return { client, calls };
}

describe('an item of the outbox', () => {
  it.each<[OutboxKind, string]>([
    ['start_report_run', 'rrun_gone'],
    ['nudge_dispatcher', 'ws_gone'],
    ['show_missed_occurrence', 'rocc_gone'],
    ['start_comparison_run', 'crun_gone'],
    ['start_experiment_run', 'qrun_gone'],
    ['start_calibration_fit', 'qcal_gone'],
  ])('%s needs nothing after its subject was removed', async (kind, workflowId) => {
    const { client, calls } = recordingClient();
    await notifyTemporal(relayParts({ client }), item(kind, workflowId));
    expect(calls).toEqual([]);
  });

  it('does not start an ended run, and does not show an occurrence that was not missed', async () => {
    const { client, calls } = recordingClient();
    const parts = relayParts({
      client,
      runStarts: { find: () => Promise.resolve({ ...run, state: 'cancelled' }) },
      occurrenceStarts: { find: () => Promise.resolve({ ...occurrence, state: 'delivered' }) },
      comparisonStarts: { find: () => Promise.resolve({ ...comparison, state: 'abandoned' }) },
      experimentStarts: { find: () => Promise.resolve({ ...experiment, state: 'refused' }) },
      calibrationStarts: { find: () => Promise.resolve({ ...fit, endedAt: new Date(0) }) },
    });
    await notifyTemporal(parts, item('start_report_run', run.runId));
    await notifyTemporal(parts, item('show_missed_occurrence', occurrence.occurrenceId));
    await notifyTemporal(parts, item('start_comparison_run', comparison.runId));
    await notifyTemporal(parts, item('start_experiment_run', experiment.runId));
    await notifyTemporal(parts, item('start_calibration_fit', fit.fitId));
    expect(calls).toEqual([]);
  });

  it('starts a fit under its id', async () => {
    const { client, calls } = recordingClient();
    const parts = relayParts({ client, calibrationStarts: { find: () => Promise.resolve(fit) } });
    await notifyTemporal(parts, item('start_calibration_fit', fit.fitId));
    expect(calls.map(({ name, options }) => [name, options.workflowId, options.staticDetails.split('\n')])).toEqual([
      [
        'calibrationFit',
        'qcal_1',
        [
          '- **Calibration:** `qcal_1`; its result serves nothing before its activation',
          '- **Labels:** from the first to 2026-03-01T08:00:00.000Z',
          '- **Workspace:** `ws_1` of `org_1`',
        ],
      ],
    ]);
  });

  it('shows names of workspaces, reports, comparisons and experiments as text', async () => {
    const { client, calls } = recordingClient();
    const parts = relayParts({
      client,
      runStarts: { find: () => Promise.resolve(run) },
      dispatcherStarts: { find: () => Promise.resolve(workspace) },
      comparisonStarts: { find: () => Promise.resolve(comparison) },
      experimentStarts: { find: () => Promise.resolve(experiment) },
    });
    await notifyTemporal(parts, item('start_report_run', run.runId));
    await notifyTemporal(parts, item('nudge_dispatcher', workspace.workspaceId));
    await notifyTemporal(parts, item('start_comparison_run', comparison.runId));
    await notifyTemporal(parts, item('start_experiment_run', experiment.runId));
    expect(
      calls.map(({ name, options }) => [name, options.workflowId, options.staticDetails.split('\n').slice(0, 2)]),
    ).toEqual([
      [
        'reportRun',
        'rrun_1',
        ['- **Report:** Spend \\[of\\](x) all (`rpt_1`)', '- **Question:** saved view `view_1`, revision 3'],
      ],
      [
        'dispatchWorkspace',
        'ws_1',
        ['- **Workspace:** \\`Prod\\` \\| EU (`ws_1`)', '- **Organization:** North\\_South (`org_1`)'],
      ],
      [
        'comparisonRun',
        'crun_1',
        [
          '- **Comparison:** Cheaper \\*and\\* good? (`cmp_1`, labeled)',
          '- **Sample:** `smp_1`, 20 cases, each once on the baseline and once on the candidate',
        ],
      ],
      [
        'experimentRun',
        'qrun_1',
        ['- **Experiment:** Opus \\_or\\_ Haiku (`qexp_1`, replay)', '- **Dataset:** `qds_1`, version 3, on 2 arms'],
      ],
    ]);
  });

  it.each([
    ['by their names', true, ['Spend [of](x) all', 'Cheaper *and* good?', 'Opus _or_ Haiku']],
    ['by no name if payloads are encrypted', false, []],
  ])('makes reports, comparisons and experiments searchable %s', async (_, namesArePlain, names) => {
    const { client, calls } = recordingClient();
    const parts = relayParts({
      client,
      namesArePlain,
      runStarts: { find: () => Promise.resolve(run) },
      comparisonStarts: { find: () => Promise.resolve(comparison) },
      experimentStarts: { find: () => Promise.resolve(experiment) },
    });
    await notifyTemporal(parts, item('start_report_run', run.runId));
    await notifyTemporal(parts, item('start_comparison_run', comparison.runId));
    await notifyTemporal(parts, item('start_experiment_run', experiment.runId));
    const found = calls.flatMap(({ options }) => options.typedSearchAttributes);
    expect(found.filter(({ key }) => key.name.endsWith('Name')).map(({ value }) => value)).toEqual(names);
  });

  it('shows an experiment without a name by its id', async () => {
    const { client, calls } = recordingClient();
    const experimentStarts = { find: () => Promise.resolve({ ...experiment, experimentName: '' }) };
    await notifyTemporal(relayParts({ client, experimentStarts }), item('start_experiment_run', experiment.runId));
    expect(calls.map(({ options }) => options.staticDetails.split('\n')[0])).toEqual([
      '- **Experiment:** `qexp_1`, replay',
    ]);
  });

  it('starts no dispatcher without work, and nudges a running one', async () => {
    const { client, calls } = recordingClient();
    const signals: string[] = [];
    let error: Error | undefined;
    client.workflow.getHandle = (id: string) =>
      ({
        signal: (name: string) => {
          signals.push(`${id} ${name}`);
          return error === undefined ? Promise.resolve() : Promise.reject(error);
        },
      }) as never;
    const dispatcherStarts = { find: () => Promise.resolve({ ...workspace, isNeeded: false }) };
    const nudge = () => notifyTemporal(relayParts({ client, dispatcherStarts }), item('nudge_dispatcher', 'ws_1'));
    await nudge();
    error = new WorkflowNotFoundError('It is not there.', 'ws_1', undefined);
    await nudge();
    expect(signals).toEqual(['ws_1 nudge', 'ws_1 nudge']);
    expect(calls).toEqual([]);
    error = new Error('refused');
    await expect(nudge()).rejects.toThrow('refused');
  });

  it('that shows a missed occurrence is complete if it is already shown, and fails with any other error', async () => {
    const parts = (error: Error) => {
      const client = unconnectedClient();
      client.workflow.start = () => Promise.reject(error);
      return relayParts({ client, occurrenceStarts: { find: () => Promise.resolve(occurrence) } });
    };
    const show = item('show_missed_occurrence', occurrence.occurrenceId);
    const started = new WorkflowExecutionAlreadyStartedError('It ran.', occurrence.occurrenceId, 'reportOccurrence');
    await expect(notifyTemporal(parts(started), show)).resolves.toBeUndefined();
    await expect(notifyTemporal(parts(new Error('no such queue')), show)).rejects.toThrow('no such queue');
  });

  it.each<[OutboxKind, string]>([
    ['cancel_report_run', 'rrun_1'],
    ['cancel_occurrence', 'rocc_1'],
    ['cancel_comparison_run', 'crun_1'],
  ])('%s is complete if the workflow does not exist, and fails with any other error', async (kind, workflowId) => {
    const asked: string[] = [];
    const parts = (error: Error) => {
      const client = unconnectedClient();
      client.workflow.getHandle = (id: string) => {
        asked.push(id);
        return { cancel: () => Promise.reject(error) } as never;
      };
      return relayParts({ client });
    };
    const gone = new WorkflowNotFoundError('It is not there.', workflowId, undefined);
    await expect(notifyTemporal(parts(gone), item(kind, workflowId))).resolves.toBeUndefined();
    await expect(notifyTemporal(parts(new Error('refused')), item(kind, workflowId))).rejects.toThrow('refused');
    expect(asked).toEqual([workflowId, workflowId]);
  });
});
