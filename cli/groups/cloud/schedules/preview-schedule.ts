import type { ReportSchedulePreview } from '../../../../clients/typescript/wire.ts';
import type { Result } from '../../../output/result.ts';
import { tableText } from '../../../output/table.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import type { LaneInput } from '../lane/lane-action.ts';
import { cadenceFrom, type CadenceValues } from './cadence-flags.ts';

interface PreviewValues extends LaneFlags, CadenceValues, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

export async function run(context: Context, { flags }: LaneInput<PreviewValues>): Promise<Result> {
  const body = await bodyOf(context, flags, (need) => ({
    cadence: cadenceFrom(flags, need),
    from: need('from', flags.from).toISOString(),
    to: need('to', flags.to).toISOString(),
  }));
  const { bytes, data, nextCursor } = await callOperation<ReportSchedulePreview>(
    context,
    'customer.report_schedules.preview',
    { flags, body },
  );
  return {
    kind: 'document',
    document: bytes,
    text: (screen) =>
      data.length === 0
        ? ''
        : tableText(
            [{ title: 'LOCAL' }, { title: 'UTC' }, { title: 'NOTE' }],
            data.map(({ local, scheduled_utc: utc, note }) => [local, utc, note]),
            screen,
          ),
    notes: [
      ...(data.length === 0 ? ['The cadence does not run in this window.'] : []),
      ...(nextCursor === undefined ? [] : [`More instants follow: --from ${nextCursor}.`]),
    ],
  };
}
