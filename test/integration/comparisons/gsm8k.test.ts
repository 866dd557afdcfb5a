import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { ComparisonResultsV1 } from '../../../clients/typescript/wire.ts';
import type { ApiPorts } from '../../../api/ports/ports.ts';
import type { ModelTargetV1 } from '../../../contracts/models/model-target.ts';
import { createModelPrices } from '../../../providers/prices/create-model-prices.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import type { RecordedAnswer } from '../../../providers/playback/recorded-answer.ts';
import { createReportStore } from '../../../store/reports/report-store.ts';
import { GSM8K_PAIRS, readGsm8k, type Gsm8kArm, type SolvedQuestion } from '../../../testing/comparisons/gsm8k.ts';
import type { PlaybackProvider } from '../../../testing/comparisons/playback-provider.ts';
import { setBudget } from '../../../testing/comparisons/started-run.ts';
import { chooseCaseCount } from '../../../testing/choose-case-count.ts';
import { makeTenancy } from '../../../testing/store/store-world.ts';
import { openCarryingWorld, UNREACHED_BUDGET_NANOS, type CarryingWorld } from './carrying-world.ts';
import { comparisonApi } from './comparison-api.ts';
import { comparisonStores } from './comparison-stores.ts';

const questions = readGsm8k();
const IN_A_SET = 50;
const CASES_AT_ONCE = 100;
/** Milliseconds so long that a busy worker does not count as lost. */
const PATIENT_MS = 60_000;
/** The number of sets of 50 questions. All 27 sets cover the 1,319 questions, which takes minutes. */
const SETS = chooseCaseCount(1, 27);

/** The pairs of models, each with a separate protocol, under names that have a price. */
const PAIRS = [
  {
    provider: 'anthropic',
    wire: 'messages',
    path: '',
    baseline: { arm: '6b_verification', model: 'claude-haiku-4-5' },
    candidate: { arm: '175b_verification', model: 'claude-opus-4-5' },
  },
  {
    provider: 'openai',
    wire: 'chat_completions',
    path: '/v1',
    baseline: { arm: '6b_finetuning', model: 'gpt-4.1-nano' },
    candidate: { arm: '175b_finetuning', model: 'gpt-4.1' },
  },
] as const;

type Pair = (typeof PAIRS)[number];

let world: CarryingWorld;
beforeAll(async () => {
  world = await openCarryingWorld();
});
afterAll(() => world.close());

function recorded({ question, solved }: SolvedQuestion): RecordedAnswer[] {
  return PAIRS.flatMap(({ baseline, candidate }) =>
    [baseline, candidate].map(({ arm, model }) => ({ prompt: question, model, text: solved[arm].solution })),
  );
}

const chunksOf = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** The API over the world's database, with a route for each pair. The provider plays the models of the routes. */
async function openApi(provider: PlaybackProvider) {
  const { store } = world;
  const tenancy = await makeTenancy(store);
  const stores = comparisonStores(store);
  await setBudget(store, tenancy.workspaceId, UNREACHED_BUDGET_NANOS);
  const reports = { ...createReportStore(store.pool, store.clock) } as unknown as ApiPorts['reports'];
  const prices = createModelPrices(await loadPriceTable());
  const client = comparisonApi({ ...store, ...stores, tenancy }, { reports, prices })();
  const routes = await Promise.all(
    PAIRS.map(async ({ path, baseline, candidate, provider: name, wire }) => {
      const { connectionId } = await stores.connections.add({
        ...{ provider: name, wire, name: wire, endpoint: `${provider.endpoint}${path}` },
        uses: ['inference'],
        key: { kind: 'variable', name: 'TEST_PROVIDER_KEY' },
        modelFamilies: { [baseline.model]: 'small', [candidate.model]: 'large' },
        grants: [tenancy.workspaceId],
      });
      const target = (model: string): ModelTargetV1 => ({
        ...{ connection_id: connectionId, model, system: '', parameters: { max_output_tokens: 400 } },
      });
      const { environmentId } = tenancy;
      const made = { environmentId, name: wire, target: target(baseline.model), actorKind: 'person' } as const;
      const { route_id: routeId } = await stores.routes.create(made);
      return { routeId, candidate: target(candidate.model) };
    }),
  );
  return { client, routes };
}

interface Asked {
  readonly caseId: string;
  readonly question: SolvedQuestion;
}

