import { traceOf } from '../../contracts/ingest/parse-traffic-line.ts';
import type { BatchInPlanning } from '../../store/ingest/batch-plan.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { insertIdentities, knownOf } from './event-identities.ts';
import type { FactLine, FaultyLine, ReadBatch } from './read-batch.ts';

/** A batch of which is known what came before. */
export interface RecognizedBatch {
  /** With the lines that say something else of an event set aside. */
  readonly read: ReadBatch;
  /** Places of the lines whose events are known already. */
  readonly repeated: ReadonlySet<number>;
}

/**
 * Tells new events from those that came before, in the batch itself or in one that is planned, and writes down what the
 * new ones are known by. The first that came counts: the same again is a repetition, and what says something else is set
 * aside. Should the batch die before it is planned, nobody goes by what was written down for it.
 */
export async function recognizeEvents(
  clickhouse: AnalyticsClient,
  batch: BatchInPlanning,
  read: ReadBatch,
): Promise<RecognizedBatch> {
  const said = await saidBefore(clickhouse, batch, read.facts);
  const facts: FactLine[] = [];
  const fresh: FactLine[] = [];
  const conflicting: FaultyLine[] = [];
  const repeated = new Set<number>();
  for (const line of read.facts) {
    const before = said.get(line.identity.event);
    if (before !== undefined && before.content !== line.identity.content) {
      conflicting.push(conflictOf(line, before.batchId === batch.batchId ? 'this batch' : `batch ${before.batchId}`));
      continue;
    }
    facts.push(line);
    if (before !== undefined) {
      repeated.add(line.index);
      continue;
    }
    fresh.push(line);
    said.set(line.identity.event, { content: line.identity.content, batchId: batch.batchId });
  }
  if (fresh.length > 0) await insertIdentities(clickhouse, [{ batchId: batch.batchId, lines: fresh }]);
  return { read: { ...read, facts, faulty: [...read.faulty, ...conflicting] }, repeated };
}

interface Said {
  readonly content: string;
  readonly batchId: bigint;
}

/** What the first planned batch said of each event that is known already, by the hash of the event. */
async function saidBefore(
  clickhouse: AnalyticsClient,
  batch: BatchInPlanning,
  facts: readonly FactLine[],
): Promise<Map<string, Said>> {
  const known = await knownOf(clickhouse, facts);
  const planned = await batch.planned([...new Set(known.map(({ batchId }) => batchId))]);
  const said = new Map<string, Said>();
  for (const { event, content, batchId } of known) {
    if (planned.has(batchId) && !said.has(event)) said.set(event, { content, batchId });
  }
  return said;
}

function conflictOf({ index, line, event }: FactLine, where: string): FaultyLine {
  return {
    index,
    line,
    reason: 'conflicting',
    pointer: '',
    detail: `A ${event.event} with this id came before with another content, in ${where}.`,
    trace: traceOf({ ...event }),
  };
}
