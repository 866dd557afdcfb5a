import { TruetallyProblemError } from '../../clients/typescript/errors.ts';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { CallerName } from '../apps/demo-callers.ts';
import { makeView } from './answers.ts';
import { demoId } from './demo-ids.ts';
import { makeScheduleUpdate, type MadeSchedule, makeScheduleBody } from './made-schedule.ts';
import type { TestCallOptions } from './test-api.ts';

/** A request that has not been sent yet. */
export type PreparedCall = () => Promise<unknown>;

/** A raw request that the client would not send. A refusal rejects with the client's error. */
export const sendRaw =
  (
    { api }: MadeSchedule,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: TestCallOptions,
  ): PreparedCall =>
  async () => {
    const { status, body } = await api.call(method, path, options);
    if (status >= 400) throw new TruetallyProblemError(status, body);
    return body;
  };

/** The missed occurrence of `makeHistory`, and the item of its owner. */
const OCCURRENCE = demoId('reportOccurrence', 1);
export const DELIVERY_ID = demoId('delivery', 1);

/** The operations on one schedule that only read. */
const readsOf = ({ reportSchedules }: TruetallyClient, id: string): PreparedCall[] => [
  () => reportSchedules.get(id),
  () => reportSchedules.occurrences(id).page(),
];

/** The operations on one schedule that write. */
export const listWrites = (
  { reportSchedules }: TruetallyClient,
  { schedule }: MadeSchedule,
  id: string,
): PreparedCall[] => [
  () => reportSchedules.update(id, makeScheduleUpdate(schedule)),
  () => reportSchedules.delete(id),
  () => reportSchedules.occurrences.rerun(id, OCCURRENCE),
];

export const listItemCalls = (
  client: TruetallyClient,
  made: MadeSchedule,
  id = made.schedule.schedule_id,
): PreparedCall[] => [...readsOf(client, id), ...listWrites(client, made, id)];

export const createCall =
  (
    { api, report }: MadeSchedule,
    change: Record<string, unknown> = {},
    as?: CallerName,
    idempotencyKey?: string,
  ): PreparedCall =>
  () =>
    api.client(as).reportSchedules.create(makeScheduleBody(report, change), { idempotencyKey });

export const updateCall =
  ({ api, schedule }: MadeSchedule, change: Record<string, unknown> = {}, as?: CallerName): PreparedCall =>
  () =>
    api.client(as).reportSchedules.update(schedule.schedule_id, makeScheduleUpdate(schedule, change));

export const rerunCall =
  ({ api, schedule }: MadeSchedule, as?: CallerName, idempotencyKey?: string, occurrence = OCCURRENCE): PreparedCall =>
  () =>
    api.client(as).reportSchedules.occurrences.rerun(schedule.schedule_id, occurrence, { idempotencyKey });

export const openDelivery =
  ({ api }: MadeSchedule, as?: CallerName, delivery = DELIVERY_ID): PreparedCall =>
  () =>
    api.client(as).reportInbox.open(delivery);

export const moveView = async ({ api, view }: MadeSchedule): Promise<void> => {
  await api.client().savedViews.update(view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
};
