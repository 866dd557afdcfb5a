import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRetentionSweepStore } from '../../../../store/installation/retention-sweep-store.ts';
import { createNoticeGauges } from '../../../../store/notices/notice-gauges.ts';
import { createNoticeStore, type Notice, type NoticeStore } from '../../../../store/notices/notice-store.ts';
import { createOutboxStore } from '../../../../store/outbox/outbox-store.ts';
import { newId } from '../../../../store/postgres/new-id.ts';
import { makeTenancy, openStoreWorld, type StoreWorld } from '../../../../testing/store/store-world.ts';

const NOW = '2026-03-02T08:10:00.000Z';
/** The number of failed attempts before the last permitted one. */
const LAST_TRY = 19;

let world: StoreWorld;
let notices: NoticeStore;
beforeEach(async () => {
  world = await openStoreWorld(NOW);
  notices = createNoticeStore(world.pool, world.clock);
});
afterEach(() => world.close());

const PAGE = { readerId: 'usr_ada', state: undefined, workspaceId: undefined, before: undefined, limit: 100 };

/** Makes Temporal refuse an item, after `tries` failed attempts. */
async function refuse(workflowId: string, tries = LAST_TRY): Promise<bigint> {
  const { rows } = await world.pool.query<{ outbox_id: bigint }>(
    `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, tries)
     VALUES ('start_report_run', $1, $2, $2, $3) RETURNING outbox_id`,
    [workflowId, world.clock.now(), tries],
  );
  const outboxId = rows[0]!.outbox_id;
  const item = { outboxId, kind: 'start_report_run', workflowId, tries, traceparent: null } as const;
  await createOutboxStore(world.pool, world.clock).reschedule(item, 'no such namespace');
  return outboxId;
}

/** Inserts a notice as a statement of a later version would. */
async function insertNotice(change: { kind: string; workspaceId?: string; at?: string }): Promise<string> {
  const noticeId = newId('notice');
  const at = change.at ?? NOW;
  await world.pool.query(
    `INSERT INTO notices (notice_id, kind, about, hour, workspace_id, detail, happened_at, last_at)
     VALUES ($1, $2, $1, date_trunc('hour', $3::timestamptz, 'UTC'), $4, '', $3, $3)`,
    [noticeId, change.kind, at, change.workspaceId ?? null],
  );
  return noticeId;
}

const idsOf = (listed: readonly Notice[]): string[] => listed.map(({ noticeId }) => noticeId);

describe('the notice of a dead outbox item', () => {
  it('is inserted when the relay gives the item up, and not before', async () => {
    await refuse('rrun_waiting', LAST_TRY - 1);
    expect(await notices.list(PAGE)).toEqual([]);
    const outboxId = await refuse('rrun_dead');
    expect(await notices.list(PAGE)).toEqual([
      {
        noticeId: expect.stringMatching(/^ntc_/) as unknown,
        kind: 'outbox.item.dead',
        about: 'start_report_run',
        workspaceId: undefined,
        detail: `The last item is ${outboxId}, for workflow rrun_dead.`,
        happenedAt: new Date(NOW),
        lastAt: new Date(NOW),
        times: 1,
        readAt: undefined,
      },
    ]);
  });

  it('is shared by all items of a kind within a UTC hour, also by concurrent ones', async () => {
    await refuse('rrun_first');
    world.clock.set('2026-03-02T08:59:59.999Z');
    await Promise.all(Array.from({ length: 10 }, (_, number) => refuse(`rrun_${number}`)));
    world.clock.set('2026-03-02T09:00:00.000Z');
    await refuse('rrun_later');
    expect((await notices.list(PAGE)).map(({ times, happenedAt, lastAt }) => ({ times, happenedAt, lastAt }))).toEqual([
      { times: 1, happenedAt: new Date('2026-03-02T09:00:00.000Z'), lastAt: new Date('2026-03-02T09:00:00.000Z') },
      { times: 11, happenedAt: new Date(NOW), lastAt: new Date('2026-03-02T08:59:59.999Z') },
    ]);
  });
});

