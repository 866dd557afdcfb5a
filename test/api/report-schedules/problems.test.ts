import { describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../domain/kernel/errors.ts';
import { MISSING_IDS } from '../../../testing/api/answers.ts';
import { makeHistory } from '../../../testing/api/common-refusals.ts';
import { demoId, SUBJECTS } from '../../../testing/api/demo-ids.ts';
import { copyAccess } from '../../../testing/api/made-report.ts';
import {
  DAILY_IN_BERLIN,
  makeScheduleUpdate,
  INBOX_PATH,
  type MadeSchedule,
  putItem,
  SCHEDULES_PATH,
  makeScheduleBody,
} from '../../../testing/api/made-schedule.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import {
  type PreparedCall,
  createCall,
  listItemCalls,
  moveView,
  openDelivery,
  sendRaw,
  rerunCall,
  updateCall,
  listWrites,
} from '../../../testing/api/schedule-calls.ts';
import type { CallerName } from '../../../testing/apps/demo-callers.ts';

/** A row of the contract's table of schedule problems, or a part of a row: the arranged condition and its refusals. */
interface Row {
  readonly status: number;
  readonly type: RefusalCode;
  /** The condition in the words of the contract. */
  readonly when: string;
  readonly refused: (made: MadeSchedule) => Promise<PreparedCall[]> | PreparedCall[];
}

const ROWS: readonly Row[] = [
  {
    status: 404,
    type: 'not_found',
    when: 'schedule or item missing',
    refused: (made) => [
      ...listItemCalls(made.api.client(), made, MISSING_IDS.schedule),
      rerunCall(made, 'owner', undefined, MISSING_IDS.occurrence),
      openDelivery(made, 'owner', MISSING_IDS.delivery),
    ],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'deleted',
    refused: async (made) => {
      await made.api.client().reportSchedules.delete(made.schedule.schedule_id);
      return listItemCalls(made.api.client(), made);
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'not the caller’s',
    refused: (made) => [
      ...listItemCalls(made.api.client('costless'), made),
      ...listItemCalls(made.api.client('narrow'), made),
      openDelivery(made, 'analyst'),
      openDelivery(made, 'costless'),
    ],
  },
  {
    status: 404,
    type: 'not_found',
    when: 'report not visible',
    refused: (made) => {
      copyAccess(made.api, 'owner', 'narrow');
      return [...listItemCalls(made.api.client(), made), createCall(made), createCall(made, {}, 'costless')];
    },
  },
  {
    status: 404,
    type: 'not_found',
    when: 'the caller can no longer open the item’s run',
    refused: (made) => {
      copyAccess(made.api, 'owner', 'narrow');
      return [openDelivery(made)];
    },
  },
  {
    status: 403,
    type: 'forbidden',
    when: 'a recipient tried to create, update or delete',
    refused: (made) => [
      createCall(made, {}, 'analyst'),
      ...listWrites(made.api.client('analyst'), made, made.schedule.schedule_id),
    ],
  },
  {
    status: 409,
    type: 'conflict',
    when: 'idempotency key reused with a different body',
    refused: async (made) => {
      await createCall(made, {}, 'owner', 'a')();
      await rerunCall(made, 'owner', 'b')();
      return [
        createCall(made, { paused: true }, 'owner', 'a'),
        createCall(made, {}, 'owner', 'b'),
        rerunCall(made, 'owner', 'a'),
      ];
    },
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_report_revision` stale',
    refused: (made) => [
      createCall(made, { expected_report_revision: '2' }),
      createCall(made, { expected_report_revision: '0' }),
    ],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: '`expected_revision` stale',
    refused: (made) => [updateCall(made, { expected_revision: '2' }), updateCall(made, { expected_revision: '0' })],
  },
  {
    status: 412,
    type: 'precondition_failed',
    when: 'the view has a newer revision than the report pins',
    refused: async (made) => {
      await moveView(made);
      return [createCall(made), updateCall(made), rerunCall(made)];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'a cadence code',
    refused: (made) => {
      const cadence = { ...DAILY_IN_BERLIN, timezone: 'Local' };
      return [createCall(made, { cadence }), updateCall(made, { cadence })];
    },
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'an ineligible recipient',
    refused: (made) =>
      [SUBJECTS.costless, SUBJECTS.narrow, SUBJECTS.outsider].flatMap((id) => {
        const recipients = { recipient_subject_ids: [id] };
        return [createCall(made, recipients), updateCall(made, recipients)];
      }),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'more than 20 recipients',
    refused: (made) => {
      const recipients = Array.from({ length: 21 }, (_, index) => demoId('subject', 100 + index));
      const body = { recipient_subject_ids: recipients };
      return [
        sendRaw(made, 'POST', SCHEDULES_PATH, { body: makeScheduleBody(made.report, body) }),
        sendRaw(made, 'PUT', made.schedulePath, { body: makeScheduleUpdate(made.schedule, body) }),
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
        [SCHEDULES_PATH, `${made.schedulePath}/occurrences`, INBOX_PATH].map((path) =>
          sendRaw(made, 'GET', path, { query: { limit } }),
        ),
      ),
  },
  {
    status: 422,
    type: 'validation_failed',
    when: 'resuming a schedule whose report was deleted',
    refused: async (made) => {
      await made.api.client().reports.delete(made.report.report_id);
      return [updateCall(made, { expected_revision: '2', paused: false }), rerunCall(made)];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    // No API starts without the address of its store. A caller can only meet a store that does not answer.
    when: 'the deployment has no schedule store',
    refused: (made) => {
      const { scheduling: stores } = made.api.plane;
      const away = () => Promise.reject(new Error('Connection terminated'));
      Object.assign(stores.schedules, { find: away, list: away, create: away });
      Object.assign(stores.inbox, { find: away, list: away });
      const { reportSchedules, reportInbox } = made.api.client();
      return [
        ...listItemCalls(made.api.client(), made),
        createCall(made),
        () => reportSchedules.list().page(),
        () => reportInbox.list().page(),
        openDelivery(made),
      ];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'the deployment has no dispatcher and no report worker, and nothing was saved',
    refused: (made) => {
      made.api.plane.reports.hasWorker = false;
      return [createCall(made), createCall(made, { paused: true }), updateCall(made), rerunCall(made)];
    },
  },
  {
    status: 503,
    type: 'dependency_unavailable',
    when: 'an item’s source cannot be opened here',
    refused: (made) => {
      putItem(made, 'owner', { source_kind: 'alert_episode' }, 3);
      return [openDelivery(made, 'owner', demoId('delivery', 3))];
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
      expect(await toRefusal(call()), String(call)).toMatchObject({ status, type, code: type });
    }
    expect(made.api.plane.written()).toBe(before);
  });

  it('a recipient who can see a schedule gets 403 for a change, and a caller who cannot see it gets 404', async () => {
    const made = await makeHistory();
    const problemFor = async (who: CallerName, id: string) => {
      const { document } = await toRefusal(made.api.client(who).reportSchedules.delete(id));
      return { ...document, request_id: '' };
    };
    expect(await problemFor('analyst', made.schedule.schedule_id)).toMatchObject({ status: 403 });
    for (const who of ['narrow', 'costless', 'outsider'] as const) {
      expect(await problemFor(who, made.schedule.schedule_id)).toEqual(await problemFor(who, MISSING_IDS.schedule));
    }
  });
});
