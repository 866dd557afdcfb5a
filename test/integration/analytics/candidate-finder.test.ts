import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { createCandidateFinder } from '../../../analytics/judges/candidate-finder.ts';
import type { CandidateSearch } from '../../../contracts/judges/annotation-ports.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const DAY = '2024-01-03';
const SEARCH: CandidateSearch = {
  strategy: 'starved_segments',
  segment: '',
  since: new Date(`${DAY}T00:00:00.000Z`),
  overlap: 1,
  annotator: 'ada',
  limit: 100,
  offset: 0,
};

let world: IngestWorld;
beforeAll(async () => {
  world = await createIngestWorld();
});
afterAll(() => world.drop());

/** A request of this hour and route, with its ending. */
function requestOf(id: string, hour: number, route: string, change: object = {}): TrafficEvent[] {
  const admitted_at = `${DAY}T${String(hour).padStart(2, '0')}:00:00.000Z`;
  const of = { schema: 1, scope: world.scope, purpose: 'application', logical_request_id: id, admitted_at } as const;
  const routed = { ...of, ...(route !== '' && { route_id: route }) };
  return [
    { event: 'request_admitted', ...routed, streaming: false },
    {
      event: 'request_terminal',
      ...routed,
      terminal_at: admitted_at,
      status: 'succeeded',
      attempt_count: 0,
      streaming: false,
      ...change,
    },
  ] as TrafficEvent[];
}

let outcomes = 0;

function outcomeOf(id: string, hour: number, route: string, says: object): TrafficEvent {
  outcomes += 1;
  return {
    event: 'evaluation_outcome',
    schema: 1,
    scope: world.scope,
    purpose: 'application',
    logical_request_id: id,
    admitted_at: `${DAY}T${String(hour).padStart(2, '0')}:00:00.000Z`,
    ...(route !== '' && { route_id: route }),
    outcome_id: `o${outcomes}`,
    metric: 'correctness',
    basis: 'measured',
    actor: 'tok_1',
    occurred_at: `${DAY}T23:00:00.000Z`,
    ...says,
  } as TrafficEvent;
}

const labelBy = (annotator: string, verdict = 'pass'): object => ({
  evaluator_id: 'human.label',
  evaluator_kind: 'human',
  annotator,
  verdict,
});
const JUDGED = {
  evaluator_id: 'judge.correctness',
  evaluator_kind: 'judge',
  judge_id: 'judge.correctness',
  judge_model: 'm',
  judge_prompt_sha: 'p',
  judge_eval_ver: '1',
};

async function load(name: string, events: readonly TrafficEvent[]): Promise<void> {
  const path = join(world.folder, name);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  await importFile(world.ports, { path, holder: 'test', onProgress: () => undefined, onWaiting: () => undefined });
}