describe('the read state of a notice', () => {
  it('belongs to one reader, and keeps its first time', async () => {
    const noticeId = await insertNotice({ kind: 'test.event' });
    const read = await notices.markRead(noticeId, 'usr_ada');
    expect(read.readAt).toEqual(new Date(NOW));
    world.clock.set('2026-03-02T08:20:00.000Z');
    expect(await notices.markRead(noticeId, 'usr_ada')).toEqual(read);
    expect(await notices.list({ ...PAGE, state: 'read' })).toEqual([read]);
    expect(await notices.list({ ...PAGE, state: 'unread' })).toEqual([]);
    expect(await notices.list({ ...PAGE, readerId: 'sub_eva', state: 'unread' })).toEqual([
      { ...read, readAt: undefined },
    ]);
  });

  it('is unread again after another equal event', async () => {
    await refuse('rrun_one');
    const [notice] = await notices.list(PAGE);
    await notices.markRead(notice!.noticeId, 'usr_ada');
    await refuse('rrun_two');
    expect(await notices.list({ ...PAGE, state: 'unread' })).toMatchObject([{ times: 2, readAt: undefined }]);
    world.clock.set('2026-03-02T08:30:00.000Z');
    expect((await notices.markRead(notice!.noticeId, 'usr_ada')).readAt).toEqual(world.clock.now());
    expect(await notices.list({ ...PAGE, state: 'unread' })).toEqual([]);
  });

  it('does not exist for a notice that does not exist', async () => {
    await expect(notices.markRead('ntc_00000000000000000000000009', 'usr_ada')).rejects.toThrow(
      'There is no notice ntc_00000000000000000000000009. Check the id.',
    );
  });
});

describe('the list of notices', () => {
  it('is in pages, newest first', async () => {
    const ids = [];
    for (let made = 0; made < 5; made += 1) ids.unshift(await insertNotice({ kind: 'test.event' }));
    const first = await notices.list({ ...PAGE, limit: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(idsOf(await notices.list({ ...PAGE, before: ids[1] }))).toEqual(ids.slice(2));
  });

  it('can have the notices of one workspace only', async () => {
    const [{ workspaceId }, other] = [await makeTenancy(world), await makeTenancy(world)];
    const own = await insertNotice({ kind: 'test.event', workspaceId });
    await insertNotice({ kind: 'test.event', workspaceId: other.workspaceId });
    await insertNotice({ kind: 'test.event' });
    expect(idsOf(await notices.list({ ...PAGE, workspaceId }))).toEqual([own]);
    expect(await notices.list(PAGE)).toHaveLength(3);
  });
});

describe('the figures of notices', () => {
  it('count the kinds with an event within the last hour', async () => {
    const gauges = createNoticeGauges(world.pool, world.clock);
    await insertNotice({ kind: 'quality.judge.demoted' });
    await insertNotice({ kind: 'quality.judge.demoted' });
    await insertNotice({ kind: 'report.schedule.paused', at: '2026-03-02T07:10:00.000Z' });
    await insertNotice({ kind: 'kind.of_later_version' });
    expect(Object.fromEntries(await gauges.lastHour())).toEqual({
      'quality.judge.demoted': 2,
      'outbox.item.dead': 0,
      'report.schedule.failed': 0,
      'report.schedule.paused': 0,
    });
  });

  it('show for how long the sweep has not removed the oldest notice', async () => {
    const gauges = createNoticeGauges(world.pool, world.clock);
    await insertNotice({ kind: 'test.event' });
    await insertNotice({ kind: 'test.event', at: '2026-03-02T09:10:00.000Z' });
    world.clock.set('2026-05-31T08:10:00.000Z');
    expect(await gauges.overdueSeconds()).toBe(0);
    world.clock.set('2026-05-31T11:10:00.500Z');
    expect(await gauges.overdueSeconds()).toBe(10_800.5);
  });
});

it('is removed by the sweep 90 days after its last event, with its read states', async () => {
  const sweeps = createRetentionSweepStore(world.pool, world.clock, { auditDays: 400 });
  const old = await insertNotice({ kind: 'test.event' });
  await notices.markRead(old, 'usr_ada');
  const kept = await insertNotice({ kind: 'test.event', at: '2026-03-02T08:10:00.001Z' });
  world.clock.set('2026-05-31T08:09:59.999Z');
  expect([await sweeps.hasDue(), await sweeps.removeFromInstallation('notices', 10)]).toEqual([false, 0]);
  world.clock.set('2026-05-31T08:10:00.000Z');
  expect([await sweeps.hasDue(), await sweeps.removeFromInstallation('notices', 10)]).toEqual([true, 1]);
  expect(idsOf(await notices.list(PAGE))).toEqual([kept]);
  const { rows } = await world.pool.query<{ count: bigint }>('SELECT count(*) FROM notice_reads');
  expect(rows).toEqual([{ count: 0n }]);
});
