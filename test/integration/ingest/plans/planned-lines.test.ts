import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceSource } from '../../../../analytics/indexer/advance-source.ts';
import type { IndexerPorts } from '../../../../analytics/indexer/indexer-ports.ts';
import { compareFacts } from '../../../../analytics/indexer/compare-facts.ts';
import { KnownRequests } from '../../../../analytics/indexer/recognition/known-requests.ts';
import type { EventSource } from '../../../../journal/source/event-source.ts';
import { createIngestReloadStore } from '../../../../store/ingest/ingest-reload-store.ts';
import { JOURNAL_LINES, makeJournalLines } from '../../../reference/property/journal-lines.ts';
import { createRandom, type Random } from '../../../../testing/random.ts';
import { createIngestWorld, type IngestWorld } from '../support/ingest-world.ts';
import { readAllFacts, unloadAll } from '../support/rebuilt.ts';

const HOLDER = 'the-property-test';
const KINDS = Object.keys(JOURNAL_LINES);
const LEAF = {
  organizationId: 'org_here',
  workspaceId: 't_here',
  applicationId: 'app_here',
  gatewayId: 'gw_here',
  environmentId: 'env_here',
};
const FAULT_POINTS = [
  'indexer.before_plan',
  'indexer.before_commit',
  'indexer.after_plan',
  'indexer.between_tables',
  'indexer.after_insert',
  'indexer.after_loaded',
  'indexer.after_identities',
] as const;

/** A source that returns one batch after the other. */
function sourceOf(batches: readonly (readonly string[])[]): EventSource {
  const id = `journal:${randomUUID()}`;
  const block = (from: bigint, to: bigint) =>
    Promise.resolve({ lines: batches.slice(Number(from), Number(to)).flat(), firstOffset: from, lastOffset: to });
  return {
    ...{ id, kind: 'journal', location: `/${id}` },
    read: (from) => block(from, from < BigInt(batches.length) ? from + 1n : from),
    readAgain: block,
  };
}

/** Indexes a source to its end. Before each step, the indexer may die at one of the points. */
async function carry(world: IngestWorld, source: EventSource, dyingAt: () => string | undefined): Promise<void> {
  // An indexer that takes over after a death has an empty memory.
  let ports: IndexerPorts = { ...world.ports, knownRequests: new KnownRequests(world.clickhouse) };
  for (;;) {
    const lease = await ports.sources.lease(source, HOLDER);
    let point = dyingAt();
    const reach = (name: string): void => {
      if (name !== point) return;
      point = undefined;
      throw new Error('died');
    };
    try {
      if ((await advanceSource({ ...ports, faults: { reach } }, source, HOLDER, lease!.nextOffset)) === undefined)
        return;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'died') throw error;
      ports = { ...world.ports, knownRequests: new KnownRequests(world.clickhouse) };
    }
  }
}

const dies = (random: Random) => (): string | undefined => (random.chance(0.6) ? random.pick(FAULT_POINTS) : undefined);

async function differences({ clickhouse, pool, ports }: IngestWorld) {
  return (await compareFacts(clickhouse, createIngestReloadStore(pool, ports.clock))).differences;
}

/** Batches of one kind of line, of several kinds, and of all kinds. Every line has a separate number. */
async function makeBatches(random: Random): Promise<string[][]> {
  let from = 1;
  const batches: string[][] = [];
  const make = async (kinds: readonly string[], count: number): Promise<void> => {
    batches.push(await makeJournalLines(random, LEAF, { kinds, from, count }));
    from += Math.max(count, kinds.length);
  };
  const alone = ['hit of the cache', 'refused call', ...random.some(KINDS, 1).slice(0, 4)];
  for (const kind of alone) await make([kind], random.whole(1, 3));
  for (let mixed = 0; mixed < 3; mixed += 1) await make(random.some(KINDS, 2), random.whole(2, 30));
  await make(KINDS, KINDS.length);
  return random.shuffled(batches);
}

describe.each([1, 2])('batches of every kind of line, made by seed %s', (seed) => {
  let [undisturbed, place]: IngestWorld[] = [];
  let source: EventSource;
  let facts: Record<string, object[]>;
  const random = createRandom(seed);
  beforeAll(async () => {
    [undisturbed, place] = await Promise.all([createIngestWorld(), createIngestWorld()]);
    source = sourceOf(await makeBatches(random));
    await carry(undisturbed, source, () => undefined);
    facts = await readAllFacts(undisturbed);
  });
  afterAll(() => Promise.all([undisturbed?.drop(), place?.drop()]));

  it('are loaded once, wherever the indexer dies', async () => {
    expect(Object.keys(facts)).toHaveLength(9);
    await carry(place!, source, dies(random));
    expect(await readAllFacts(place!)).toEqual(facts);
    expect(await differences(place!)).toEqual([]);
  });

  it('stay equal in a reload and in an interrupted reload, into full or empty tables', async () => {
    for (const tables of ['full', 'empty'] as const) {
      await unloadAll(place!, tables);
      await carry(place!, source, dies(random));
      expect(await readAllFacts(place!)).toEqual(facts);
      expect(await differences(place!)).toEqual([]);
    }
  });

  it('stay equal if no plan states what it counts, like plans of earlier versions', async () => {
    await place!.pool.query('UPDATE ingest_batches SET counted = NULL');
    await unloadAll(place!, 'full');
    await carry(place!, source, dies(random));
    expect(await readAllFacts(place!)).toEqual(facts);
    expect(await differences(place!)).toEqual([]);
  });
});
