import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { createInsightReader, type InsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { AnswerGroup } from '../../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { QUANTILE_LEVELS, type QuantileLevel } from '../../../domain/insight/insight-sets.ts';
import { convertLlmperf, type LlmperfCall } from '../../../examples/llmperf/llmperf-converter.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { createHttpWorld } from '../ingest/support/http-world.ts';
import { indexJournal } from '../ingest/support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';
import { createRandom } from '../../../testing/random.ts';
import { findPublishedData } from '../../../testing/find-published-data.ts';

const { path: FOLDER, isPresent: present } = findPublishedData(
  "LLMPerf's raw data is",
  'llmperf-leaderboard',
  'raw_data',
  'individual',
);

const NAMES = present
  ? readdirSync(FOLDER)
      .sort()
      .map((file) => basename(file, '.json'))
  : [];

const callsOf = (name: string): LlmperfCall[] =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as LlmperfCall[];

const LEVELS: Readonly<Record<QuantileLevel, number>> = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

/** The level of the samples by linear interpolation, in milliseconds, from the seconds of the file. */
function interpolated(seconds: readonly number[], level: number): number {
  const sorted = [...seconds].sort((left, right) => left - right);
  const index = level * (sorted.length - 1);
  const lower = sorted[Math.floor(index)] ?? Number.NaN;
  const upper = sorted[Math.ceil(index)] ?? Number.NaN;
  return (lower + (upper - lower) * (index - Math.floor(index))) * 1_000;
}

const SECONDS = { 'response_latency.v1': 'end_to_end_latency_s', 'first_output_latency.v1': 'ttft_s' } as const;
const ENDINGS = { succeeded: null, refused: 429, failed: -1, partial: -100 } as const;

const WINDOW = { schema: 1, scope: {}, from: '2023-12-19T00:00:00Z', to: '2023-12-20T00:00:00Z' } as const;
const METRICS = ['outcomes.v1', 'completion_rate.v1', 'tokens.v1', ...Object.keys(SECONDS)];

function readerOf({ clickhouse, pool, ports }: IngestWorld): InsightReader {
  return createInsightReader({
    clickhouse,
    ingestState: createIngestStateStore(pool),
    sealKey: 'a key of at least thirty-two characters',
    clock: ports.clock,
  });
}

/** Asks a question about environments of one workspace. */
async function askOf(
  reader: InsightReader,
  scopes: readonly IngestWorld['scope'][],
  query: Partial<InsightQuery>,
): Promise<readonly AnswerGroup[]> {
  const { answer } = await reader.answer({
    scope: readScope({
      organizationId: scopes[0]!.organization_id,
      workspaceId: scopes[0]!.workspace_id,
      environmentIds: scopes.map((scope) => scope.environment_id),
    }),
    query: { ...WINDOW, shape: 'overview', metrics: METRICS, ...query },
  });
  return answer.groups ?? [];
}

describe.skipIf(!present)('LLMPerf’s calls, one application per file', () => {
  let world: IngestWorld;
  let reader: InsightReader;

  beforeAll(async () => {
    world = await createIngestWorld();
    const path = join(world.folder, 'traffic.jsonl');
    const now = new Date();
    const lines: string[] = [];
    for (const name of NAMES) {
      const ids = { application_id: `app_${name}`, gateway_id: `gw_${name}`, environment_id: `env_${name}` };
      await world.pool.query("INSERT INTO applications VALUES ($1, 't_here', $2, $3)", [ids.application_id, name, now]);
      await world.pool.query('INSERT INTO gateways VALUES ($1, $2, $3, $4)', [
        ids.gateway_id,
        ids.application_id,
        name,
        now,
      ]);
      await world.pool.query('INSERT INTO environments VALUES ($1, $2, $3, $4)', [
        ids.environment_id,
        ids.gateway_id,
        name,
        now,
      ]);
      const events = convertLlmperf({ name, calls: callsOf(name) }, { ...world.scope, ...ids });
      lines.push(...events.map((event) => JSON.stringify(event)));
    }
    // The file has the lines in random order and twice, as producers deliver them.
    writeFileSync(
      path,
      `${createRandom(1)
        .shuffled([...lines, ...lines])
        .join('\n')}\n`,
    );
    const { totals } = await importFile(world.ports, {
      path,
      holder: 'test',
      onProgress: () => undefined,
      onWaiting: () => undefined,
    });
    expect(totals).toMatchObject({
      quarantined: 0,
      repeated: lines.length,
      events: { request_terminal: 2_845, attempt: 2_845 },
    });
    reader = readerOf(world);
  });
  afterAll(() => world.drop());

  const groupsOf = (names: readonly string[], query: Partial<InsightQuery>): Promise<readonly AnswerGroup[]> =>
    askOf(
      reader,
      names.map((name) => ({ ...world.scope, environment_id: `env_${name}` })),
      query,
    );

  it('are nineteen files with 2,306 successful and 539 other calls', async () => {
    expect(NAMES).toHaveLength(19);
    const [group] = await groupsOf(NAMES, {});
    expect(group?.evidence_coverage?.completion).toEqual({
      numerator: '2306',
      denominator: '2845',
      completed: '2306',
      refused: '392',
      failed: '1',
      partial: '146',
      cancelled: '0',
      pending_or_unknown: '0',
    });
  });

  it.each(NAMES)('have the percentiles of %s by linear interpolation over its successful calls', async (name) => {
    const calls = callsOf(name);
    const endedAs = (ending: keyof typeof ENDINGS) => calls.filter((call) => call.error_code === ENDINGS[ending]);
    const [group] = await groupsOf([name], {});

    expect(group?.evidence_coverage?.completion).toMatchObject({
      denominator: String(calls.length),
      completed: String(endedAs('succeeded').length),
      refused: String(endedAs('refused').length),
      failed: String(endedAs('failed').length),
      partial: String(endedAs('partial').length),
    });
    expect(group?.latency?.map((summary) => summary.metric).sort()).toEqual(Object.keys(SECONDS).sort());
    for (const summary of group?.latency ?? []) {
      expect(summary.method).toBe('exact');
      // Refused and failed calls have no measurements, so no population contains them, including the overall one.
      const measured = [...endedAs('succeeded'), ...endedAs('partial')];
      const populations = { overall: measured, succeeded: endedAs('succeeded'), partial: endedAs('partial') };
      const present = Object.entries(populations).filter(([, samples]) => samples.length > 0);
      expect(summary.populations.map(({ outcome, samples }) => [outcome, samples])).toEqual(
        present.map(([outcome, samples]) => [outcome, String(samples.length)]),
      );
      for (const [outcome, samples] of present) {
        const seconds = samples.map((call) => call[SECONDS[summary.metric]]);
        const quantiles = summary.populations.find((population) => population.outcome === outcome)?.quantiles;
        for (const level of QUANTILE_LEVELS) {
          const expected = interpolated(seconds, LEVELS[level]);
          const distance = Math.abs(Number(quantiles?.[level]) - expected) / expected;
          expect.soft(distance, `${summary.metric} ${outcome} ${level}`).toBeLessThan(1e-9);
        }
      }
    }
  });

  it('exclude refusals from every latency under the outcome facet', async () => {
    const groups = await groupsOf(NAMES, { shape: 'facets', facets: ['outcome'], metrics: Object.keys(SECONDS) });
    const samples = Object.fromEntries(
      groups.map((group): [string, unknown] => [
        group.facet?.value ?? '',
        group.latency?.map(({ populations }) => populations.map(({ outcome, samples }) => [outcome, samples])),
      ]),
    );
    const both = (outcome: string, count: string): [string, string][][] => {
      const populations: [string, string][] = [
        ['overall', count],
        [outcome, count],
      ];
      return [populations, populations];
    };
    expect(samples).toMatchObject({ succeeded: both('succeeded', '2306'), partial: both('partial', '146') });
    const cellsOf = (value: string) => groups.find((group) => group.facet?.value === value)?.cells;
    for (const value of ['refused', 'failed']) {
      expect(cellsOf(value)?.map((cell) => cell.value)).toEqual(
        Array(2).fill({ state: 'unavailable', reason: 'not_observed' }),
      );
    }
  });

  it('have the same figures if they are sent over HTTP, in random order and twice, to two instances in turn', async () => {
    const other = await createHttpWorld(NAMES);
    try {
      const events = NAMES.flatMap((name) => convertLlmperf({ name, calls: callsOf(name) }, other.scopes.get(name)!));
      expect(await other.sendTwice(events, 3)).toBe(2 * events.length);
      expect(await indexJournal(other)).toEqual({
        segments: 2,
        lines: 2 * events.length,
        repeated: events.length,
        quarantined: 0,
      });
      const theirs = readerOf(other);
      const ask = async (names: readonly string[], query: Partial<InsightQuery> = {}): Promise<void> => {
        const expected = await groupsOf(names, query);
        expect(expected).not.toEqual([]);
        const scopes = names.map((name) => other.scopes.get(name)!);
        expect(await askOf(theirs, scopes, query)).toEqual(expected);
      };
      for (const name of NAMES) await ask([name]);
      await ask(NAMES);
      await ask(NAMES, { shape: 'facets', facets: ['outcome', 'final_model'] });
    } finally {
      await other.drop();
    }
  });
});
