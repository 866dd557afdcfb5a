import type { QualityCoverageResponse } from '../../../clients/typescript/management/wire.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText } from '../../output/table.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { shareText } from '../../plane/share-text.ts';
import { sinceText } from '../../plane/window.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { COVERAGE_FLAGS } from './quality-flags.ts';

export async function run(context: Context, { flags }: Input<typeof COVERAGE_FLAGS>): Promise<Result> {
  refuseHeldFlags(flags);
  const plane = await openPlane(context, flags);
  const { bytes, data } = await plane.call('management.quality.coverage', {
    query: {
      ...workspaceOf(plane, flags),
      metric: flags.metric,
      top: String(flags.top),
      since: sinceText(flags.since, context.now()),
      until: flags.until?.toISOString(),
    },
  });
  const isBound = data.licensing_predicate !== 'b9_full';
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => coverageText(data, screen),
    notes: isBound
      ? [`Licensing was tested by ${data.licensing_predicate} only, so every number is an upper bound.`]
      : [],
  };
}

function coverageText(data: QualityCoverageResponse, screen: Screen): string {
  const rows = [{ metric: 'all', ...data.overall }, ...data.metrics].map((row) => [
    row.metric,
    String(row.applicable),
    String(row.judged),
    String(row.judge_refusals),
    String(row.licensed),
    shareText(row.ratio),
  ]);
  const counts = tableText(
    [
      { title: 'METRIC' },
      { title: 'ANSWERED', isNumber: true },
      { title: 'JUDGED', isNumber: true },
      { title: 'REFUSALS', isNumber: true },
      { title: 'LICENSED', isNumber: true },
      { title: 'COVERAGE', isNumber: true },
    ],
    rows,
    screen,
  );
  if (data.biggest_uncovered.length === 0) return counts;
  const gaps = tableText(
    [
      { title: 'UNCOVERED', isNumber: true },
      { title: 'METRIC' },
      { title: 'SEGMENT', canShrink: true },
      { title: 'REASON' },
      { title: 'NEED', isNumber: true },
      { title: 'HAVE', isNumber: true },
    ],
    data.biggest_uncovered.map((gap) => [
      String(gap.uncovered),
      gap.metric,
      gap.segment,
      gap.code,
      gap.need === null ? '-' : String(gap.need),
      gap.have === null ? '-' : String(gap.have),
    ]),
    screen,
  );
  return `${counts}\n\n${gaps}`;
}
