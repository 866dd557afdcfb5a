import { describe, expect, it } from 'vitest';
import {
  FIRST_APPLICATION_ID,
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { DAILY_IN_BERLIN, type MadeSchedule, makeSchedule } from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { createCall, moveView, updateCall } from '../../../testing/api/schedule-calls.ts';

/**
 * Gives the owner access to both applications of the workspace by name, and adds a third application to the view's
 * scope.
 */
function growBeyondOwner({ api }: MadeSchedule): void {
  const tree = api.plane.trees.get(WORKSPACE_ID)!;
  const leaf = {
    applicationId: demoId('application', 3),
    gatewayId: demoId('gateway', 4),
    environmentId: demoId('environment', 4),
  };
  api.plane.trees.set(WORKSPACE_ID, { ...tree, environments: [...tree.environments, leaf] });
  const bindings = [FIRST_APPLICATION_ID, SECOND_APPLICATION_ID].map((applicationId) => ({
    actions: ['metadata.read'] as const,
    block: { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, applicationId },
  }));
  api.plane.callers.set(SUBJECTS.owner, { ...api.plane.callers.get(SUBJECTS.owner)!, bindings });
}

/** Changes the view to a contract version that this build does not support. */
function ageView({ api, view }: MadeSchedule): void {
  api.plane.views.set(view.id, { ...view, filter_version: 99 });
}

/** Makes the view ask for a metric that this build does not support, in a supported form. */
function askUnknownMetric({ api, view }: MadeSchedule): void {
  api.plane.views.set(view.id, { ...view, query: { ...view.query, metrics: ['unheard.v1'] } });
}

describe('an edit after which a schedule would run', () => {
  it.each([
    ['runs on', { paused: false }, {}],
    ['is resumed', { paused: true }, { paused: false }],
    ['gets another cadence', { paused: false }, { cadence: { mode: 'interval', frequency: 'hourly' } }],
  ])('answers 412 if the owner no longer covers the complete scope of the view, and it %s', async (_, body, change) => {
    const made = await makeSchedule({ body });
    growBeyondOwner(made);
    const before = made.api.plane.written();
    expect((await toRefusal(createCall(made)())).status).toBe(404);
    expect(await toRefusal(updateCall(made, change)())).toMatchObject({
      status: 412,
      type: 'precondition_failed',
      detail:
        'The saved view of the report was deleted, or your access no longer covers it and its complete scope. ' +
        'Ask an operator for access, or create a report of another view.',
    });
    expect(made.api.plane.written()).toBe(before);
  });

  it('gives the same answer for a view that is not covered, not visible, or missing', async () => {
    const made = await makeSchedule();
    const { api, view } = made;
    const refusalDetail = async () => (await toRefusal(updateCall(made)())).detail;
    api.plane.views.set(view.id, { ...view, audience: 'personal', owner: SUBJECTS.analyst });
    const concealed = await refusalDetail();
    api.plane.views.delete(view.id);
    const deleted = await refusalDetail();
    api.plane.views.set(view.id, view);
    growBeyondOwner(made);
    expect([concealed, deleted]).toEqual(Array(2).fill(await refusalDetail()));
  });

  it.each([
    ['of another contract', 'runs on', { paused: false }, {}, ageView],
    ['of another contract', 'is resumed', { paused: true }, { paused: false }, ageView],
    ['with an unknown metric', 'runs on', { paused: false }, {}, askUnknownMetric],
    ['with an unknown metric', 'is resumed', { paused: true }, { paused: false }, askUnknownMetric],
  ])(
    'answers 422 for a question %s that this build does not support, and it %s',
    async (_, _how, body, change, spoil) => {
      const made = await makeSchedule({ body });
      spoil(made);
      const before = made.api.plane.written();
      const refused = await toRefusal(createCall(made)());
      const { status, detail } = await toRefusal(updateCall(made, change)());
      expect([refused.status, status, detail]).toEqual([422, 422, refused.detail]);
      expect(made.api.plane.written()).toBe(before);
    },
  );

  it('answers 412 for a changed view before its question, and 422 for its question before a cadence', async () => {
    const made = await makeSchedule();
    ageView(made);
    const broken = { cadence: { ...DAILY_IN_BERLIN, timezone: 'Local' } };
    expect((await toRefusal(updateCall(made, broken)())).errors).toMatchObject([{ pointer: '/query' }]);
    await moveView(made);
    ageView({ ...made, view: made.api.plane.views.get(made.view.id)! });
    expect((await toRefusal(updateCall(made, broken)())).status).toBe(412);
  });
});

describe('a pause', () => {
  it.each([
    ['whose scope its owner no longer covers completely', growBeyondOwner],
    ['whose question this build does not support', ageView],
    ['with an unknown metric', askUnknownMetric],
  ])('is accepted for a view %s', async (_, change) => {
    const made = await makeSchedule();
    change(made);
    expect(await updateCall(made, { paused: true })()).toMatchObject({
      data: { paused: true, pause_reason: 'manual', next_run_at: null, revision: '2' },
    });
  });
});
