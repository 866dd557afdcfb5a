import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import type { Action } from '../../../domain/tenancy/actions.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { FIRST_APPLICATION_ID, ORGANIZATION_ID, SUBJECTS, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { ADA_VIEW, USERS_VIEW, WITHHELD_FILTER } from '../../../testing/api/dimension-answer.ts';
import { makeReport, makeReportBody } from '../../../testing/api/made-report.ts';
import {
  makeSchedule,
  makeScheduleBody,
  makeScheduleUpdate,
  putOccurrence,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const FORBIDDEN = {
  status: 403,
  type: 'forbidden',
  detail:
    'A question with `dimension_filter` requires `dimensions.read` on its complete scope. Ask an operator for this permission.',
};

async function save(api: TestApi, change: Record<string, unknown> = ADA_VIEW): Promise<SavedView> {
  return (await api.client().savedViews.create(makeView(change))).data;
}

/** Leaves the owner these actions on the complete workspace, and `dimensions.read` on one application. */
function limit(api: TestApi, ...actions: Action[]): void {
  const block = { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID };
  const part = { ...block, applicationId: FIRST_APPLICATION_ID };
  const bindings = [
    { block, actions },
    { block: part, actions: ['dimensions.read'] as const },
  ];
  api.plane.callers.set(SUBJECTS.owner, { ...api.plane.callers.get(SUBJECTS.owner)!, bindings });
}

describe('the filter of dimensions of a saved view', () => {
  it('is shown to its owner and to readers with dimensions.read', async () => {
    const api = new TestApi();
    const view = await save(api);
    for (const as of ['owner', 'costless', 'contentless'] as const)
      expect((await api.client(as).savedViews.get(view.id)).data, as).toEqual(view);
    expect(view.query).toEqual(ADA_VIEW.query);
  });

  it('is shown without its values to all others, in reads and lists', async () => {
    const api = new TestApi();
    const view = await save(api);
    const shown = { ...view, query: { ...view.query, dimension_filter: WITHHELD_FILTER } };
    for (const as of ['analyst', 'narrow'] as const) {
      const { savedViews } = api.client(as);
      expect((await savedViews.get(view.id)).data, as).toEqual(shown);
      expect((await savedViews.list().page()).items, as).toEqual([shown]);
      expect(await toRefusal(savedViews.open(view.id)), as).toMatchObject(FORBIDDEN);
    }
    expect(api.asked).toEqual([]);
  });

  it('is withheld from an owner who holds dimensions.read only on a part of its scope', async () => {
    const api = new TestApi();
    const view = await save(api);
    limit(api, 'metadata.read');
    const { savedViews } = api.client();
    expect((await savedViews.get(view.id)).data.query['dimension_filter']).toEqual(WITHHELD_FILTER);
    expect(await toRefusal(savedViews.open(view.id))).toMatchObject(FORBIDDEN);
    const narrow = { query: { ...ADA_VIEW.query, scope: { application_ids: [FIRST_APPLICATION_ID] } } };
    const { data } = await savedViews.create(makeView(narrow));
    expect(data.query).toEqual(narrow.query);
    expect((await savedViews.open(data.id)).data.query).toMatchObject(narrow.query);
  });

  it.each([
    ['its filter', ADA_VIEW],
    ['a guess', { query: { ...ADA_VIEW.query, dimension_filter: { user: { values: ['bob'] } } } }],
    ['no filter', {}],
    ['a new name', { ...ADA_VIEW, name: 'Renamed' }],
  ])('cannot be replaced by an owner without dimensions.read, with %s', async (_, change) => {
    const api = new TestApi();
    const view = await save(api);
    limit(api, 'metadata.read', 'cost.read');
    const body = { ...makeView(change), expected_revision: '1' };
    expect(await toRefusal(api.client().savedViews.update(view.id, body))).toMatchObject(FORBIDDEN);
    expect(api.plane.views.get(view.id)).toEqual(view);
  });

  it('cannot be stored without dimensions.read, in a new view or in place of another question', async () => {
    const api = new TestApi();
    const view = await save(api, {});
    limit(api, 'metadata.read');
    const { savedViews } = api.client();
    expect(await toRefusal(savedViews.create(makeView(ADA_VIEW)))).toMatchObject(FORBIDDEN);
    const body = { ...makeView(ADA_VIEW), expected_revision: '1' };
    expect(await toRefusal(savedViews.update(view.id, body))).toMatchObject(FORBIDDEN);
    expect([...api.plane.views.values()]).toEqual([view]);
  });

  it('does not keep its owner from deleting the view', async () => {
    const api = new TestApi();
    const view = await save(api);
    limit(api, 'metadata.read');
    expect((await api.client().savedViews.delete(view.id)).data.saved_view_id).toBe(view.id);
  });
});

describe('a saved view by dimensions without a filter', () => {
  it('is available without dimensions.read, because its answer withholds the values', async () => {
    const api = new TestApi();
    const view = await save(api, USERS_VIEW);
    const { savedViews, reports } = api.client('analyst');
    expect((await savedViews.get(view.id)).data).toEqual(view);
    expect((await savedViews.open(view.id)).data.query).toMatchObject(USERS_VIEW.query);
    expect((await reports.create(makeReportBody(view))).data.run.question).toMatchObject(USERS_VIEW.query);
    expect(api.asked[0]?.scope.mayReadDimensions).toBe(false);
  });
});

const NOT_REPORTABLE = {
  status: 404,
  type: 'not_found',
  detail:
    'The saved view has a `dimension_filter`, and you may not read its values. Ask an operator for `dimensions.read` on its complete scope, or choose another view.',
};

describe('a report on a view with a filter of dimensions', () => {
  it('cannot be created or run by a reader without dimensions.read, who gets the reason', async () => {
    const made = await makeReport({ view: ADA_VIEW });
    const { api, view, report } = made;
    const { reports } = api.client('analyst');
    expect(await toRefusal(reports.create(makeReportBody(view, { name: 'Another' })))).toMatchObject(NOT_REPORTABLE);
    expect(await toRefusal(reports.runs.create(report.report_id))).toMatchObject(NOT_REPORTABLE);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('cannot pin the view for an owner without dimensions.read, who can still change name and recipients', async () => {
    const { api, view, report } = await makeReport({ view: ADA_VIEW });
    limit(api, 'metadata.read');
    const { reports } = api.client();
    const body = { expected_revision: '1', name: 'Renamed', recipient_subject_ids: [] };
    const pinned = { ...body, expected_view_revision: view.revision };
    expect(await toRefusal(reports.update(report.report_id, pinned))).toMatchObject({
      status: 412,
      errors: [{ code: 'view_gone' }],
    });
    expect((await reports.update(report.report_id, body)).data).toMatchObject({ name: 'Renamed', revision: '2' });
  });

  it('cannot be scheduled, armed or rerun without dimensions.read, and can be paused', async () => {
    const made = await makeSchedule({ report: { view: ADA_VIEW } });
    const { api, report, schedule } = made;
    const { occurrence_id: occurrence } = putOccurrence(made, { state: 'missed' });
    limit(api, 'metadata.read');
    const { reportSchedules } = api.client();
    expect(await toRefusal(reportSchedules.create(makeScheduleBody(report)))).toMatchObject(NOT_REPORTABLE);
    expect(await toRefusal(reportSchedules.occurrences.rerun(schedule.schedule_id, occurrence))).toMatchObject(
      NOT_REPORTABLE,
    );
    const { schedule_id: id } = schedule;
    expect(await toRefusal(reportSchedules.update(id, makeScheduleUpdate(schedule)))).toMatchObject({
      status: 412,
      errors: [{ code: 'view_gone' }],
    });
    const paused = await reportSchedules.update(id, makeScheduleUpdate(schedule, { paused: true }));
    expect(paused.data.paused).toBe(true);
  });
});
