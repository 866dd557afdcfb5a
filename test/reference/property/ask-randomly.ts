import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import type { ReadScope } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { pageSize, referenceAnswer } from '../answer.ts';
import { DEFAULT_VALUES } from '../dimensions/dimension-lines.ts';
import { queryPurposes } from '../selection.ts';
import { computeCoverage } from '../spans.ts';
import { wholeBuckets } from '../time-buckets.ts';
import { queryWindow, type Question } from '../world.ts';
import { chooseCaseCount } from '../../../testing/choose-case-count.ts';
import type { Random } from '../../../testing/random.ts';
import { compareLayers } from './compare-layers.ts';
import { explainDifference } from './explain-difference.ts';
import type { ExpectedPin, LoadedWorld } from './loaded-world.ts';
import { makeFrame, makeQuery, type Frame } from './make-question.ts';

/** A question under a pin that was taken earlier. */
export interface Asked {
  readonly scope: ReadScope;
  readonly frame: Frame;
  readonly pin: ExpectedPin;
  readonly context: ReadContext;
}

interface Round {
  readonly random: Random;
  readonly questions: number;
  /** The name that identifies the question. */
  readonly name: string;
  /** Pins of earlier rounds; this round adds its pins. */
  readonly earlier: Asked[];
}

interface Outcome {
  readonly differences: readonly string[];
  readonly answered: number;
}

/** The number of concurrent questions. More questions would only wait. */
const AT_ONCE = 3;
const PAGES = 3;
/** The number of questions between two comparisons of rows, blocks and cells. */
const QUESTIONS_PER_COMPARISON = chooseCaseCount(20, 2);

