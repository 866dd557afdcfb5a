import type { ReportRunOpenV1, ReportRunV1 } from '../../../../clients/typescript/wire.ts';
import { hasStoredAnswer, isSettled } from '../../../../domain/reports/report-run.ts';
import type { Exit } from '../../../output/exit-codes.ts';
import type { Result } from '../../../output/result.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneFlags } from '../../../service/call-operation.ts';
import { follow } from '../../../service/follow.ts';
import { REPLAYED } from '../lane/record-action.ts';
import { waitOf } from '../lane/wait-flags.ts';
import type { LaneInput } from '../lane/lane-action.ts';
import { openedRunNotes, openedRunText, runText } from './run-text.ts';

const PRESET_MS = 300_000;

interface RunValues extends LaneFlags {
  readonly 'idempotency-key': string | undefined;
  readonly wait: boolean;
  readonly 'wait-timeout': number | undefined;
}

export async function run(context: Context, { args: [reportId = ''], flags }: LaneInput<RunValues>): Promise<Result> {
  const timeoutMs = waitOf(flags, PRESET_MS);
  const created = await callOperation<ReportRunV1>(context, 'customer.reports.runs.create', {
    flags,
    ids: { rp: reportId },
    body: {},
    idempotencyKey: flags['idempotency-key'],
  });
  const notes = created.isReplayed ? [REPLAYED] : [];
  const { run_id: runId } = created.data;
  const showing = `tt cloud report show ${reportId} ${runId}`;
  if (timeoutMs === undefined) {
    const { bytes, data } = created;
    const more = [...notes, `See the run: ${showing}`];
    return { kind: 'document', document: bytes, text: (screen) => runText(data, screen), notes: more };
  }
  context.note(`The run is ${runId}.`);
  const { bytes, data } = await follow(context, {
    timeoutMs,
    ask: () =>
      callOperation<ReportRunOpenV1>(context, 'customer.reports.runs.get', {
        flags,
        ids: { rp: reportId, run: runId },
      }),
    hasEnded: ({ data: { state } }) => isSettled(state),
    describe: ({ data: { state, waits_for: cause } }) =>
      `the run is ${state}${cause === undefined ? '' : ` and waits for ${cause}`}`,
  });
  const exit = exitOf(data.state);
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => openedRunText(data, screen),
    notes: [
      ...notes,
      ...openedRunNotes(data),
      ...(exit === 'unavailable' ? [`The time is over, and the run is ${data.state}. See it later: ${showing}`] : []),
    ],
    exit,
  };
}

function exitOf(state: ReportRunV1['state']): Exit {
  if (!isSettled(state)) return 'unavailable';
  return hasStoredAnswer(state) ? 'done' : 'refused';
}
