import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { AiderConverter } from '../../../examples/aider/aider-converter.ts';
import { findPublishedData } from '../../../testing/find-published-data.ts';
import { createRandom } from '../../../testing/random.ts';
import { createHttpWorld } from './support/http-world.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';

const { path: LOG, isPresent: present } = findPublishedData(
  'the Aider log is',
  'aider-analytics',
  'aider_events_merged.jsonl',
);

/**
 * The number of facts: an admission, an attempt and an ending of each request, and the cost of each request that did
 * not fail.
 */
const FACTS = 5_583 * 3 + 5_522;

/**
 * The independent sums over the text of the log, by regular expressions and exact decimal fractions, without our
 * converter.
 */
function independentSums() {
  const sums = { calls: 0, failures: 0, input: 0n, output: 0n, total: 0n, nanos: 0n, unpriced: 0, freeButPriced: 0 };
  for (const line of readFileSync(LOG, 'utf8').split('\n')) {
    if (line.startsWith('{"event":"message_send_exception"')) sums.failures += 1;
    if (!line.startsWith('{"event":"message_send",')) continue;
    const member = (name: string): string => new RegExp(`"${name}":("[^"]*"|[^,}]+)`).exec(line)?.[1] ?? '';
    sums.calls += 1;
    sums.input += BigInt(member('prompt_tokens'));
    sums.output += BigInt(member('completion_tokens'));
    sums.total += BigInt(member('total_tokens'));
    const [mantissa = '', exponent = '0'] = member('cost').split('e');
    const [integer = '', fraction = ''] = mantissa.split('.');
    // The cost in units of 10^-60 USD, then rounded half up to nano-USD. No row of the log is exactly at a half.
    const fine = BigInt(integer + fraction) * 10n ** BigInt(60 - fraction.length + Number(exponent));
    const unit = 10n ** 51n;
    sums.nanos += (fine + unit / 2n) / unit;
    if (fine === 0n && member('main_model').endsWith('/REDACTED"')) sums.unpriced += 1;
    else if (fine === 0n) sums.freeButPriced += 1;
  }
  return sums;
}

describe.skipIf(!present)('the real Aider log', () => {
  let world: IngestWorld;
  let path: string;
  let outcome: ImportOutcome;

  beforeAll(async () => {
    world = await createIngestWorld();
    path = join(world.folder, 'traffic.jsonl');
    await convertLog(path, world.scope);
    outcome = await importNow();
  });
  afterAll(() => world.drop());

  const importNow = (into = world, from = path): Promise<ImportOutcome> =>
    importFile(into.ports, {
      path: from,
      holder: 'test',
      onProgress: () => undefined,
      onWaiting: () => undefined,
    });

  const facts = async (of = world) => {
    const query = `
      SELECT (SELECT uniqExact(logical_request_id) FROM request_admissions_v1) AS requests,
        (SELECT countIf(status = 'failed') FROM request_terminals_v1) AS failed,
        (SELECT countIf(NOT usage_known) FROM attempts_v1) AS usage_unknown,
        sum(input_tokens) AS input, sum(output_tokens) AS output, sum(total_tokens) AS total,
        (SELECT sum(toInt128(nanos)) FROM cost_effects_v1) AS nanos,
        (SELECT sum(unpriced) FROM cost_effects_v1) AS unpriced,
        (SELECT countIf(priced = 1 AND nanos = 0) FROM cost_effects_v1) AS free
      FROM attempts_v1`;
    const result = await of.clickhouse.query({ query, format: 'JSONEachRow' });
    return (await result.json<Record<string, string>>())[0];
  };

  it('is loaded completely: every count, token and nano-USD equals independent sums', async () => {
    const oracle = independentSums();
    expect(oracle).toMatchObject({ calls: 5_522, failures: 61, unpriced: 318 });
    expect(await facts()).toEqual({
      requests: '5583',
      failed: '61',
      usage_unknown: '61',
      input: oracle.input.toString(),
      output: oracle.output.toString(),
      total: oracle.total.toString(),
      nanos: oracle.nanos.toString(),
      unpriced: '318',
      free: String(oracle.freeButPriced),
    });
    expect(outcome.changed).toBe(true);
    expect(outcome.totals).toEqual({
      events: {
        attempt: 5_583,
        cost_effect: 5_522,
        coverage_gap: 14,
        request_admitted: 5_583,
        request_terminal: 5_583,
      },
      repeated: 0,
      quarantined: 0,
      firstQuarantined: [],
    });
  });

  it('declares the gaps between its stored windows', async () => {
    const result = await world.pool.query<{ gaps: bigint; longest: number }>(
      `SELECT count(*) AS gaps, max(extract(epoch FROM gap_to - gap_from))::float / 86400 AS longest
       FROM ingest_gaps WHERE cause = 'declared'`,
    );
    expect(result.rows[0]?.gaps).toBe(14n);
    expect(Math.floor(result.rows[0]?.longest ?? 0)).toBe(75);
  });

  it('changes nothing when it is imported again', async () => {
    const before = [await facts(), await world.rowCounts()];
    const again = await importNow();
    expect(again).toEqual({ changed: false, lines: 0, known: 0n, totals: outcome.totals });
    expect([await facts(), await world.rowCounts()]).toEqual(before);
  });

  it('has the same facts if it is sent in random order and twice', async () => {
    const once = [await facts(), await world.rowCounts()];
    const other = await createIngestWorld();
    try {
      const mixed = join(other.folder, 'mixed.jsonl');
      sentTwice(path, mixed);
      const { totals } = await importNow(other, mixed);
      expect(totals).toEqual({
        ...outcome.totals,
        // A declared gap is not a fact. It covers the same time twice.
        events: { ...outcome.totals.events, coverage_gap: 28 },
        repeated: FACTS,
      });
      expect([await facts(other), await other.rowCounts()]).toEqual(once);
    } finally {
      await other.drop();
    }
  });

  it('has the same facts if it is sent over HTTP, in random order and twice, to two instances in turn', async () => {
    const other = await createHttpWorld(['Aider']);
    try {
      const converted = join(other.folder, 'converted');
      await convertLog(converted, other.scopes.get('Aider')!);
      const events = linesOf(converted).map((line) => JSON.parse(line) as TrafficEvent);
      expect(events).toHaveLength(FACTS + 14);
      expect(await other.sendTwice(events, 3)).toBe(2 * events.length);
      expect(await indexJournal(other)).toEqual({
        segments: 2,
        lines: 2 * events.length,
        repeated: FACTS,
        quarantined: 0,
      });
      expect([await facts(other), await other.rowCounts()]).toEqual([await facts(), await world.rowCounts()]);
    } finally {
      await other.drop();
    }
  });
});

/** Writes the lines of a file twice, in random order. */
function sentTwice(from: string, to: string): void {
  const lines = linesOf(from);
  writeFileSync(
    to,
    createRandom(2)
      .shuffled([...lines, ...lines])
      .join('\n'),
  );
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

async function convertLog(path: string, scope: IngestWorld['scope']): Promise<void> {
  const converter = new AiderConverter({ scope, gapDays: 7 });
  const out = createWriteStream(path);
  for await (const line of createInterface({ input: createReadStream(LOG) })) {
    for (const event of converter.convert(line)) out.write(`${JSON.stringify(event)}\n`);
  }
  out.end();
  await finished(out);
}
