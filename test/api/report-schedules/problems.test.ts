import { describe, expect, it } from 'vitest';
import { TruetallyProblemError } from '../../../client/errors.ts';
import type { TruetallyClient } from '../../../client/truetally-client.ts';
import type { ProblemCode } from '../../../domain/errors.ts';
import { aView, missing } from '../../support/api/answers.ts';
import { makeHistory } from '../../support/api/common-refusals.ts';
import { idOf, ORG, OTHER_ORG, OTHER_WS, SUBJECTS } from '../../support/api/demo-ids.ts';
import { giveAccess } from '../../support/api/made-report.ts';
import {
  DAILY,
  editing,
  INBOX,
  type MadeSchedule,
  putItem,
  SCHEDULES,
  scheduling,
} from '../../support/api/made-schedule.ts';
import { refusalOf } from '../../support/api/refusal-of.ts';
import type { CallOptions, Who } from '../../support/api/test-api.ts';

/** A request that has not been sent yet. */
type Call = () => Promise<unknown>;

/** A request that the client would not send, refused as a request of the client is. */
const raw =
  ({ api }: MadeSchedule, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Call =>
  async () => {
    const { status, body } = await api.call(method, path, options);
    if (status >= 400) throw new TruetallyProblemError(status, body);
    return body;
  };

/** The missed occurrence of `makeHistory`, and the item of its owner. */
const OCCURRENCE = idOf('reportOccurrence', 1);
const DELIVERY = idOf('delivery', 1);

/** The operations on one schedule that only read. */
const readsOf = ({ reportSchedules }: TruetallyClient, id: string): Call[] => [
  () => reportSchedules.get(id),
  () => reportSchedules.occurrences(id).page(),
];

/** The operations on one schedule that write. */
const writesOf = ({ reportSchedules }: TruetallyClient, { schedule }: MadeSchedule, id: string): Call[] => [
  () => reportSchedules.update(id, editing(schedule)),
  () => reportSchedules.delete(id),
  () => reportSchedules.occurrences.rerun(id, OCCURRENCE),
];

const itemsOf = (client: TruetallyClient, made: MadeSchedule, id = made.schedule.schedule_id): Call[] => [
  ...readsOf(client, id),
  ...writesOf(client, made, id),
];

const create =
  ({ api, report }: MadeSchedule, change: Record<string, unknown> = {}, as?: Who, idempotencyKey?: string): Call =>
  () =>
    api.client(as).reportSchedules.create(scheduling(report, change), { idempotencyKey });

const update =
  ({ api, schedule }: MadeSchedule, change: Record<string, unknown> = {}, as?: Who): Call =>
  () =>
    api.client(as).reportSchedules.update(schedule.schedule_id, editing(schedule, change));

const rerun =
  ({ api, schedule }: MadeSchedule, as?: Who, idempotencyKey?: string, occurrence = OCCURRENCE): Call =>
  () =>
    api.client(as).reportSchedules.occurrences.rerun(schedule.schedule_id, occurrence, { idempotencyKey });

const open =
  ({ api }: MadeSchedule, as?: Who, delivery = DELIVERY): Call =>
  () =>
    api.client(as).reportInbox.open(delivery);

/** One row of the contract's table of schedule problems, or a part of one: what is arranged, and what is refused then. */
interface Row {
  readonly status: number;
  readonly type: ProblemCode;
  /** The contract's words. */
  readonly when: string;
  readonly refused: (made: MadeSchedule) => Promise<Call[]> | Call[];
}

const moveView = async ({ api, view }: MadeSchedule): Promise<void> => {
  await api.client().savedViews.update(view.id, { ...aView({ name: 'Moved' }), expected_revision: '1' });
};

const ROWS: readonly Row[] = [
  {
    status: 404,
    type: 'not_found',
    when: 'schedule or item missing',
    refused: (made) => [
      ...itemsOf(made.api.client(), made, missing.schedule),
      rerun(made, 'owner', undefined, missing.occurrence),
      open(made, 'owner', missing.delivery),
    ],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'deleted',
    refused: async (made) => {
      await made.api.client().reportSchedules.delete(made.schedule.schedule_id);
      return itemsOf(made.api.client(), made);
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'not the caller’s',
    refused: (made) => [
      ...itemsOf(made.api.client('costless'), made),
      ...itemsOf(made.api.client('narrow'), made),
      open(made, 'analyst'),
      open(made, 'costless'),
    ],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'report not visible',
    refused: (made) => {
      giveAccess(made.api, 'owner', 'narrow');
      return [...itemsOf(made.api.client(), made), create(made), create(made, {}, 'costless')];
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'the caller can no longer open the item’s run',
    refused: (made) => {
      giveAccess(made.api, 'owner', 'narrow');
      return [open(made)];
    },
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'a recipient tried to create, update or delete',
    refused: (made) => [
      create(made, {}, 'analyst'),
      ...writesOf(made.api.client('analyst'), made, made.schedule.schedule_id),
    ],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'idempotency key reused with a different body',
    refused: async (made) => {
      await create(made, {}, 'owner', 'a')();
      await rerun(made, 'owner', 'b')();
      return [create(made, { paused: true }, 'owner', 'a'), create(made, {}, 'owner', 'b'), rerun(made, 'owner', 'a')];
    },
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_report_revision` stale',
    refused: (made) => [
      create(made, { expected_report_revision: '2' }),
      create(made, { expected_report_revision: '0' }),
    ],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_revision` stale',
    refused: (made) => [update(made, { expected_revision: '2' }), update(made, { expected_revision: '0' })],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: 'the report pins a view revision the view has moved past',
    refused: async (made) => {
      await moveView(made);
      return [create(made), update(made), update(made, { paused: true }), rerun(made)];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'a cadence code',
    refused: (made) => {
      const cadence = { ...DAILY, timezone: 'Local' };
      return [create(made, { cadence }), update(made, { cadence })];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'an ineligible recipient',
    refused: (made) =>
      [SUBJECTS.costless, SUBJECTS.narrow, SUBJECTS.outsider].flatMap((id) => {
        const recipients = { recipient_subject_ids: [id] };
        return [create(made, recipients), update(made, recipients)];
      }),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'more than 20 recipients',
    refused: (made) => {
      const recipients = Array.from({ length: 21 }, (_, index) => idOf('subject', 100 + index));
      const body = { recipient_subject_ids: recipients };
      return [
        raw(made, 'POST', SCHEDULES, { body: scheduling(made.report, body) }),
        raw(made, 'PUT', made.schedulePath, { body: editing(made.schedule, body) }),
      ];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'a forged cursor',
    refused: (made) => {
      const { reportSchedules, reportInbox } = made.api.client();
      const cursor = 'eyJhIjoxfQ.c2lnbmVk';
      return [
        () => reportSchedules.list({ cursor }).page(),
        () => reportSchedules.occurrences(made.schedule.schedule_id, { cursor }).page(),
        () => reportInbox.list({ cursor }).page(),
      ];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: '`limit` outside 1 to 100',
    refused: (made) =>
      ['0', '101'].flatMap((limit) =>
        [SCHEDULES, `${made.schedulePath}/occurrences`, INBOX].map((path) =>
          raw(made, 'GET', path, { query: { limit } }),
        ),
      ),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'resuming a schedule whose report was deleted',
    refused: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return [update(made, { expected_revision: '2', paused: false }), rerun(made)];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    // Without the address of its store no API starts; one whose store does not answer is what a caller can meet.
    when: 'no schedule store is composed',
    refused: (made) => {
      const { scheduling: stores } = made.api.plane;
      const away = () => Promise.reject(new Error('Connection terminated'));
      Object.assign(stores.schedules, { find: away, list: away, create: away });
      Object.assign(stores.inbox, { find: away, list: away });
      const { reportSchedules, reportInbox } = made.api.client();
      return [
        ...itemsOf(made.api.client(), made),
        create(made),
        () => reportSchedules.list().page(),
        () => reportInbox.list().page(),
        open(made),
      ];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'no dispatcher and report worker is composed (nothing was saved)',
    refused: (made) => {
      made.api.plane.reports.hasWorker = false;
      return [create(made), create(made, { paused: true }), update(made), rerun(made)];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'an item’s source cannot be opened here',
    refused: (made) => {
      putItem(made, 'owner', { source_kind: 'alert_episode' }, 3);
      return [open(made, 'owner', idOf('delivery', 3))];
    },
  },
];

describe('the schedule problems of the contract', () => {
  it.each(ROWS)('$status $type: $when', async ({ status, type, refused }) => {
    const made = await makeHistory();
    const calls = await refused(made);
    const before = made.api.plane.written();
    expect(calls).not.toEqual([]);
    for (const call of calls) {
      expect(await refusalOf(call()), String(call)).toMatchObject({ status, type, code: type });
    }
    expect(made.api.plane.written()).toBe(before);
  });

  it('a recipient who sees a schedule is told that it may not change it; who does not see it, that it does not exist', async () => {
    const made = await makeHistory();
    const said = async (who: Who, id: string) => {
      const { document } = await refusalOf(made.api.client(who).reportSchedules.delete(id));
      return { ...document, request_id: '' };
    };
    expect(await said('analyst', made.schedule.schedule_id)).toMatchObject({ status: 403 });
    for (const who of ['narrow', 'costless', 'outsider'] as const) {
      expect(await said(who, made.schedule.schedule_id)).toEqual(await said(who, missing.schedule));
    }
  });
});

const extra: CallOptions = { body: { extra: 1 } };

/** Two refusals that both apply, and the one that is given. */
const ORDER: readonly {
  readonly name: string;
  readonly status: number;
  readonly call: (made: MadeSchedule) => Promise<Call> | Call;
}[] = [
  {
    name: 'create: 401 before 404',
    status: 401,
    call: ({ api, report }) => {
      const elsewhere = api.client('runtime', { organizationId: OTHER_ORG, workspaceId: OTHER_WS });
      return () => elsewhere.reportSchedules.create(scheduling(report));
    },
  },
  {
    name: 'create: 404 of the path before a body that does not fit',
    status: 404,
    call: (made) => raw(made, 'POST', SCHEDULES, { as: 'neighbour', ...extra }),
  },
  {
    name: 'create: a body that does not fit before the 503 of a part that is not composed',
    status: 422,
    call: (made) => {
      made.api.plane.reports.hasWorker = false;
      return raw(made, 'POST', SCHEDULES, extra);
    },
  },
  {
    name: 'create: a body that does not fit before the 404 of what it names',
    status: 422,
    call: (made) =>
      raw(made, 'POST', SCHEDULES, { body: scheduling(made.report, { report_id: missing.report, extra: 1 }) }),
  },
  {
    name: 'create: the 404 of the report before 409 of the key',
    status: 404,
    call: (made) => create(made, { report_id: missing.report }, 'owner', 'creation'),
  },
  {
    name: 'create: the 404 of the view before 409 of the key',
    status: 404,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return create(made, { paused: true }, 'owner', 'creation');
    },
  },
  {
    name: 'create: 409 of the key before 403',
    status: 409,
    call: async (made) => {
      await made.api.client('analyst').reports.runs.create(made.report.report_id, { idempotencyKey: 'mine' });
      return create(made, {}, 'analyst', 'mine');
    },
  },
  {
    name: 'create: 409 of the key before 412',
    status: 409,
    call: (made) => create(made, { expected_report_revision: '9' }, 'owner', 'creation'),
  },
  {
    name: 'create: 409 of the key before a cadence that breaks a rule',
    status: 409,
    call: (made) => create(made, { cadence: { ...DAILY, timezone: 'Local' } }, 'owner', 'creation'),
  },
  {
    name: 'create: 403 before 412',
    status: 403,
    call: (made) => create(made, { expected_report_revision: '9' }, 'analyst'),
  },
  {
    name: 'create: 412 before an ineligible recipient',
    status: 412,
    call: (made) => create(made, { expected_report_revision: '9', recipient_subject_ids: [SUBJECTS.outsider] }),
  },
  {
    name: 'create: 412 of the view before a cadence that breaks a rule',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return create(made, { cadence: { ...DAILY, timezone: 'Local' } });
    },
  },
  {
    name: 'update: 404 before a body that does not fit',
    status: 404,
    call: (made) => raw(made, 'PUT', made.schedulePath, { as: 'costless', ...extra }),
  },
  {
    name: 'update: a body that does not fit before 403',
    status: 422,
    call: (made) => raw(made, 'PUT', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'update: 403 before 412',
    status: 403,
    call: (made) => update(made, { expected_revision: '9' }, 'analyst'),
  },
  {
    name: 'update: 403 before the 412 of a view that the recipient cannot see',
    status: 403,
    call: (made) => {
      made.api.plane.views.delete(made.view.id);
      return update(made, {}, 'analyst');
    },
  },
  {
    name: 'update: 412 before a cadence that breaks a rule',
    status: 412,
    call: (made) => update(made, { expected_revision: '9', cadence: { ...DAILY, timezone: 'Local' } }),
  },
  {
    name: 'update: 412 before resuming a schedule whose report was deleted',
    status: 412,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return update(made, { paused: false });
    },
  },
  {
    name: 'delete: a body that does not fit before 403',
    status: 422,
    call: (made) => raw(made, 'DELETE', made.schedulePath, { as: 'analyst', ...extra }),
  },
  {
    name: 'rerun: 404 of the occurrence before a body that does not fit',
    status: 404,
    call: (made) => raw(made, 'POST', `${made.schedulePath}/occurrences/${missing.occurrence}/rerun`, extra),
  },
  {
    name: 'rerun: 403 before 409 of the state',
    status: 403,
    call: (made) => rerun(made, 'analyst', undefined, idOf('reportOccurrence', 2)),
  },
  {
    name: 'rerun: 412 before 409 of the state',
    status: 412,
    call: async (made) => {
      await moveView(made);
      return rerun(made, 'owner', undefined, idOf('reportOccurrence', 2));
    },
  },
  {
    name: 'rerun: the 422 of a deleted report before 409 of the state',
    status: 422,
    call: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return rerun(made, 'owner', undefined, idOf('reportOccurrence', 2));
    },
  },
  {
    name: 'open: 404 before a body that does not fit',
    status: 404,
    call: (made) =>
      raw(made, 'POST', `/organizations/${ORG}/report-inbox/${DELIVERY}/open`, { as: 'analyst', ...extra }),
  },
  {
    name: 'occurrences: 404 before a limit that does not fit',
    status: 404,
    call: (made) => raw(made, 'GET', `${made.schedulePath}/occurrences`, { as: 'costless', query: { limit: '0' } }),
  },
];

describe('where two refusals of a schedule apply, the answer is', () => {
  it.each(ORDER)('$name', async ({ status, call }) => {
    const made = await makeHistory();
    await create(made, {}, 'owner', 'creation')();
    const refused = await call(made);
    const before = made.api.plane.written();
    expect((await refusalOf(refused())).status).toBe(status);
    expect(made.api.plane.written()).toBe(before);
  });
});
