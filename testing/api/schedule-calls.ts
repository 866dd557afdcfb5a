import { TruetallyProblemError } from '../../clients/typescript/errors.ts';
import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { CallerName } from '../apps/demo-callers.ts';
import { aView } from './answers.ts';
import { idOf } from './demo-ids.ts';
import { editing, type MadeSchedule, scheduling } from './made-schedule.ts';
import type { TestCallOptions } from './test-api.ts';

/** A request that has not been sent yet. */
export type Call = () => Promise<unknown>;

/** A raw request that the client would not send. A refusal rejects with the client's error. */
export const raw =
  ({ api }: MadeSchedule, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: TestCallOptions): Call =>
  async () => {
    const { status, body } = await api.call(method, path, options);
    if (status >= 400) throw new TruetallyProblemError(status, body);
    return body;
  };

/** The missed occurrence of `makeHistory`, and the item of its owner. */
const OCCURRENCE = idOf('reportOccurrence', 1);
export const DELIVERY = idOf('delivery', 1);

/** The operations on one schedule that only read. */
const readsOf = ({ reportSchedules }: TruetallyClient, id: string): Call[] => [
  () => reportSchedules.get(id),
  () => reportSchedules.occurrences(id).page(),
];

/** The operations on one schedule that write. */
export const writesOf = ({ reportSchedules }: TruetallyClient, { schedule }: MadeSchedule, id: string): Call[] => [
  () => reportSchedules.update(id, editing(schedule)),
  () => reportSchedules.delete(id),
  () => reportSchedules.occurrences.rerun(id, OCCURRENCE),
];

export const itemsOf = (client: TruetallyClient, made: MadeSchedule, id = made.schedule.schedule_id): Call[] => [
  ...readsOf(client, id),
  ...writesOf(client, made, id),
];

export const create =
  (
    { api, report }: MadeSchedule,
    change: Record<string, unknown> = {},
    as?: CallerName,
    idempotencyKey?: string,
  ): Call =>
  () =>
    api.client(as).reportSchedules.create(scheduling(report, change), { idempotencyKey });

export const update =
  ({ api, schedule }: MadeSchedule, change: Record<string, unknown> = {}, as?: CallerName): Call =>
  () =>
    api.client(as).reportSchedules.update(schedule.schedule_id, editing(schedule, change));

export const rerun =
  ({ api, schedule }: MadeSchedule, as?: CallerName, idempotencyKey?: string, occurrence = OCCURRENCE): Call =>
  () =>
    api.client(as).reportSchedules.occurrences.rerun(schedule.schedule_id, occurrence, { idempotencyKey });

export const openDelivery =
  ({ api }: MadeSchedule, as?: CallerName, delivery = DELIVERY): Call =>
  () =>
    api.client(as).reportInbox.open(delivery);

export const moveView = async ({ api, view }: MadeSchedule): Promise<void> => {
  await api.client().savedViews.update(view.id, { ...aView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
};
