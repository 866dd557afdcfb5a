import type { InsightAnswer, InsightCatalogue } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import type { Result } from '../../../output/result.ts';
import { tableText } from '../../../output/table.ts';
import type { Context } from '../../../tree/context.ts';
import { callOperation, type LaneAnswer, type LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { bodyOf, type BodyValues } from '../lane/body-of.ts';
import type { LaneAction } from '../lane/lane-action.ts';
import { laneOf, type WORKSPACE_FLAGS } from '../lane/lane-flags.ts';
import { MAX_PAGE_ROWS } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { answerNotes, answerText } from './answer-text.ts';
import type { DrilldownGrain, FacetValue } from './drilldown-forms.ts';
import { figuresFrom, scopeFrom, type FIGURE_FLAGS, type SCOPE_FLAGS } from './question-flags.ts';
import { windowFrom, type WINDOW_FLAGS } from './window-flags.ts';

type QuestionValues = Omit<FlagValues<typeof WORKSPACE_FLAGS>, keyof typeof SCOPE_FLAGS> &
  FlagValues<typeof WINDOW_FLAGS> &
  FlagValues<typeof SCOPE_FLAGS> &
  BodyValues;

type OverviewValues = QuestionValues & FlagValues<typeof FIGURE_FLAGS>;

interface DrilldownValues extends QuestionValues {
  readonly grain: DrilldownGrain;
  readonly request: string | undefined;
  readonly where: FacetValue | undefined;
  readonly limit: number | undefined;
  readonly all: boolean;
}

export const showOverview: LaneAction<OverviewValues> = {
  async run(context, { flags }) {
    const body = await bodyOf(context, flags, () => ({
      schema: 1,
      scope: scopeFrom(flags),
      ...windowFrom(flags, context.now()),
      ...figuresFrom(flags),
    }));
    return answerResult(await ask(context, laneOf(flags), body));
  },
};

export const drillDown: LaneAction<DrilldownValues> = {
  async run(context, { flags }) {
    const body = await bodyOf(context, flags, () => ({
      schema: 1,
      shape: 'drilldown',
      drilldown: flags.grain,
      scope: scopeFrom(flags),
      ...windowFrom(flags, context.now()),
      ...(flags.purpose.length > 0 && { purposes: flags.purpose }),
      ...filterFrom(flags),
      ...(flags.limit !== undefined && { page_size: flags.limit }),
      ...(flags.all && { page_size: MAX_PAGE_ROWS }),
    }));
    const lane = laneOf(flags);
    const first = await ask(context, lane, body);
    return flags.all ? await everyPage(context, lane, body, first) : answerResult(first);
  },
};

export const showCatalog = recordAction<InsightCatalogue, LaneFlags>({
  operation: 'customer.insights.catalog',
  text: ({ metrics }, screen) =>
    tableText(
      [{ title: 'METRIC' }, { title: 'PRODUCER' }, { title: 'UNIT' }, { title: 'QUESTION', canShrink: true }],
      metrics.map(({ metric, producer, unit, question }) => [metric, producer, unit, question]),
      screen,
    ),
});

function ask(context: Context, flags: LaneFlags, body: object): Promise<LaneAnswer<InsightAnswer>> {
  return callOperation<InsightAnswer>(context, 'customer.insights.query', { flags, body });
}

/** The filter on rows, which depends on their kind. */
function filterFrom({ grain, request, where }: DrilldownValues): object {
  if (request !== undefined && grain === 'request')
    throw usageFault(
      '--request chooses attempts or ratings of one request, and the rows are requests.',
      '--grain attempt --request <id>',
    );
  if (where !== undefined && grain !== 'request')
    throw usageFault(`--where chooses requests, and the rows have the grain ${grain}.`, '--grain request');
  return {
    ...(request !== undefined && { [`${grain}_filter`]: { logical_request_id: request } }),
    ...(where !== undefined && {
      facet_filter:
        where.member === 'final_model' && where.value === '' ? { member: where.member, unserved: true } : where,
    }),
  };
}

function answerResult({ data, bytes, nextCursor }: LaneAnswer<InsightAnswer>): Result {
  const more = nextCursor === undefined ? [] : ['More rows follow: --all.'];
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => answerText(data, screen),
    notes: [...(hasRows(data) ? [] : ['No traffic is in this window.']), ...answerNotes(data), ...more],
  };
}

/** Every page of rows. Each page uses the read context of the first, so that all rows are of one moment. */
async function everyPage(
  context: Context,
  flags: LaneFlags,
  body: object,
  first: LaneAnswer<InsightAnswer>,
): Promise<Result> {
  const rows: object[] = [];
  let page = first;
  for (;;) {
    rows.push(...rowsOf(page.data));
    context.progress.show(`${rows.length} rows`);
    if (page.nextCursor === undefined) break;
    page = await ask(context, flags, { ...body, read_context: first.data.read_context, cursor: page.nextCursor });
  }
  const member = (['requests', 'attempts', 'feedback'] as const).find((name) => first.data[name] !== undefined);
  const whole: InsightAnswer = { ...first.data, ...(member !== undefined && { [member]: rows }) };
  return {
    kind: 'document',
    document: { items: rows },
    text: (screen) => answerText(whole, screen),
    notes: answerNotes(whole),
  };
}

function rowsOf({ requests, attempts, feedback, markers }: InsightAnswer): readonly object[] {
  return requests ?? attempts ?? feedback ?? markers ?? [];
}

function hasRows(answer: InsightAnswer): boolean {
  return (answer.groups ?? []).length + rowsOf(answer).length > 0;
}
