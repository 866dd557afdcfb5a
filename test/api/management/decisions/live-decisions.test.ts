import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallDecisions } from '../../../../contracts/gateway/decisions/call-decision.ts';
import type { ManagementProblem } from '../../../../contracts/management/problem.ts';
import { Refusal } from '../../../../domain/kernel/errors.ts';
import type { Scope } from '../../../../domain/management/scopes.ts';
import { createManagementFixture, type ManagementFixture } from '../../../../testing/apps/management-fixture.ts';
import { makeCallDecision } from '../../../../testing/journal/fake-decisions.ts';
import { waitUntil } from '../../../../testing/wait-until.ts';

const HEADERS = { authorization: 'Bearer known' };
const LIST = '/tt/api/v1/decisions';
const STREAM = '/tt/api/v1/decisions/stream';

/** The rights of the token, which a test takes away. */
let token: { scopes: Scope[] };
let plane: ManagementFixture;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  token = { scopes: ['analytics:read'] };
  plane = createManagementFixture({ token });
});
afterEach(() => vi.useRealTimers());

async function list(query: Record<string, string> = {}): Promise<{ status: number; body: CallDecisions }> {
  const answer = await plane.app.inject({ url: LIST, headers: HEADERS, query });
  return { status: answer.statusCode, body: answer.json<CallDecisions>() };
}

const stream = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  plane.app.inject({ url: STREAM, headers: { ...HEADERS, ...headers }, query });

/** Opens a stream that stays open until its process stops, and waits until it follows the gateway. */
async function openStream(query: Record<string, string> = {}): Promise<{ ended: ReturnType<typeof stream> }> {
  plane.decisions.staysOpen = true;
  const before = plane.decisions.followers.size;
  const ended = stream(query);
  // The request is sent when its promise is used.
  void ended.then(() => undefined);
  await waitUntil(() => Promise.resolve(plane.decisions.followers.size > before), 30);
  return { ended };
}

function stopProcess(): void {
  for (const follower of [...plane.decisions.followers.keys()]) follower.end();
}

