import type { CapturedContent } from '../../contracts/ingest/events/captured-content.ts';
import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { OutcomeMetric } from '../../domain/judges/evaluators.ts';
import { demoPanelCoordinates } from './demo-evals.ts';
import { DEMO_QUESTIONS, demoQuestion, demoResult } from './demo-questions.ts';
import { seededRandom } from './seeded-random.ts';

/** The verdicts of people and of a panel on the synthetic traffic, and the content of some of its requests. */
export interface JudgedDemo {
  readonly labels: readonly EvaluationOutcome[];
  readonly verdicts: readonly EvaluationOutcome[];
  readonly contents: readonly CapturedContent[];
}

const SEED = 20_260_201;

/** The segment whose newest labelled requests have content. */
const SEGMENT = 'synthetic-chat';

/** The probability with which each judged request was drawn for labels. */
const DRAW_PROBABILITY = 0.4;

/** The share of right answers. */
const RIGHT = 0.75;
/** The share of verdicts on which the panel is split, so that its certainty is 2/3. */
const SPLIT = 0.2;
/** The share of requests on which the panel has no majority. */
const ABSTAINED = 0.01;
/** The share of wrong labels of a person. */
const MISLABELLED = { ada: 0.01, grace: 0.03 } as const;
/** The share of drawn requests that a second person labelled. */
const TWICE = 0.25;

/** The shares of wrong verdicts of the panel, if it is of one mind and if it is split, by segment. */
const WRONG: Readonly<Record<string, { readonly whole: number; readonly split: number }>> = {
  // Its certain verdicts are good enough, and its other ones are not.
  [SEGMENT]: { whole: 0.01, split: 0.35 },
  // Even its certain verdicts are wrong too often.
  'synthetic-search': { whole: 0.22, split: 0.4 },
  // This segment has too few requests to show anything.
  'synthetic-batch': { whole: 0.01, split: 0.35 },
};

/** The random choices about one judged request. */
interface JudgedRow {
  readonly terminal: RequestTerminal;
  readonly isRight: boolean;
  readonly verdict: 'pass' | 'fail' | 'abstained';
  readonly isSplit: boolean;
  /** True if a random draw selected the request for labels. */
  readonly isDrawn: boolean;
  /** The verdicts of the people who labelled it. */
  readonly said: Readonly<Partial<Record<Person, boolean>>>;
}

type Person = keyof typeof MISLABELLED;
const PEOPLE = ['ada', 'grace'] as const satisfies readonly Person[];

/**
 * The outcomes of the synthetic traffic. A panel judged each answer of the application, and people labelled a random
 * draw of these. The newest labelled answers of one segment have content, and labels of a second metric. The same
 * events give the same outcomes.
 */
export function createJudgedDemo(events: readonly TrafficEvent[]): JudgedDemo {
  const random = seededRandom(SEED);
  const rows = events.filter(isAnswered).map((terminal) => judgedRow(terminal, random));
  const drawn = rows.filter(({ isDrawn }) => isDrawn);
  const shown = drawn.filter(({ terminal }) => terminal.route_id === SEGMENT).slice(-DEMO_QUESTIONS);
  const panel = demoPanelCoordinates();
  return {
    labels: [...drawn.flatMap(correctnessLabels), ...shown.flatMap(helpfulnessLabels)],
    verdicts: rows.map((row) => panelVerdict(row, panel)),
    contents: shown.map(({ terminal, isRight }, number) => ({
      workspaceId: terminal.scope.workspace_id,
      requestId: terminal.logical_request_id,
      admittedAt: new Date(terminal.admitted_at),
      request: demoQuestion(number),
      response: responseOf(number, isRight),
    })),
  };
}

function isAnswered(event: TrafficEvent): event is RequestTerminal {
  return event.event === 'request_terminal' && event.purpose === 'application' && event.status === 'succeeded';
}

