import { instantOrNull } from '../../log-figures/log-result.ts';
import { callWindow } from '../../logs/call-window.ts';
import { findLogFiles } from '../../logs/find-log-files.ts';
import { isUnbounded, type GroupKey } from '../../logs/groups/group-keys.ts';
import { tablesOf } from '../../logs/groups/group-store.ts';
import { createFindIndexed } from '../../logs/index/find-indexed.ts';
import { indexFolder } from '../../logs/index/index-folder.ts';
import { INDEXED_KEYS } from '../../logs/index/indexed-part.ts';
import { countCalls, type CountedCalls } from '../../logs/count/count-calls.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { callActivity } from './call-activity.ts';
import { GroupTotals } from './group-totals.ts';
import { rankGroups } from './rank-groups.ts';
import { topFigures } from './top-figures.ts';
import type { TOP_FLAGS } from './top-flags.ts';
import { topText } from './top-text.ts';

type TopFlags = Input<typeof TOP_FLAGS>['flags'];

export async function run(context: Context, { flags }: Input<typeof TOP_FLAGS>): Promise<Result> {
  const { by, trace, sort } = flags;
  if (sort === 'p95' && isUnbounded(by)) {
    throw usageFault(
      '--sort p95 does not apply to --by trace, because the latencies of single traces are not kept.',
      'sort by cost, calls or tokens',
    );
  }
  const window = callWindow(flags, context.now());
  const log = findLogFiles(context, flags.log);
  const onProgress = (bytes: number, of: number): void => context.progress.show(progressText(bytes, of));
  const isIndexed = !flags['no-index'] && trace === undefined && INDEXED_KEYS.some((key) => key === by);
  const findIndexed = isIndexed ? createFindIndexed(indexFolder(context, log, flags.index), window) : undefined;
  const question = { files: log.files, keys: [by], window, traceId: trace, findIndexed };
  const answer = await countCalls(question, { stdin: context.stdin, onProgress }, (counted) => rank(counted, flags));
  const { skipped, totals, ...rest } = answer;
  const nothing = cannotMeasure(by, rest.rows, totals.calls);
  const document = {
    from: instantOrNull(window.fromMs),
    to: instantOrNull(window.toMs),
    by,
    ...(trace !== undefined && { trace_id: trace }),
    sort,
    ...rest,
    totals,
    ...(nothing !== undefined && { cannot_measure: nothing }),
    skipped: skipped.counts,
  };
  return {
    kind: 'document',
    document,
    text: (screen) => topText(document, screen),
    notes: [...(nothing === undefined ? [] : [nothing.detail]), ...skipped.notes],
    ...(flags.strict && skipped.faulty > 0 && { exit: 'partial' as const }),
  };
}

function rank({ counter, skipped, folder }: CountedCalls, { by, sort, limit }: TopFlags) {
  const table = counter.tables.get(by);
  const totals = new GroupTotals();
  const tables = table === undefined ? [] : tablesOf(table, by, folder);
  const { rows, groups } = rankGroups(tables, { sort, limit }, (row) => totals.add(row));
  const hasLatency = !isUnbounded(by);
  return {
    groups,
    rows: rows.map((row) => ({ key: row.key ?? null, ...topFigures(row, hasLatency) })),
    totals: topFigures(totals, hasLatency),
    activity: callActivity(counter.activity.hours),
    skipped,
  };
}

/** The sentence about groups that no call of the log states. */
function cannotMeasure(
  by: GroupKey,
  rows: readonly { readonly key: string | null }[],
  calls: number,
): { readonly code: 'not_stated'; readonly detail: string } | undefined {
  if (calls === 0 || rows.some(({ key }) => key !== null)) return undefined;
  return { code: 'not_stated', detail: `No call of the log states its ${NAMES[by]}${HINTS[by] ?? ''}.` };
}

const NAMES: Readonly<Record<GroupKey, string>> = {
  model: 'model',
  trace: 'trace',
  agent: 'agent',
  'step-class': 'step class',
  tool: 'tool',
};

const HINTS: Readonly<Partial<Record<GroupKey, string>>> = {
  agent: ': callers state it with the header x-tt-agent, and tt wrap --agent sets it',
  trace: ': callers state it with the header x-tt-trace-id, and tt wrap sets it',
  tool: ': the gateway reads it from requests that bring the result of a tool',
};

function progressText(bytes: number, of: number): string {
  const read = `${Math.round(bytes / 1_000_000)} MB`;
  return Number.isFinite(of) ? `read ${read} of ${Math.round(of / 1_000_000)} MB` : `read ${read}`;
}
