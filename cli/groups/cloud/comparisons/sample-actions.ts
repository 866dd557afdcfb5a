import type { ComparisonSampleV1 } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import { localTime } from '../lane/local-time.ts';
import { recordAction } from '../lane/record-action.ts';
import { partsText, recordText } from '../lane/record-text.ts';
import type { PinnedCase } from './pinned-case.ts';

interface PublishValues extends LaneFlags, BodyValues {
  readonly 'management-key-stdin': boolean;
  readonly case: readonly PinnedCase[];
}

export const publishSample = recordAction<ComparisonSampleV1, PublishValues>({
  operation: 'customer.comparisons.samples.publish',
  ids: ['cmp'],
  body: (context, { flags }) =>
    bodyOf(context, flags, () => {
      if (flags.case.length === 0) throw usageFault('The command needs --case, or --body with a complete document.');
      return { cases: flags.case };
    }),
  text: sampleText,
});

export const getSample = recordAction<ComparisonSampleV1, LaneFlags>({
  operation: 'customer.comparisons.samples.get',
  ids: ['cmp', 'ver'],
  text: sampleText,
});

function sampleText(sample: ComparisonSampleV1, screen: Screen): string {
  return partsText([
    recordText(
      [
        ['sample', sample.sample_id],
        ['comparison', sample.comparison_id],
        ['cases', String(sample.cases.length)],
        ['digest', sample.digest],
        ['published', `${localTime(sample.published_at)} by ${sample.published_by}`],
      ],
      screen,
    ),
    tableText(
      [{ title: 'CRITICAL' }, { title: 'CASE' }, { title: 'VERSION', isNumber: true }],
      sample.cases.map(({ case_id: id, version, critical }) => [critical ? 'critical' : '-', id, version]),
      screen,
    ),
  ]);
}