/** Draws the same number of random numbers for each request, so that no choice about one changes another. */
function judgedRow(terminal: RequestTerminal, random: () => number): JudgedRow {
  const isRight = random() < RIGHT;
  const isSplit = random() < SPLIT;
  const isAbstained = random() < ABSTAINED;
  const { whole, split } = WRONG[terminal.route_id ?? ''] ?? { whole: 0, split: 0 };
  const isWrong = random() < (isSplit ? split : whole);
  const isDrawn = random() < DRAW_PROBABILITY;
  const ada = isRight !== random() < MISLABELLED.ada;
  const grace = isRight !== random() < MISLABELLED.grace;
  const isTwice = random() < TWICE;
  return {
    terminal,
    isRight,
    verdict: isAbstained ? 'abstained' : isRight !== isWrong ? 'pass' : 'fail',
    isSplit: isSplit || isAbstained,
    isDrawn,
    said: { ada, ...(isTwice && { grace }) },
  };
}

/** Two answers of three explain their result. */
function explains(number: number): boolean {
  return number % 3 !== 1;
}

function responseOf(number: number, isRight: boolean): string {
  const result = demoResult(number, isRight);
  return explains(number) ? `It is ${result}: 7, again and again.` : result;
}

function correctnessLabels({ terminal, said }: JudgedRow): EvaluationOutcome[] {
  return PEOPLE.flatMap((person) => {
    const passes = said[person];
    if (passes === undefined) return [];
    const design = { label_strategy: 'random', label_probability: DRAW_PROBABILITY } as const;
    return [{ ...labelOf(terminal, 'correctness', person, passes), ...design }];
  });
}

/** Labels without a known design, on which the two people agree on nine of ten. */
function helpfulnessLabels({ terminal }: JudgedRow, number: number): EvaluationOutcome[] {
  const mislabelled = { ada: number % 20 === 7, grace: number % 20 === 13 };
  return PEOPLE.map((person) => labelOf(terminal, 'helpfulness', person, explains(number) !== mislabelled[person]));
}

function labelOf(terminal: RequestTerminal, metric: OutcomeMetric, person: Person, passes: boolean): EvaluationOutcome {
  return {
    ...outcomeOf(terminal, metric),
    outcome_id: `synthetic-${metric}-by-${person}`,
    evaluator_id: 'human.label',
    evaluator_kind: 'human',
    actor: 'synthetic-labels',
    verdict: passes ? 'pass' : 'fail',
    annotator: `synthetic-${person}`,
  };
}

function panelVerdict(
  { terminal, verdict, isSplit }: JudgedRow,
  coordinates: ReturnType<typeof demoPanelCoordinates>,
): EvaluationOutcome {
  return {
    ...outcomeOf(terminal, 'correctness'),
    outcome_id: 'synthetic-correctness-by-panel',
    evaluator_id: coordinates.judge_id,
    evaluator_kind: 'judge',
    actor: 'synthetic-judge',
    verdict,
    ...coordinates,
    ...(verdict !== 'abstained' && { judge_certainty: isSplit ? 2 / 3 : 1 }),
    panel_split: isSplit,
  };
}

/** The members of an outcome that are those of its request. */
function outcomeOf(
  {
    scope,
    purpose,
    logical_request_id,
    release_id,
    route_id,
    trace_id,
    team_id,
    admitted_at,
    terminal_at,
  }: RequestTerminal,
  metric: OutcomeMetric,
): OutcomeRequest & Pick<EvaluationOutcome, 'event' | 'schema' | 'metric' | 'basis' | 'occurred_at'> {
  return {
    event: 'evaluation_outcome',
    schema: 1,
    ...{ scope, purpose, logical_request_id },
    ...(release_id !== undefined && { release_id }),
    ...(route_id !== undefined && { route_id }),
    ...(trace_id !== undefined && { trace_id }),
    ...(team_id !== undefined && { team_id }),
    ...{ admitted_at, metric },
    basis: 'measured',
    occurred_at: terminal_at,
  };
}