/** Lets ten seconds pass, in steps of one second. */
async function passTenSeconds(): Promise<void> {
  for (let second = 0; second < 10; second += 1) {
    plane.decisions.nowMs += 1_000;
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

const metric = async (name: string): Promise<number | undefined> =>
  (await plane.registry.getSingleMetric(name)?.get())?.values.reduce((sum, { value }) => sum + value, 0);

describe('the list of the last calls', () => {
  it('has each call that ended, newest first, and the position of the page in the stream', async () => {
    plane.decisions.end();
    const refused = {
      ...{ req_id: 'greq_00000000000000000000000002', ended_at: '2026-03-01T11:59:30.000Z' },
      ...({ decision: 'refused', status: 'refused', kind: 'budget_exceeded', limit_id: 'team-month' } as const),
      ...{ answered_by: null, attempts: 0, cost_nano_usd: '0' },
    };
    plane.decisions.end(refused);
    expect(await list()).toEqual({
      status: 200,
      body: {
        decisions: [makeCallDecision(refused), makeCallDecision()],
        last_event_id: '0000000a-2',
        next_cursor: '',
      },
    });
  });

  it('continues with a cursor, without calls that ended meanwhile', async () => {
    const end = (number: number): void =>
      plane.decisions.end({
        req_id: `greq_${String(number).padStart(26, '0')}`,
        ended_at: new Date(Date.parse('2026-03-01T11:00:00.000Z') + number).toISOString(),
      });
    for (let number = 1; number <= 5; number += 1) end(number);
    const numbers = ({ decisions }: CallDecisions): number[] =>
      decisions.map(({ req_id: id }) => Number(id.replace('greq_', '')));
    const first = (await list({ limit: '2' })).body;
    end(6);
    const second = (await list({ limit: '2', cursor: first.next_cursor })).body;
    const third = (await list({ limit: '2', cursor: second.next_cursor })).body;
    expect([numbers(first), numbers(second), numbers(third), third.next_cursor]).toEqual([[5, 4], [3, 2], [1], '']);
  });

  it('is restricted by environment and decision, and refuses a cursor of other filters', async () => {
    const environment = 'env_00000000000000000000000002';
    plane.decisions.end();
    plane.decisions.end({ environment_id: environment, req_id: 'greq_b', ended_at: '2026-03-01T11:59:30.000Z' });
    plane.decisions.end({ environment_id: environment, req_id: 'greq_c', decision: 'refused' });
    const { body } = await list({ environment_id: environment, decision: 'refused' });
    expect(body.decisions.map(({ req_id: id }) => id)).toEqual(['greq_c']);
    const { next_cursor: cursor } = (await list({ limit: '1' })).body;
    expect((await list({ limit: '1', cursor, decision: 'refused' })).status).toBe(400);
  });

  it('is refused while the journal cannot be read', async () => {
    plane.decisions.fault = new Refusal('dependency_unavailable', 'The journal is away.');
    expect((await list()).status).toBe(503);
  });
});

describe('the stream of calls', () => {
  it('has each call as an event while it is open, and ends with its process', async () => {
    const { ended } = await openStream();
    plane.decisions.end();
    stopProcess();
    const { statusCode, headers, body } = await ended;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(body).toBe(
      [
        'retry: 2000\n\n',
        `id: 0000000a-1\nevent: decision\ndata: ${JSON.stringify(makeCallDecision())}\n\n`,
        'event: end\ndata: {"reason":"stopping"}\n\n',
      ].join(''),
    );
    expect(plane.decisions.followers.size).toBe(0);
  });

  it('has only the calls of its filters', async () => {
    const { ended } = await openStream({ decision: 'refused' });
    plane.decisions.end();
    plane.decisions.end({ decision: 'refused' });
    stopProcess();
    expect((await ended).body.match(/^id: .*$/gm)).toEqual(['id: 0000000a-2']);
  });

  it.each([
    ['the header', { 'last-event-id': '0000000a-1' }, {}],
    ['the query', {}, { last_event_id: '0000000a-1' }],
    ['the header before the query', { 'last-event-id': '0000000a-1' }, { last_event_id: '0000000a-2' }],
  ])('continues after the event in %s', async (_, headers, query) => {
    for (let number = 0; number < 2; number += 1) plane.decisions.end();
    const { body } = await stream(query, headers);
    expect(body).not.toContain('event: missed');
    expect(body.match(/^id: .*$/gm)).toEqual(['id: 0000000a-2']);
  });

  it.each([{ 'last-event-id': '0000000b-7' }, { 'last-event-id': 'something else' }])(
    'states that calls may be missing after the unknown event of %j',
    async (headers) => {
      plane.decisions.end();
      expect((await stream({}, headers)).body).toContain('event: missed\ndata: {"count":null}\n\n');
    },
  );

  it('is refused while the journal cannot be read, and takes no place then', async () => {
    plane.decisions.fault = new Refusal('dependency_unavailable', 'The journal is away.');
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await stream()).statusCode).toBe(503);
  });
});

describe('the right to a stream', () => {
  it('ends the stream if the token loses its scope', async () => {
    const { ended } = await openStream();
    token.scopes = [];
    await passTenSeconds();
    expect((await ended).body).toContain('event: end\ndata: {"reason":"right_lost"}\n\n');
    expect(plane.decisions.followers.size).toBe(0);
  });

  it('keeps the stream for 25 seconds if Postgres does not answer', async () => {
    const { ended } = await openStream();
    plane.fault = new Error('Postgres is away.');
    await passTenSeconds();
    await passTenSeconds();
    expect(plane.decisions.followers.size).toBe(1);
    await passTenSeconds();
    expect((await ended).body).toContain('event: end\ndata: {"reason":"right_unconfirmed"}\n\n');
  });
});

describe('the limit of streams', () => {
  it('refuses the fifth stream of a token, until one ends', async () => {
    const open: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let number = 0; number < 4; number += 1) open.push(await openStream());
    const refused = await stream();
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 10]);
    expect(refused.json<ManagementProblem>()).toMatchObject({
      code: 'rate_limited',
      detail: 'This credential has 4 open streams, which is the maximum. Close a stream, or wait until one ends.',
    });
    stopProcess();
    await Promise.all(open.map(({ ended }) => ended));
    plane.decisions.staysOpen = false;
    expect((await stream()).statusCode).toBe(200);
  });

  it('is measured, with the open streams and their ends', async () => {
    const { ended } = await openStream();
    expect(await metric('truetally_decision_streams_open')).toBe(1);
    stopProcess();
    await ended;
    expect(await metric('truetally_decision_streams_open')).toBe(0);
    expect(await metric('truetally_decision_streams_ended_total')).toBe(1);
    expect(await metric('truetally_decision_streams_refused_total')).toBe(0);
  });
});
