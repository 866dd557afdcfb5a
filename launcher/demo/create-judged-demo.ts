import type { CapturedContent } from '../../contracts/ingest/events/captured-content.ts';
import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { OutcomeMetric } from '../../domain/judges/evaluators.ts';

/** The verdict of a played-back judge: a line in the recordings of the playback provider. */
export interface PlayedVerdict {
  readonly contains: readonly string[];
  readonly model: string;
  readonly structured: { readonly reason: string; readonly verdict: 'pass' | 'fail' };
}

/** The verdicts of people and judges on some requests of the synthetic traffic, and the content of these requests. */
export interface JudgedDemo {
  readonly labels: readonly EvaluationOutcome[];
  readonly contents: readonly CapturedContent[];
  readonly verdicts: readonly PlayedVerdict[];
}

/** The judges of the demo. */
export const DEMO_JUDGES = {
  /** A judge that mostly agrees with people. */
  correctness: 'claude-haiku-4-5',
  /** Passes nearly everything. */
  helpfulness: 'gpt-4.1-mini',
} as const satisfies Partial<Record<OutcomeMetric, string>>;
type DemoMetric = keyof typeof DEMO_JUDGES;

const SEGMENT = 'synthetic-chat';
const REQUESTS = 120;

/** One question and its answer, with the verdicts of two people and the judge. */
interface Judged {
  readonly request: string;
  readonly response: string;
  readonly passes: Readonly<Record<DemoMetric, { ada: boolean; grace: boolean; judge: boolean }>>;
}

/**
 * Creates one judged row. The two people agree on nine of ten rows. A quarter of the answers is wrong, and a third
 * explains nothing.
 */
function judged(number: number): Judged {
  const factor = number + 12;
  const isRight = number % 4 !== 3;
  const explains = number % 3 !== 1;
  const product = factor * 7 + (isRight ? 0 : 10);
  const adaErrs = number % 20 === 7;
  const graceErrs = number % 20 === 13;
  return {
    request: `How much is ${factor} times 7?`,
    response: explains ? `It is ${product}: 7 times ${factor}, one after the other.` : `${product}`,
    passes: {
      correctness: { ada: isRight !== adaErrs, grace: isRight !== graceErrs, judge: isRight !== (number % 15 === 4) },
      helpfulness: { ada: explains !== adaErrs, grace: explains !== graceErrs, judge: number % 10 !== 0 },
    },
  };
}

/**
 * The labels of two people, the content and the judges' verdicts for the newest answers of one route: more than a
 * validation needs.
 */
export function createJudgedDemo(events: readonly TrafficEvent[]): JudgedDemo {
  const answered = events.filter(
    (event): event is RequestTerminal =>
      event.event === 'request_terminal' &&
      event.purpose === 'application' &&
      event.status === 'succeeded' &&
      event.route_id === SEGMENT,
  );
  const rows = answered.slice(-REQUESTS).map((terminal, number) => ({ terminal, ...judged(number) }));
  return {
    labels: rows.flatMap(({ terminal, passes }) =>
      (['correctness', 'helpfulness'] as const).flatMap((metric) =>
        (['ada', 'grace'] as const).map((person) => labelOf(terminal, metric, person, passes[metric][person])),
      ),
    ),
    contents: rows.map(({ terminal, request, response }) => ({
      workspaceId: terminal.scope.workspace_id,
      requestId: terminal.logical_request_id,
      admittedAt: new Date(terminal.admitted_at),
      request,
      response,
    })),
    verdicts: rows.flatMap(({ request, passes }) =>
      (['correctness', 'helpfulness'] as const).map((metric) => ({
        contains: [request],
        model: DEMO_JUDGES[metric],
        structured: {
          reason: 'A synthetic judge was recorded as saying so.',
          verdict: passes[metric].judge ? ('pass' as const) : ('fail' as const),
        },
      })),
    ),
  };
}

function labelOf(
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
  person: string,
  passes: boolean,
): EvaluationOutcome {
  return {
    event: 'evaluation_outcome',
    schema: 1,
    ...{ scope, purpose, logical_request_id },
    ...(release_id !== undefined && { release_id }),
    ...(route_id !== undefined && { route_id }),
    ...(trace_id !== undefined && { trace_id }),
    ...(team_id !== undefined && { team_id }),
    admitted_at,
    outcome_id: `synthetic-${metric}-by-${person}`,
    evaluator_id: 'human.label',
    evaluator_kind: 'human',
    metric,
    basis: 'measured',
    actor: 'synthetic-labels',
    occurred_at: terminal_at,
    verdict: passes ? 'pass' : 'fail',
    annotator: `synthetic-${person}`,
  };
}
