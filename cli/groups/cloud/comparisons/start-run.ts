import type { ComparisonRunV1 } from '../../../../clients/typescript/wire.ts';
import { hasEnded } from '../../../../domain/comparisons/comparison-run.ts';
import type { Exit } from '../../../output/exit-codes.ts';
import type { Result } from '../../../output/result.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneAnswer, type LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import { follow } from '../../../service/follow.ts';
import { REPLAYED } from '../lane/record-action.ts';
import { waitOf } from '../lane/wait-flags.ts';
import type { LaneInput } from '../lane/lane-action.ts';
import { comparisonRunText } from './run-text.ts';

const PRESET_MS = 1_800_000;

interface StartValues extends LaneFlags, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly run: string | undefined;
  readonly 'spend-ceiling': string | undefined;
  readonly 'judge-ceiling': string | undefined;
  readonly 'idempotency-key': string | undefined;
  readonly wait: boolean;
  readonly 'wait-timeout': number | undefined;
}

export async function run(
  context: Context,
  { args: [comparisonId = ''], flags }: LaneInput<StartValues>,
): Promise<Result> {
  const timeoutMs = waitOf(flags, PRESET_MS);
  const body = await bodyOf(context, flags, (need) => ({
    run_id: need('run', flags.run),
    spend_ceiling_nano_usd: need('spend-ceiling', flags['spend-ceiling']),
    ...(flags['judge-ceiling'] !== undefined && { judge_ceiling_nano_usd: flags['judge-ceiling'] }),
  }));
  const started = await callOperation<ComparisonRunV1>(context, 'customer.comparisons.runs.start', {
    flags,
    ids: { cmp: comparisonId },
    body,
    idempotencyKey: flags['idempotency-key'],
  });
  const runId = started.data.run_id;
  const ended =
    timeoutMs === undefined
      ? started
      : await follow(context, {
          timeoutMs,
          ask: () =>
            callOperation<ComparisonRunV1>(context, 'customer.comparisons.runs.get', {
              flags,
              ids: { cmp: comparisonId, crun: runId },
            }),
          hasEnded: ({ data }) => hasEnded(data.state),
          describe: progressText,
        });
  const { bytes, data } = ended;
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => comparisonRunText(data, screen),
    notes: [...(started.isReplayed ? [REPLAYED] : []), nextText(comparisonId, data)],
    exit: timeoutMs === undefined ? 'done' : exitOf(data.state),
  };
}

function progressText({ data: { state, cells, verdicts } }: LaneAnswer<ComparisonRunV1>): string {
  return `the run is ${state}: ${cells.answered} of ${cells.intended} answers, ${verdicts.there} of ${verdicts.intended} verdicts`;
}

function nextText(comparisonId: string, { run_id: runId, state }: ComparisonRunV1): string {
  return hasEnded(state)
    ? `See the results: tt cloud comparison results ${comparisonId} ${runId}`
    : `The run is ${state}. See it later: tt cloud comparison run ${comparisonId} ${runId}`;
}

function exitOf(state: ComparisonRunV1['state']): Exit {
  if (!hasEnded(state)) return 'unavailable';
  return state === 'abandoned' ? 'refused' : 'done';
}
