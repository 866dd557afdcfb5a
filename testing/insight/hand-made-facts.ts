import { LAYERS, type Layer } from '../../analytics/insight/plan/layer-plan.ts';
import { measureFacts, type MeasureOptions } from '../../analytics/insight/read/measure-facts.ts';
import type { FactsQuestion } from '../../analytics/insight/question/facts-question.ts';
import type { MeasuredFacts, MeasuredGroup } from '../../analytics/insight/question/measured-facts.ts';
import { TOKEN_KIND_FIGURES } from '../../analytics/insight/plan/traffic-populations.ts';
import { createStatementRunner } from '../../analytics/statements/statement-runner.ts';
import type { RunQuestionQuery, BoundQuery } from '../../analytics/statements/bound-query.ts';
import { ADDITIVE_FIGURES, type AdditiveSums } from '../../domain/insight/group-sums.ts';
import { createFactsDatabase, type FactsDatabase, type TaggedColumns } from './facts.ts';
import { FIGURE_FACTS } from './figure-facts.ts';
import { JANUARY_FACTS } from './january-facts.ts';

/** A question about everything of one environment in January. The fence excludes some of the facts. */
export const JANUARY: FactsQuestion = {
  organizationId: 'org_a',
  workspaceId: 't_a',
  environmentIds: ['env_a'],
  holdsEveryEnvironment: false,
  from: new Date('2026-01-01T00:00:00.000Z'),
  to: new Date('2026-02-01T00:00:00.000Z'),
  purposes: ['application'],
  releaseIds: [],
  fence: 100n,
  hasReplacedEndings: false,
  exclusions: [],
  facets: [],
  chosen: [],
  figures: new Set(ADDITIVE_FIGURES.filter((figure) => !TOKEN_KIND_FIGURES.has(figure))),
  feedback: false,
  teamRuns: false,
  protection: false,
  markers: false,
  latency: [],
};
export const MARCH: FactsQuestion = {
  ...JANUARY,
  from: new Date('2026-03-01T00:00:00.000Z'),
  to: new Date('2026-04-01T00:00:00.000Z'),
};
/** The combinations of layers that must give the same answer. */
export const LAYER_COMBINATIONS: readonly (readonly Layer[])[] = [
  LAYERS,
  ['days', 'hours', 'facts'],
  ['months', 'facts'],
  ['days', 'facts'],
  ['hours', 'facts'],
  ['facts'],
];

/** Hand-made facts in a separate database, and the function that measures them. */
export interface HandMadeFacts extends FactsDatabase {
  /** Measures the facts: returns the answer and its statements. */
  readonly measure: (
    question: FactsQuestion,
    options?: MeasureOptions,
  ) => Promise<{ measured: MeasuredFacts; statements: BoundQuery[] }>;
}

export async function createHandMadeFacts(clickhouseUrl: string): Promise<HandMadeFacts> {
  const facts = await createMeasuredFacts(clickhouseUrl, JANUARY_FACTS);
  await facts.insert(FIGURE_FACTS);
  return facts;
}

/** Creates a separate database with these facts by table. */
export async function createMeasuredFacts(
  clickhouseUrl: string,
  inserted: Readonly<Record<string, readonly TaggedColumns[]>>,
): Promise<HandMadeFacts> {
  const facts = await createFactsDatabase(clickhouseUrl);
  await facts.insert(inserted);
  return {
    ...facts,
    measure: async (question, options = {}) => {
      const run = createStatementRunner({ clickhouse: facts.client }).forQuestion({});
      const statements: BoundQuery[] = [];
      const ask: RunQuestionQuery = (query) => {
        statements.push(query);
        return run(query);
      };
      return { measured: await measureFacts(ask, question, options), statements };
    },
  };
}

/** The sums that are not zero, as text. */
export function nonZeroSums(sums: AdditiveSums | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sums ?? {})
      .filter(([, sum]) => sum !== 0n)
      .map(([figure, sum]) => [figure, String(sum)]),
  );
}

/** The group of a facet value, or the total without one. */
export function findGroup({ groups }: MeasuredFacts, member?: string, value = ''): MeasuredGroup | undefined {
  return groups.find(({ key }) => key.facet?.member === member && (key.facet?.value ?? '') === value);
}
