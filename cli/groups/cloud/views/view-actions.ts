import type {
  EditedSavedView,
  OpenedSavedView,
  SavedView,
  SavedViewDeletion,
  ViewDependents,
} from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { tableText } from '../../../output/table.ts';
import { callOperation, type LaneFlags } from '../../../service/call-operation.ts';
import type { FlagValues } from '../../../tree/flag.ts';
import { answerNotes, answerText } from '../insights/answer-text.ts';
import { figuresFrom, scopeFrom, type FIGURE_FLAGS, type SCOPE_FLAGS } from '../insights/question-flags.ts';
import { bodyOf, editOf, type BodyValues, type EditValues } from '../lane/body-of.ts';
import type { LaneAction } from '../lane/lane-action.ts';
import { laneOf } from '../lane/lane-flags.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime, localZone } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { partsText, recordText } from '../lane/record-text.ts';
import type { VIEW_FLAGS } from './view-flags.ts';

type CreateValues = Omit<LaneFlags, 'application' | 'gateway' | 'environment'> &
  FlagValues<typeof VIEW_FLAGS> &
  FlagValues<typeof SCOPE_FLAGS> &
  FlagValues<typeof FIGURE_FLAGS> &
  BodyValues;

export const listViews = listAction<SavedView, LaneFlags & PageValues>({
  operation: 'customer.saved_views.list',
  columns: [
    { title: 'AUDIENCE', cell: ({ audience }) => audience },
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'VIEW', cell: ({ id }) => id },
    { title: 'REVISION', isNumber: true, cell: ({ revision }) => revision },
    { title: 'WINDOW', cell: windowText },
    { title: 'UPDATED', cell: ({ updated_at: at }) => localTime(at) },
  ],
  empty: 'There are no saved views. tt cloud view create saves one.',
});

export const getView = recordAction<SavedView, LaneFlags>({
  operation: 'customer.saved_views.get',
  ids: ['sv'],
  text: viewText,
});

export const openView = recordAction<OpenedSavedView, LaneFlags>({
  operation: 'customer.saved_views.open',
  ids: ['sv'],
  text: ({ view, query, answer }, screen) =>
    partsText([
      recordText(
        [
          ['name', view.name],
          ['window', `${localTime(query.from)} to ${localTime(query.to)}`],
        ],
        screen,
      ),
      answerText(answer, screen),
    ]),
  notes: ({ answer }) => answerNotes(answer),
});

export const createView: LaneAction<CreateValues> = {
  async run(context, { flags }) {
    const body = await bodyOf(context, flags, (need) => ({
      name: need('name', flags.name),
      audience: flags.audience,
      query: { schema: 1, scope: scopeFrom(flags), ...figuresFrom(flags) },
      ...(flags.calendar === undefined
        ? { time_intent: 'relative', relative_window_seconds: Math.floor(need('window', flags.window) / 1_000) }
        : { time_intent: 'calendar', calendar_window: { unit: flags.calendar, count: 1, timezone: zoneOf(flags) } }),
      display_tz: zoneOf(flags),
    }));
    const { bytes, data } = await callOperation<SavedView>(context, 'customer.saved_views.create', {
      flags: laneOf(flags),
      body,
    });
    return { kind: 'document', document: bytes, text: (screen) => viewText(data, screen) };
  },
};

export const updateView = recordAction<EditedSavedView, LaneFlags & EditValues & { 'expected-revision': string }>({
  operation: 'customer.saved_views.update',
  ids: ['sv'],
  body: (context, { flags }) =>
    editOf(context, flags, { member: 'expected_revision', revision: flags['expected-revision'] }, () => ({})),
  text: (view, screen) => partsText([viewText(view, screen), dependentsText(view.dependents, screen)]),
});

export const deleteView = recordAction<SavedViewDeletion, LaneFlags>({
  operation: 'customer.saved_views.delete',
  ids: ['sv'],
  question: ({ args: [id = ''] }) => `Delete the saved view ${id}? Its reports stop.`,
  text: ({ saved_view_id: id, dependents }, screen) =>
    partsText([`The saved view ${id} is deleted.`, dependentsText(dependents, screen)]),
});

export const listDependents = recordAction<ViewDependents, LaneFlags>({
  operation: 'customer.saved_views.dependents',
  ids: ['sv'],
  text: dependentsText,
  notes: ({ reports }) => (reports.length === 0 ? ['No report depends on this view.'] : []),
});

function zoneOf(flags: { readonly 'display-tz': string | undefined }): string {
  return flags['display-tz'] ?? localZone();
}

function windowText({
  time_intent: intent,
  relative_window_seconds: seconds,
  calendar_window: calendar,
}: SavedView): string {
  if (calendar !== undefined) return `last ${calendar.count} ${calendar.unit}, ${calendar.timezone}`;
  return seconds === undefined ? intent : `last ${seconds / 3_600} h`;
}

function viewText(view: SavedView, screen: Screen): string {
  return recordText(
    [
      ['name', view.name],
      ['view', view.id],
      ['audience', view.audience],
      ['window', windowText(view)],
      ['zone', view.display_tz],
      ['revision', view.revision],
      ['question revision', view.question_revision],
      ['question', JSON.stringify(view.query)],
      ['owner', view.owner],
      ['updated', localTime(view.updated_at)],
    ],
    screen,
  );
}

function dependentsText({ reports }: ViewDependents, screen: Screen): string {
  if (reports.length === 0) return '';
  return tableText(
    [
      { title: 'STATE' },
      { title: 'REPORT NAME', canShrink: true },
      { title: 'REPORT' },
      { title: 'VIEW REVISION', isNumber: true },
      { title: 'SCHEDULES', isNumber: true },
    ],
    reports.map((report) => [
      report.stopped ? 'stopped' : 'runs',
      report.name,
      report.report_id,
      report.view_revision,
      String(report.schedules.length),
    ]),
    screen,
  );
}
