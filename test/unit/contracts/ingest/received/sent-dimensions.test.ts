import { describe, expect, it } from 'vitest';
import {
  receiveEvents,
  type ReceivedEvents,
  type SentItem,
} from '../../../../../contracts/ingest/received/receive-events.ts';
import { makeKnownCallEvents } from '../../../../../testing/ingest/make-known-call-events.ts';

const environment = {
  ...{ organizationId: 'org_1', workspaceId: 't_1', applicationId: 'app_1', gatewayId: 'gw_1', environmentId: 'env_1' },
};
const EVENTS = makeKnownCallEvents({
  ...{ id: 'r', provider: 'openai', model: 'gpt', totalMs: 5, streaming: false, isAnswered: true },
  startedMs: Date.UTC(2026, 0, 1),
});

function receive(items: readonly SentItem[]): Promise<ReceivedEvents> {
  const wanted = { request: false, response: false };
  return receiveEvents(items, { environment, receivedAt: new Date(0), wanted, takesStatedCosts: true });
}
const sent = (dimensions: unknown): Promise<ReceivedEvents> =>
  receive(EVENTS.map((event, index) => ({ index, events: [{ ...event, dimensions }] })));

const stored = ({ lines }: ReceivedEvents): unknown[] =>
  lines.map((line) => (JSON.parse(line) as { dimensions?: unknown }).dimensions);

const MANY = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`tag.${100 + index}`, 'x']));

describe('the dimensions of sent events', () => {
  it('are stored in every event, in the form of a line', async () => {
    const answer = await sent({ user: 'a'.repeat(200), 'tag.Env': ' prod ', step_class: 'other' });
    expect([answer.accepted, answer.refused, answer.droppedTags]).toEqual([4, 0, 0]);
    expect(stored(answer)).toEqual(Array(4).fill({ user: 'a'.repeat(128), 'tag.env': 'prod' }));
  });

  it('lose tags beyond 64, which each event counts', async () => {
    const answer = await sent(MANY);
    expect([answer.accepted, answer.droppedTags]).toEqual([4, 8]);
    expect(stored(answer).map((dimensions) => Object.keys(dimensions as object).length)).toEqual(Array(4).fill(64));
  });

  it('lose tags beyond 64 once if the events are those of one call in another format', async () => {
    const events = EVENTS.map((event) => ({ ...event, dimensions: MANY }));
    const answer = await receive([{ index: 0, isConverted: true, events }]);
    expect([answer.accepted, answer.droppedTags]).toEqual([1, 2]);
  });

  it.each<[string, unknown, string, string]>([
    ['another name', { usr: 'ada' }, '/dimensions/usr', '/dimensions/usr is not a member of this document: did you mean `user`?'], // prettier-ignore
    [
      'a value of another type',
      { user: 7 },
      '/dimensions/user',
      '/dimensions/user must be a string: write "7" in quotes.',
    ],
    ['null', null, '/dimensions', '/dimensions must be an object, not null.'],
    ['a list', ['ada'], '/dimensions', '/dimensions must be an object, not a list.'],
  ])('are refused with %s', async (_, dimensions, pointer, detail) => {
    const answer = await sent(dimensions);
    expect([answer.accepted, answer.refused, answer.droppedTags]).toEqual([0, 4, 0]);
    expect(answer.faults[0]).toMatchObject({ pointer, reason: 'wrong_shape', detail });
  });

  it('are refused in an event that is not about a request', async () => {
    const marker = {
      ...{ event: 'release_marker', schema: 1, marker_id: 'm', marker_kind: 'deploy', release_id: 'r' },
      ...{ actor_kind: 'person', occurred_at: '2026-01-01T00:00:00Z', dimensions: {} },
    };
    const answer = await receive([{ index: 0, events: [marker] }]);
    expect(answer.faults[0]).toMatchObject({ reason: 'wrong_shape' });
  });
});