/** Asks random questions, a third of them under earlier pins, and returns the differences from the reference. */
export async function askRandomly(loaded: LoadedWorld, round: Round): Promise<Outcome> {
  const past = [...round.earlier];
  const questions = Array.from({ length: round.questions }, (_, index) => makeOne(loaded, round.random, past, index));
  const differences: string[] = [];
  let answered = 0;
  const work = async (): Promise<void> => {
    for (let next = questions.shift(); next !== undefined; next = questions.shift()) {
      const found = await compare(loaded, next, round.earlier);
      if (found.length > 0) differences.push(report(round.name, next, found));
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { differences, answered };
}

interface One {
  readonly index: number;
  readonly scope: ReadScope;
  readonly frame: Frame;
  readonly query: InsightQuery;
  readonly pin: ExpectedPin;
  readonly repeated: boolean;
}

function makeOne(loaded: LoadedWorld, random: Random, past: readonly Asked[], index: number): One {
  if (past.length > 0 && random.chance(0.33)) {
    const { scope, frame, pin, context } = random.pick(past);
    const made = makeQuery(random, frame);
    // Every read checks the current permissions for money, content and dimensions.
    const now = {
      ...scope,
      mayReadCost: random.chance(0.8),
      mayReadContent: random.chance(0.5),
      mayReadDimensions: random.chance(0.8),
    };
    return { index, scope: now, frame, query: { ...made, read_context: context }, pin, repeated: true };
  }
  const { scope, frame } = makeFrame(random);
  return {
    index,
    scope,
    frame,
    query: makeQuery(random, frame),
    pin: loaded.pinOf(scope.workspaceId),
    repeated: false,
  };
}

async function compare(loaded: LoadedWorld, one: One, pins: Asked[]): Promise<string[]> {
  const { scope, query, pin } = one;
  const question: Question = { scope, query, pin, maxExactSamples: QUERY_LIMITS.max_exact_samples };
  const due = dueRefusal(loaded, one);
  const first = await answerOf(loaded, scope, query);
  if (due !== undefined || 'refused' in first) {
    return explainDifference(
      { refused: due },
      'refused' in first ? { refused: first.refused } : { refused: undefined },
      '',
    );
  }
  const { read_context: context, minted } = first.answer;
  if (!one.repeated && query.grain === undefined && pins.length < 120)
    pins.push({ scope, frame: one.frame, pin, context });
  return [
    ...explainDifference(!one.repeated, minted, '/minted'),
    ...explainDifference(expectedContext(loaded, question, pin), without(context, UNTOLD), '/read_context'),
    ...(await comparePages(loaded, question, first)),
    // The comparison doubles the statements, so it does not run after every question.
    ...(one.index % QUESTIONS_PER_COMPARISON === 0 ? await compareLayers(loaded, question, context) : []),
  ];
}

/**
 * Compares pages. A drilldown that was opened from a chart has one page. Any other drilldown continues to its end, with
 * every row once.
 */
async function comparePages(loaded: LoadedWorld, question: Question, first: Answered): Promise<string[]> {
  const { query, scope } = question;
  const onePage = query.latency_filter !== undefined || query.facet_filter !== undefined;
  let page = first;
  for (let number = 1; number <= PAGES; number += 1) {
    const skipped = (number - 1) * pageSize(query);
    const expected = referenceAnswer(loaded.world, question, skipped);
    const context = page.answer.read_context;
    const goesOn = expected.moreFollow && !onePage;
    const found = [
      ...explainDifference(
        expected.body,
        without(page.answer, ['read_context', 'minted', 'missing']),
        number === 1 ? '' : `/page ${number}`,
      ),
      ...explainDifference(goesOn, page.nextCursor !== undefined, `/next_cursor of page ${number}`),
    ];
    if (found.length > 0 || page.nextCursor === undefined || number === PAGES) return found;
    const next = await answerOf(loaded, scope, { ...query, read_context: context, cursor: page.nextCursor });
    if ('refused' in next) return [`/page ${number + 1} was refused: ${next.refused}`];
    page = next;
  }
  return [];
}

interface Answered {
  readonly answer: InsightAnswer;
  readonly nextCursor?: string;
}

async function answerOf(
  { reader }: LoadedWorld,
  scope: ReadScope,
  query: InsightQuery,
): Promise<Answered | { readonly refused: string }> {
  try {
    return await reader.answer({ scope, query });
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    throw new Error(`A question failed: ${JSON.stringify({ scope, query })}`, { cause: error });
  }
}

/** The only refusal that a valid question can get; undefined if the question must be answered. */
function dueRefusal(loaded: LoadedWorld, { scope, query, pin }: One): string | undefined {
  if (hasTooManyGroups(query)) return 'window_too_large';
  if (query.dimension_filter !== undefined && !scope.mayReadDimensions) return 'forbidden';
  if (query.ranked_by === 'spend' && !scope.mayReadCost) return 'forbidden';
  const { retention, exclusion } = loaded.pinOf(scope.workspaceId).generations;
  if (pin.generations.retention !== retention || pin.generations.exclusion !== exclusion) return 'read_context_expired';
  return query.attempt_filter?.cost_effects_only === true && !scope.mayReadCost ? 'forbidden' : undefined;
}

/** The maximum number of groups of an answer. */
const MAX_GROUPS = 10_000;

/** True if an answer could have too many groups: of each value, of all other values and of no value. */
function hasTooManyGroups(query: InsightQuery): boolean {
  const { grain, purposes = ['application'], dimensions = [], dimension_values: values = DEFAULT_VALUES } = query;
  const buckets = grain === undefined ? 1 : wholeBuckets(queryWindow(query), { grain }).length;
  return dimensions.length * purposes.length * (values + 2) * buckets > MAX_GROUPS;
}

/** The members that a reader without the key cannot compute, and the member that only a series has. */
const UNTOLD = ['seal', 'scope_digest', 'grain'] as const;

function without(document: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}

/** The expected read context, computed by an observer of all arrivals. */
function expectedContext(
  { world }: LoadedWorld,
  question: Question,
  pin: ExpectedPin,
): Omit<ReadContext, (typeof UNTOLD)[number]> {
  const { scope, query } = question;
  const window = queryWindow(query);
  return {
    schema: 1,
    catalog_version: 1,
    filter_version: 1,
    central_account_id: scope.subjectId,
    workspace_id: scope.workspaceId,
    authority_epoch: scope.authorityEpoch,
    projection_generation: '1',
    retention_generation: String(pin.generations.retention),
    exclusion_generation: String(pin.generations.exclusion),
    from: new Date(window.fromMs).toISOString(),
    to: new Date(window.toMs).toISOString(),
    display_tz: query.display_tz ?? 'UTC',
    purposes: [...queryPurposes(question)],
    arrival_fence: String(pin.ownFence),
    disclosed_through: String(pin.ownDisclosedThrough),
    watermarks: [...pin.watermarks],
    coverage: computeCoverage(world, question, window),
    evaluated_at: new Date(pin.evaluatedMs).toISOString(),
  };
}

function report(name: string, { index, scope, query, pin, repeated }: One, found: readonly string[]): string {
  return [
    `${name}, question ${index}: ${found.length} differences${repeated ? ' under an earlier pin' : ''}`,
    `  scope ${JSON.stringify(scope)}`,
    `  query ${JSON.stringify(without(query, ['read_context']))}`,
    `  fence ${pin.fence}, disclosed through ${pin.disclosedThrough}`,
    ...found.slice(0, 12).map((line) => `  ${line}`),
  ].join('\n');
}
