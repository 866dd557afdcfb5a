import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUnpricedEffectFinder } from '../../../analytics/gateway/unpriced-effect-finder.ts';
import { deleteAllFacts } from '../../../analytics/indexer/delete-all-facts.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { Price } from '../../../domain/models/price.ts';
import { noFaultPoints } from '../../../domain/kernel/fault-points.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { PRICE_COMMANDS } from '../../../operator/commands/traffic/price-commands.ts';
import { repriceAll } from '../../../operator/repricing/reprice-all.ts';
import { readTraffic } from '../../../api/customer/traffic/read-traffic.ts';
import { createBasisPrices } from '../../../providers/prices/create-basis-prices.ts';
import { createCallPrices } from '../../../providers/prices/create-call-prices.ts';
import { priceCall } from '../../../providers/prices/price-call.ts';
import type { PriceTable } from '../../../providers/prices/price-table.ts';
import { admissionLine, endingLine } from '../../../proxy/decision-log/decision-lines.ts';
import { repriceUnpriced, type RepricingParts } from '../../../runtime/repricing/reprice-unpriced.ts';
import { createIngestReloadStore } from '../../../store/ingest/ingest-reload-store.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { createRepricingStore } from '../../../store/gateway/repricing-store.ts';
import { sweepUnpriced } from '../../../worker/repricing/sweep-unpriced.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { silentLog } from '../../../testing/silent-log.ts';
import { indexJournal } from '../ingest/support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const AT = new Date('2026-03-02T08:00:00.000Z');
const clock = { now: () => new Date('2026-03-09T08:00:00.000Z') };
const never = new AbortController().signal;

/** A table that charges 3 nano-USD per token for its models. */
function tableOf(revision: string, models: readonly string[]): Pick<PriceTable, 'price' | 'revision'> {
  return {
    revision,
    price: ({ model, units }) => {
      const tokens = (units?.['input_tokens'] ?? 0) + (units?.['output_tokens'] ?? 0);
      return models.includes(model)
        ? { state: 'priced', nanos: String(tokens * 3), revision }
        : { state: 'unpriced', reason: 'model_not_in_table', revision };
    },
  };
}

const OLD = tableOf('table 1', ['known']);
const NEW = tableOf('table 2', ['known', 'new']);

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

/** Writes a gateway call of 100 tokens that ended under the older table. */
function writeCalls(
  calls: readonly { readonly model: string; readonly provider?: string; readonly isEstimate?: boolean }[],
  number = 1,
): void {
  const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
  const leaf = {
    ...{ organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id },
    environmentId: scope.environment_id,
  };
  const lines = calls.flatMap(({ model, provider = 'acme', isEstimate = false }, index) => {
    const call = {
      ...{
        requestId: `greq_${number}_${index}`,
        traceId: 'trace',
        routeId: 'fast',
        streaming: false,
        bytes: 9,
        annotations: {},
      },
      key: { keyId: 'kid_1', owner: 'team', leaf, rotations: ['kid_1'] },
      admittedAt: AT,
    };
    const units = { input_tokens: 60, output_tokens: 40 };
    const price = priceCall(OLD, { priceProvider: provider, model, units, at: AT }, model, isEstimate);
    const called = { provider: 'acme-eu', model, asked: model, dispatchedMs: 1, outputState: 'complete' } as const;
    const attempt = { ...called, units, isEstimate, price };
    return [admissionLine(call), endingLine(call, { status: 'succeeded', totalMs: 9, attempt })];
  });
  const name = `gateway-1.${String(number).padStart(8, '0')}.0123abcd.jsonl`;
  writeFileSync(join(world.folder, name), lines.map((line) => `${line}\n`).join(''));
}

async function reprice(table = NEW, more: Partial<RepricingParts> = {}) {
  const writer = openFileJournal(world.folder).openWriter({ writerId: `worker-${crypto.randomUUID()}` });
  try {
    return await repriceUnpriced(
      {
        find: createUnpricedEffectFinder(world.clickhouse),
        positions: createRepricingStore(world.pool, clock),
        prices: createBasisPrices(table),
        ...{ writer, faults: noFaultPoints, maxEffects: 10_000 },
        hasRoom: () => Promise.resolve(true),
        onAsked: () => undefined,
        ...more,
      },
      never,
    );
  } finally {
    await writer.close();
  }
}

