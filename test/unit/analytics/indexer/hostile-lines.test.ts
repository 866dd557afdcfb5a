import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBatchGaps } from '../../../../analytics/indexer/planning/find-batch-gaps.ts';
import { prepareBatch } from '../../../../analytics/indexer/loading/prepare-batch.ts';
import { readBatch } from '../../../../analytics/indexer/events/read-batch.ts';
import { receiveEvents, type SentItem } from '../../../../contracts/ingest/received/receive-events.ts';

const environment = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  applicationId: 'app_1',
  gatewayId: 'gw_1',
  environmentId: 'env_1',
};
const scopes = {
  leaves: () => Promise.resolve([environment]),
  workspaces: () => Promise.resolve([]),
  horizons: () => Promise.resolve(new Map<string, number>()),
  erasedUsers: () => Promise.resolve({ isEmpty: true, has: () => false }),
};
const RECEIVED = new Date('2026-03-01T12:00:00.000Z');
const ADMITTED_AT = '2010-03-10T00:00:00.000Z';
const NOTHING_ELSE = { repeated: new Set<number>(), late: new Set<number>(), opening: new Set<number>(), replaced: [] };

const admission = (admittedAt: unknown, more: object = {}): object => ({
  event: 'request_admitted',
  schema: 1,
  purpose: 'application',
  logical_request_id: `r ${JSON.stringify(admittedAt)}`,
  admitted_at: admittedAt,
  streaming: false,
  ...more,
});

/** The result of sent items: the lines that become facts, and the gaps of the others. */
async function carry(items: readonly SentItem[]) {
  const reception = {
    environment,
    receivedAt: RECEIVED,
    wanted: { request: false, response: false },
    takesStatedCosts: false,
  };
  const { lines } = await receiveEvents(items, reception);
  const batch = prepareBatch(await readBatch(lines, scopes), NOTHING_ELSE);
  const gaps = findBatchGaps(batch, [], new Date());
  return {
    facts: batch.accepted.length,
    gaps: gaps.map(({ environmentId, fromMs, toMs }) => [environmentId, new Date(fromMs).toISOString(), toMs - fromMs]),
  };
}

const AROUND = [admission('2004-01-10T00:00:00.000Z'), admission('2098-06-10T00:00:00.000Z')] as const;

/** Processes a hostile item among valid items of other decades. */
function carryAmong(item: Omit<SentItem & { events: unknown[] }, 'index'> | { unreadable: string }) {
  const hostile =
    'unreadable' in item && typeof item.unreadable === 'string'
      ? { index: 1, unreadable: { reason: 'not_json' as const, detail: 'x'.repeat(5_000) }, text: item.unreadable }
      : ({ index: 1, ...item } as SentItem);
  const [before, after] = AROUND;
  return carry([{ index: 0, events: [before] }, hostile, { index: 2, events: [after] }]);
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom('\ud83d', '\udc00\ud800', '\\ud83d', '\\\\ud83d', '\0', '\ufeff', '\u2028', '"', '\\', '"event":"'),
  fc.constantFrom('x'.repeat(70_000), '\u0001'.repeat(20_000), '\ud800'.repeat(3_000), '\\'.repeat(5_000)),
);
const anything = fc.oneof(
  nasty,
  fc.double(),
  fc.bigInt().map(String),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
);

it('affects only its own instant and environment, for any content of an event with a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      nasty.filter((name) => name !== '' && name !== 'scope'),
      anything,
      nasty,
      async (name, value, id) => {
        const event = admission(ADMITTED_AT, { [`${name}!`]: value, logical_request_id: id });
        expect(await carryAmong({ events: [event] })).toEqual({ facts: 2, gaps: [['env_1', ADMITTED_AT, 1]] });
      },
    ),
    { numRuns: 60 },
  );
});

it('affects its own instant if that is between two members that exceed the search limit', async () => {
  const long = 'x'.repeat(70_000);
  const between = {
    logical_request_id: long,
    ...admission(ADMITTED_AT, { logical_request_id: long, [long]: '\ud800' }),
  };
  expect(await carryAmong({ events: [between] })).toEqual({ facts: 2, gaps: [['env_1', ADMITTED_AT, 1]] });
});

it('affects the moment of its receipt in its environment, if it has no time', async () => {
  const received = { facts: 2, gaps: [['env_1', RECEIVED.toISOString(), 1]] };
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (text, time) => {
      expect(await carryAmong({ events: [admission(`!${time}`, { team_id: text })] })).toEqual(received);
      expect(await carryAmong({ unreadable: `{"x":"${text}` })).toEqual(received);
    }),
    { numRuns: 40 },
  );
});

it('affects the instant in a text that is not JSON', async () => {
  const gaps = [['env_1', ADMITTED_AT, 1]];
  expect(await carryAmong({ unreadable: JSON.stringify(admission(ADMITTED_AT)).slice(0, -1) })).toEqual({
    facts: 2,
    gaps,
  });
});

it('costs a member its half of a character, and nothing else', async () => {
  const cut = { team_id: 'support \ud83d', route_id: '\\ud83d', logical_request_id: 'r\udc00' };
  expect(await carryAmong({ events: [admission(ADMITTED_AT, cut)] })).toEqual({ facts: 3, gaps: [] });
});
