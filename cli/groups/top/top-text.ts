import { costText } from '../../log-figures/cost-sum.ts';
import { paint } from '../../output/paint.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import { activityLine, type CallActivity } from './call-activity.ts';
import type { TopFigures } from './top-figures.ts';

/** The part of the document that people read. */
interface ShownTop {
  readonly by: string;
  readonly groups: number;
  readonly rows: readonly (TopFigures & { readonly key: string | null })[];
  readonly totals: TopFigures;
  readonly activity: CallActivity;
}

/** The table of groups with a line for all calls; above it, on a terminal, the calls over time. */
export function topText({ by, groups, rows, totals, activity }: ShownTop, screen: Screen): string {
  if (rows.length === 0) return '';
  const hasLatency = totals.latency !== undefined;
  const about = screen.hasUnicode ? '≈' : '~';
  const columns: Column[] = [
    { title: by.toUpperCase().replace('-', ' '), canShrink: true },
    ...['CALLS', 'FAILED', 'REFUSED', 'COST', 'UNPRICED', 'INPUT', 'OUTPUT'].map((title) => number(title)),
    ...(hasLatency ? [number(`${about}P50 MS`), number(`${about}P95 MS`)] : []),
  ];
  const line = (key: string, figures: TopFigures): string[] => [
    key,
    String(figures.calls),
    String(figures.calls_by_status.failed ?? 0),
    String(figures.calls_by_status.refused ?? 0),
    costText(figures.cost),
    String(figures.cost.unpriced_excluded),
    tokenText(figures.tokens.input),
    tokenText(figures.tokens.output),
    ...(figures.latency === undefined ? [] : [msText(figures.latency.p50_ms), msText(figures.latency.p95_ms)]),
  ];
  const table = tableText(
    columns,
    [...rows.map(({ key, ...figures }) => line(key ?? 'not stated', figures)), line(`all ${groups}`, totals)],
    screen,
  );
  const bars = activityLine(activity, screen);
  return bars === '' ? table : `${paint(screen, 'cyan', bars)}\n\n${table}`;
}

function number(title: string): Column {
  return { title, isNumber: true };
}

function tokenText(count: number | null): string {
  return count === null ? 'unknown' : String(count);
}

function msText(ms: number | null): string {
  return ms === null ? 'unknown' : String(ms);
}