/** The spend that reads return. */
async function spend(): Promise<unknown> {
  const reader = createInsightReader({
    clickhouse: world.clickhouse,
    ingestState: createIngestStateStore(world.pool),
    sealKey: 'a key of at least thirty-two characters',
    clock,
  });
  const { organization_id: organizationId, workspace_id: workspaceId, environment_id } = world.scope;
  const { answer } = await reader.answer({
    scope: readScope({ organizationId, workspaceId, environmentIds: [environment_id] }),
    query: {
      ...{ schema: 1, scope: {}, from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z' },
      ...{ shape: 'overview', metrics: ['provider_spend.v1'] },
    },
  });
  return answer.groups?.[0]?.cells[0]?.value;
}

async function rows(query: string): Promise<unknown[]> {
  return (await world.clickhouse.query({ query, format: 'JSONEachRow' })).json();
}

/** The totals of all cost effects. */
const counts = (): Promise<unknown[]> =>
  rows(`SELECT toInt32(sum(priced)) AS priced, toInt32(sum(unpriced)) AS unpriced, toInt32(sum(estimated)) AS estimated,
    toInt32(sum(nanos)) AS nanos, toInt32(count()) AS effects FROM cost_effects_v1`);

describe('calls whose model a later table contains', () => {
  it('are unpriced with their reason, and later get the price that the gateway would have found', async () => {
    writeCalls([{ model: 'known' }, { model: 'new' }, { model: 'new', isEstimate: true }]);
    expect(await indexJournal(world)).toMatchObject({ quarantined: 0 });
    expect(await rows('SELECT unpriced_reason, price_basis FROM cost_effects_v1 ORDER BY effect_id')).toEqual([
      { unpriced_reason: '', price_basis: '' },
      {
        unpriced_reason: 'model_not_in_table',
        price_basis:
          '{"provider":"acme","models":["new"],"at":"2026-03-02T08:00:00.000Z","units":{"input_tokens":60,"output_tokens":40}}',
      },
      {
        unpriced_reason: 'model_not_in_table',
        price_basis:
          '{"provider":"acme","models":["new"],"at":"2026-03-02T08:00:00.000Z","units":{"input_tokens":60,"output_tokens":40},"estimated":true}',
      },
    ]);
    expect(await spend()).toEqual({
      ...{ state: 'partial', number: '300', unit: 'nano_usd', amount_usd: '0.0000003' },
      coverage: ['unpriced_population'],
    });
    expect(await reprice()).toEqual({ asked: 2, priced: 2, isWhole: true });
    expect(await indexJournal(world)).toMatchObject({ repeated: 0, quarantined: 0 });
    expect(await counts()).toEqual([{ priced: 3, unpriced: 0, estimated: 1, nanos: 900, effects: 5 }]);
    expect(await spend()).toEqual({ state: 'available', number: '900', unit: 'nano_usd', amount_usd: '0.0000009' });
    // A transition has the dimensions of the effect that it prices.
    expect(await rows('SELECT key_id, toInt32(sum(nanos)) AS nanos FROM cost_effects_v1 GROUP BY key_id')).toEqual([
      { key_id: 'kid_1', nanos: 900 },
    ]);

    // In a repetition, the same table gets no question, and another table gets only the remaining ones.
    expect(await reprice()).toEqual({ asked: 0, priced: 0, isWhole: true });
    expect(await reprice(tableOf('table 3', ['new']))).toEqual({ asked: 0, priced: 0, isWhole: true });
  });

  it('count once if a worker dies between writing and recording, and if two write concurrently', async () => {
    writeCalls([{ model: 'new' }]);
    await indexJournal(world);
    const faults = {
      reach: (name: string) => {
        throw new Error(`died at ${name}`);
      },
    };
    await expect(reprice(NEW, { faults })).rejects.toThrow('died at repricing.written');
    expect(await Promise.all([reprice(), reprice(tableOf('table 3', ['new']))])).toEqual([
      { asked: 1, priced: 1, isWhole: true },
      { asked: 1, priced: 1, isWhole: true },
    ]);
    expect(await indexJournal(world)).toMatchObject({ repeated: 2, quarantined: 0 });
    expect(await counts()).toEqual([{ priced: 1, unpriced: 0, estimated: 0, nanos: 300, effects: 2 }]);
  });

  it('stay unpriced while no table contains them, and are checked by the next table', async () => {
    writeCalls([{ model: 'new' }, { model: 'newer' }]);
    await indexJournal(world);
    expect(await reprice(OLD)).toEqual({ asked: 2, priced: 0, isWhole: true });
    expect(await reprice(OLD)).toEqual({ asked: 0, priced: 0, isWhole: true });
    expect(await reprice()).toEqual({ asked: 2, priced: 1, isWhole: true });
    await indexJournal(world);
    writeCalls([{ model: 'new' }], 2);
    await indexJournal(world);
    expect(await reprice()).toEqual({ asked: 1, priced: 1, isWhole: true });
    await indexJournal(world);
    expect(await reprice(tableOf('table 3', ['newer']))).toEqual({ asked: 1, priced: 1, isWhole: true });
    await indexJournal(world);
    expect(await counts()).toEqual([{ priced: 3, unpriced: 0, estimated: 0, nanos: 900, effects: 6 }]);
    const { rows: positions } = await world.pool.query(
      'SELECT revision, workspace_id FROM repricing_positions ORDER BY revision',
    );
    expect(positions).toEqual(['table 1', 'table 2', 'table 3'].map((revision) => ({ revision, workspace_id: '' })));
  });

  it('get the price of a worker’s table, and its sweep writes only what fits into the journal', async () => {
    writeCalls([{ model: 'gpt-5', provider: 'openai' }]);
    await indexJournal(world);
    const journal = openFileJournal(world.folder);
    const writer = journal.openWriter({ writerId: 'worker-1' });
    const asked: string[] = [];
    const parts = {
      ...{ pool: world.pool, clickhouse: world.clickhouse, writer, clock, faultPoints: noFaultPoints, log: silentLog },
      onAsked: (_: unknown, price: Price) => void asked.push(price.state),
    };
    await sweepUnpriced({ ...parts, journal: { unreadBytes: () => Promise.resolve(67_108_864) } }, never)();
    expect(asked).toEqual([]);
    const sweep = sweepUnpriced({ ...parts, journal }, never);
    await sweep();
    await sweep();
    await writer.close();
    await journal.close();
    expect(asked).toEqual(['priced']);
    expect(await indexJournal(world)).toMatchObject({ repeated: 0, quarantined: 0 });
    // 60 tokens at 1.25 USD and 40 at 10 USD per million.
    expect(await counts()).toEqual([{ priced: 1, unpriced: 0, estimated: 0, nanos: 475_000, effects: 2 }]);
  });

  it('wait until all earlier lines are loaded', async () => {
    writeCalls([{ model: 'new' }]);
    await indexJournal(world);
    await world.pool.query('UPDATE ingest_batches SET loaded_at = NULL');
    expect(await reprice()).toEqual({ asked: 0, priced: 0, isWhole: true });
  });

  it('have the same cost after a reload of all facts, and are checked by no table during it', async () => {
    writeCalls([{ model: 'new' }, { model: 'newer' }]);
    await indexJournal(world);
    await reprice();
    await indexJournal(world);
    const everything = () => rows('SELECT * FROM cost_effects_v1 ORDER BY effect_id');
    const before = await everything();
    const reloads = createIngestReloadStore(world.pool, clock);
    await reloads.beginEmptying();
    await deleteAllFacts(world.clickhouse);
    const later = tableOf('table 3', ['new', 'newer']);
    expect(await reprice(later)).toEqual({ asked: 0, priced: 0, isWhole: true });
    await reloads.unloadAll();
    expect(await reprice(later)).toEqual({ asked: 0, priced: 0, isWhole: true });
    await indexJournal(world);
    expect(await everything()).toEqual(before);
    expect(await reprice(later)).toEqual({ asked: 1, priced: 1, isWhole: true });
  });

  it('keep a price that another source added', async () => {
    writeCalls([{ model: 'new' }]);
    await indexJournal(world);
    const [settled] = (await rows('SELECT * FROM cost_effects_v1')) as Record<string, string>[];
    const columns = [
      'attempt_id',
      'provider_id',
      'provider_model',
      'logical_request_id',
      'route_id',
      'team_id',
      'input_size_bucket',
    ];
    const transition = {
      ...{ event: 'cost_effect', schema: 1, scope: world.scope, purpose: 'application', effect_id: 'by-hand' },
      ...Object.fromEntries(columns.map((name) => [name, settled![name]])),
      ...{ effect_kind: 'price_transition', occurred_at: '2026-03-02T08:00:00.009Z' },
      ...{ previous_price_state: 'unpriced', price_state: 'priced', nanos: '7' },
    };
    writeFileSync(join(world.folder, 'other.00000001.0123abcd.jsonl'), `${JSON.stringify(transition)}\n`);
    expect(await indexJournal(world)).toMatchObject({ quarantined: 0 });
    expect(await reprice()).toEqual({ asked: 0, priced: 0, isWhole: true });
    expect(await counts()).toMatchObject([{ priced: 1, unpriced: 0, nanos: 7 }]);
  });
});

describe('calls of others without a price in the table', () => {
  const at = '2026-03-02T08:00:00.000Z';
  const log = {
    ...{ litellm_call_id: 'l', call_type: 'acompletion', status: 'success', custom_llm_provider: 'openai' },
    ...{
      model: 'openai/new',
      startTime: Date.parse(at) / 1_000,
      endTime: Date.parse(at) / 1_000 + 1,
      response_cost: 0.5,
    },
    ...{ prompt_tokens: 60, completion_tokens: 40, total_tokens: 100 },
  };
  const about = { schema: 1, purpose: 'application', logical_request_id: 'n', attempt_id: 'a' } as const;
  const called = { ...about, provider_id: 'openai', provider_model: 'new' };
  const events = [
    {
      ...{ event: 'attempt', ...called, ordinal: 1, role: 'primary', route_changed: false, output_state: 'complete' },
      ...{ usage_source: 'provider', usage_known: true, input_tokens: 60, output_tokens: 40, total_tokens: 100 },
      ...{ cache_read_tokens: 10, dispatched_at: at },
    },
    {
      ...{ event: 'cost_effect', ...called, effect_id: 'e', effect_kind: 'settlement', occurred_at: at },
      ...{ price_state: 'priced', nanos: '500000000' },
    },
  ];

  it.each<[string, 'litellm' | 'native', unknown, number, string]>([
    ["LiteLLM's log", 'litellm', log, 4, ''],
    ['our own format, whose stated cost does not count', 'native', events, 2, '"cache_read_tokens":10,'],
  ])('get the price of a later table: %s', async (_, way, body, lines, cached) => {
    const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
    const leaf = { organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id };
    const reception = {
      environment: { ...leaf, environmentId: scope.environment_id },
      ...{ receivedAt: clock.now(), wanted: { request: false, response: false }, takesStatedCosts: false },
    };
    const bytes = Buffer.from(JSON.stringify(body));
    const received = await readTraffic({ way, form: 'document', bytes }, reception, createCallPrices(OLD));
    expect(received).toMatchObject({ refused: 0, ignoredCosts: 1 });
    writeFileSync(
      join(world.folder, 'api.00000001.0123abcd.jsonl'),
      received.lines.map((line) => `${line}\n`).join(''),
    );
    expect(await indexJournal(world)).toMatchObject({ lines, quarantined: 0 });
    expect(await rows('SELECT unpriced_reason, price_basis FROM cost_effects_v1')).toEqual([
      {
        unpriced_reason: 'model_not_in_table',
        price_basis: `{"provider":"openai","models":["new"],"at":"${at}","units":{${cached}"input_tokens":60,"output_tokens":40},"estimated":true}`,
      },
    ]);
    expect(await reprice()).toEqual({ asked: 1, priced: 1, isWhole: true });
    expect(await indexJournal(world)).toMatchObject({ quarantined: 0 });
    expect(await counts()).toEqual([{ priced: 1, unpriced: 0, estimated: 1, nanos: 300, effects: 2 }]);
  });
});

describe('the command', () => {
  const run = async (typed: Record<string, string>, table = NEW) => {
    const journal = openFileJournal(world.folder);
    const parts = { pool: world.pool, clickhouse: world.clickhouse, journal, prices: createBasisPrices(table), clock };
    try {
      return await PRICE_COMMANDS['prices reprice']!.run(
        { reprice: (isDry, onAsked) => repriceAll(parts, isDry, onAsked) },
        typed,
        clock.now(),
      );
    } finally {
      await journal.close();
    }
  };
  const model = { provider: 'acme-eu', model: 'new' };
  const priced = { ...model, reason: 'model_not_in_table', effects: '2', usd: '0.0000006' };
  const unknown = { outcome: 'stays_unpriced', reason: 'model_not_in_table', provider: 'acme-eu', model: 'nobody' };

  it('shows the calls that would get a price and the reasons of the others, and writes nothing on a dry run', async () => {
    writeCalls([{ model: 'new' }, { model: 'new' }, { model: 'nobody' }, { model: 'known' }]);
    await indexJournal(world);
    // A row of a version that did not store reasons.
    await world.clickhouse.command({
      query: `INSERT INTO cost_effects_v1 (organization_id, workspace_id, effect_id, attempt_id, logical_request_id, provider_id, provider_model, occurred_at, unpriced)
        VALUES ('org_here', 't_here', 'e', 'a', 'r', 'p', 'old', '2026-03-02 08:00:00', 1)`,
    });
    const old = { outcome: 'stays_unpriced', reason: 'unknown', provider: 'p', model: 'old', effects: '1' };
    const rest = [
      { ...unknown, effects: '1', why: 'a later table may have a price' },
      { ...old, why: 'no price table can determine its price' },
    ];
    expect(await run({ 'dry-run': 'true' })).toEqual([{ outcome: 'would_be_priced', ...priced }, ...rest]);
    expect(await indexJournal(world)).toMatchObject({ segments: 1, lines: 0 });
    expect((await world.pool.query('SELECT FROM repricing_positions')).rowCount).toBe(0);

    expect(await run({})).toEqual([{ outcome: 'priced', ...priced }, ...rest]);
    expect(await indexJournal(world)).toMatchObject({ lines: 2, quarantined: 0 });
    // After the earlier questions, the remaining ones are asked again.
    expect(await run({})).toEqual(rest);
    expect(await reprice()).toEqual({ asked: 0, priced: 0, isWhole: true });
  });
});