async function createCases(client: TruetallyClient): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const chunk of chunksOf(questions.slice(0, SETS * IN_A_SET), CASES_AT_ONCE)) {
    const cases = chunk.map(({ question, label }) => ({
      ...{ messages: [{ role: 'user' as const, content: question }], label, reference_notes: '', critical: false },
    }));
    const { data } = await client.cases.create({ cases });
    asked.push(...data.cases.map(({ case_id: caseId }, index) => ({ caseId, question: chunk[index]! })));
  }
  return asked;
}

/** Runs a pair over one set. Returns the number of verdicts that equal those of the authors, and the paired table. */
async function compare(
  client: TruetallyClient,
  { pair, comparisonId, candidate, set }: { pair: Pair; comparisonId: string; candidate: ModelTargetV1; set: Asked[] },
): Promise<{ alike: number; pairs: ComparisonResultsV1['pairs'] }> {
  const { samples, runs, verdicts, results } = client.comparisons;
  const cases = set.map(({ caseId }) => ({ case_id: caseId, version: '1' }));
  const { sample_id } = (await samples.publish(comparisonId, { cases })).data;
  const { run_id: id } = (await runs.preflight(comparisonId, { sample_id, candidate })).data;
  await runs.start(comparisonId, { run_id: id, spend_ceiling_nano_usd: '10000000000' });
  await world.start(id, PATIENT_MS);
  const end: unknown = await world.client.workflow.getHandle(id).result();
  const { gaps, pairs: table } = (await results.get(comparisonId, id)).data;
  expect(gaps.filter(({ reason }) => reason !== 'verdict_failed')).toEqual([]);
  expect(end).toEqual({ state: 'complete', failure_code: '' });
  const allVerdicts = (await verdicts.list(comparisonId, id, { limit: 100 }).page()).items;
  expect(allVerdicts).toHaveLength(2 * set.length);
  const solvedOf = new Map(set.map(({ caseId, question }) => [caseId, question.solved]));
  const isAlike = ({ case_id, arm, outcome }: (typeof allVerdicts)[number]): boolean => {
    const name: Gsm8kArm = pair[arm].arm;
    return outcome === (solvedOf.get(case_id)![name].is_correct ? 'pass' : 'fail');
  };
  return { alike: allVerdicts.filter(isAlike).length, pairs: table };
}

describe.skipIf(questions.length === 0)('GSM8K, played back over the wires of two providers', () => {
  it(
    `has the verdicts of its authors and the published pairs, in ${SETS} of 27 sets`,
    async () => {
      const provider = await world.provider(questions.flatMap(recorded));
      const { client, routes } = await openApi(provider);
      await world.work();
      const asked = await createCases(client);
      const rule = { confidence: '0.95', quality: { kind: 'better' }, tolerated_unknowns: 0 } as const;
      const allRuns = await Promise.all(
        PAIRS.map(async (pair, index) => {
          const { routeId, candidate } = routes[index]!;
          const acceptance_rule = { ...rule, critical_cases_must_pass: false };
          const made = { name: pair.wire, kind: 'labeled', route_id: routeId, acceptance_rule } as const;
          const { comparison_id: comparisonId } = (await client.comparisons.create(made)).data;
          const runs = [];
          for (const set of chunksOf(asked, IN_A_SET))
            runs.push(await compare(client, { pair, comparisonId, candidate, set }));
          return runs;
        }),
      );
      expect(allRuns.map((runs) => runs.length)).toEqual([SETS, SETS]);
      const alike = allRuns.flat().reduce((sum, run) => sum + run.alike, 0);
      expect(alike).toBe(4 * asked.length);
      const sums = { both: 0, only_candidate: 0, only_baseline: 0, neither: 0, unknown: 0 };
      for (const { pairs } of allRuns[0]!)
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += pairs[name];
      expect(sums).toEqual({ ...(asked.length === questions.length ? GSM8K_PAIRS : pairsOf(asked)), unknown: 0 });
      // Each answer was requested and paid for once.
      expect(await provider.bill()).toHaveLength(alike);
    },
    SETS * 60_000,
  );
});

function pairsOf(asked: readonly Asked[]): typeof GSM8K_PAIRS | Record<keyof typeof GSM8K_PAIRS, number> {
  const sums = { both: 0, only_candidate: 0, only_baseline: 0, neither: 0 };
  for (const { question } of asked) {
    const { '6b_verification': baseline, '175b_verification': candidate } = question.solved;
    const alike = baseline.is_correct ? 'both' : 'neither';
    const apart = candidate.is_correct ? 'only_candidate' : 'only_baseline';
    sums[baseline.is_correct === candidate.is_correct ? alike : apart] += 1;
  }
  return sums;
}