it(
  'ranks segments by their labelled rows, and hard cases by the verdicts of judges',
  { timeout: 120_000 },
  async () => {
    const find = createCandidateFinder(world.clickhouse);
    const found = async (change: Partial<CandidateSearch> = {}) =>
      (await find({ ...SEARCH, ...change }))?.map(({ requestId, rank }) => `${requestId} ${rank}`);

    await load('requests', [
      ...requestOf('chat-1', 1, 'chat'),
      ...requestOf('chat-2', 2, 'chat'),
      ...requestOf('chat-3', 3, 'chat'),
      ...requestOf('chat-failed', 4, 'chat', { status: 'failed' }),
      ...requestOf('mail-1', 1, 'mail'),
      ...requestOf('mail-2', 2, 'mail'),
      ...requestOf('none-1', 5, ''),
      ...requestOf('unjudged', 5, 'search'),
    ]);
    expect(await found()).toBe(undefined);
    expect(await found({ strategy: 'hard_cases' })).toEqual([]);

    await load('outcomes', [
      outcomeOf('chat-1', 1, 'chat', labelBy('grace')),
      outcomeOf('chat-2', 2, 'chat', labelBy('ada')),
      outcomeOf('chat-2', 2, 'chat', labelBy('grace', 'fail')),
      outcomeOf('mail-1', 1, 'mail', labelBy('grace')),
      outcomeOf('mail-2', 2, 'mail', labelBy('grace', 'abstained')),
      outcomeOf('mail-2', 2, 'mail', { ...JUDGED, verdict: 'abstained' }),
      outcomeOf('chat-3', 3, 'chat', { ...JUDGED, verdict: 'pass', panel_split: true }),
      outcomeOf('chat-1', 1, 'chat', { ...JUDGED, verdict: 'abstained', panel_split: true }),
      outcomeOf('mail-1', 1, 'mail', { ...JUDGED, verdict: 'pass' }),
      outcomeOf('none-1', 5, '', { ...JUDGED, verdict: 'pass' }),
    ]);

    // Without a segment there are no labels, `mail` has one labelled row and `chat` two. The judge never read `search`.
    expect(await found()).toEqual(['none-1 0', 'mail-2 1', 'chat-3 2']);
    expect(await found({ overlap: 2 })).toEqual(['none-1 0', 'mail-2 1', 'mail-1 1', 'chat-3 2', 'chat-1 2']);
    expect(await found({ overlap: 3, annotator: 'linus', segment: 'chat' })).toEqual([
      'chat-3 2',
      'chat-2 2',
      'chat-1 2',
    ]);
    expect(await found({ segment: 'search' })).toBe(undefined);
    expect(await found({ since: new Date(`${DAY}T03:00:00.000Z`) })).toEqual(['none-1 0', 'chat-3 0']);
    expect(await found({ limit: 1 })).toEqual(['none-1 0']);
    expect(await found({ limit: 1, offset: 1 })).toEqual(['mail-2 1']);
    expect(await found({ offset: 3 })).toEqual([]);

    expect(await found({ strategy: 'hard_cases', overlap: 2 })).toEqual(['chat-1 3', 'mail-2 2', 'chat-3 1']);
    expect(await found({ strategy: 'hard_cases' })).toEqual(['mail-2 2', 'chat-3 1']);
    expect(await found({ strategy: 'hard_cases', overlap: 2, annotator: 'grace' })).toEqual(['mail-2 2', 'chat-3 1']);
    expect(await found({ strategy: 'hard_cases', segment: 'mail' })).toEqual(['mail-2 2']);

    // Judged rows in a random order, each with the number of rows to draw from. Labels of another strategy omit none.
    const draw = async (seed: string, change: Partial<CandidateSearch> = {}) =>
      (await found({ strategy: 'random', seed, ...change })) ?? [];
    const all = ['chat-1 5', 'chat-3 5', 'mail-1 5', 'mail-2 5', 'none-1 5'];
    const orders = await Promise.all(['a', 'b', 'c', 'd'].map((seed) => draw(seed)));
    expect(orders.map((order) => order.toSorted())).toEqual([all, all, all, all]);
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
    expect([...(await draw('a', { limit: 3 })), ...(await draw('a', { limit: 3, offset: 3 }))]).toEqual(orders[0]);
    expect((await draw('a', { segment: 'chat' })).toSorted()).toEqual(['chat-1 2', 'chat-3 2']);
    expect(await draw('a', { segment: 'search' })).toEqual([]);
    await load('drawn', [
      outcomeOf('chat-1', 1, 'chat', { ...labelBy('grace'), label_strategy: 'random', label_probability: 0.5 }),
    ]);
    expect((await draw('a')).toSorted()).toEqual(['chat-3 4', 'mail-1 4', 'mail-2 4', 'none-1 4']);
    expect(await draw('a', { overlap: 2 })).toHaveLength(5);
    expect(await draw('a', { overlap: 2, annotator: 'grace' })).toHaveLength(4);

    const { workspace_id: workspaceId, environment_id: environmentId } = world.scope;
    expect((await find({ ...SEARCH, overlap: 2, segment: 'mail' }))?.[1]).toEqual({
      workspaceId,
      environmentId,
      requestId: 'mail-1',
      admittedAt: new Date(`${DAY}T01:00:00.000Z`),
      segment: 'mail',
      labelledBy: ['grace'],
      rank: 1,
    });
  },
);
