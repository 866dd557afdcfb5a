import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { FeedbackVerdict } from '../../contracts/ingest/events/feedback-verdict.ts';
import type { ProtectionEvaluation } from '../../contracts/ingest/events/protection-evaluation.ts';
import type { ReleaseMarker } from '../../contracts/ingest/events/release-marker.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { PURPOSES, type Purpose } from '../../domain/insight/insight-sets.ts';
import { isChosen, isUnchosenEnding } from './group-filter.ts';
import { admissionOf } from './request-openings.ts';
import { factTimeMs, toUnixMs, type ArrivedFact, type Question, type Span, type World } from './world.ts';

/** Facts by kind. Verdicts and evaluations are the newest of their identity. */
export interface Population {
  /** The first event of each request, which is its admission or its ending, in the form of an admission. */
  readonly admissions: readonly RequestAdmitted[];
  readonly terminals: readonly RequestTerminal[];
  /** The endings that are not chosen while pending requests are. Their requests are in `admissions`. */
  readonly unchosen: readonly RequestTerminal[];
  readonly attempts: readonly Attempt[];
  readonly effects: readonly CostEffect[];
  readonly verdicts: readonly FeedbackVerdict[];
  readonly evaluations: readonly ProtectionEvaluation[];
  readonly markers: readonly ReleaseMarker[];
}

/** The facts that a question shows, and the facts that exclusions remove. */
export interface Selected {
  readonly included: Population;
  readonly excluded: Population;
}

export function queryPurposes({ query }: Question): readonly Purpose[] {
  const asked: readonly Purpose[] = query.purposes ?? ['application'];
  return PURPOSES.filter((purpose) => asked.includes(purpose));
}

/** All facts that the question may use: they have arrived, belong to the workspace, and have not expired. */
export function listKnownFacts(world: World, { scope, pin }: Question): FactEvent[] {
  const keepsFrom = world.keepsFromMs.get(scope.workspaceId) ?? -Infinity;
  const facts = world.facts.filter(
    ({ seq, event }) =>
      seq <= pin.fence &&
      event.scope.organization_id === scope.organizationId &&
      event.scope.workspace_id === scope.workspaceId &&
      factTimeMs(event) >= keepsFrom,
  );
  return newestOnly(endedOnce(openedOnce(facts))).map(({ event }) => event);
}

/** The facts of the question's scope, purposes, releases and groups in a span. */
export function selectFacts(facts: readonly FactEvent[], world: World, question: Question, span: Span): Selected {
  const inSpan = facts.filter((event) => isAskedFor(event, question) && isWithin(factTimeMs(event), span));
  const chosen = inSpan.filter((event) => isChosen(question, event));
  const unchosen = inSpan.filter((event) => isUnchosenEnding(question, event));
  const isOut = (event: FactEvent): boolean => event.event !== 'release_marker' && isExcluded(event, world);
  const isIn = (event: FactEvent): boolean => !isOut(event);
  return {
    included: byKind(chosen.filter(isIn), unchosen.filter(isIn)),
    excluded: byKind(chosen.filter(isOut), unchosen.filter(isOut)),
  };
}

export function isExcluded(event: FactEvent, world: World): boolean {
  return world.exclusions.some(
    (exclusion) =>
      exclusion.environmentIds.includes(event.scope.environment_id) && isWithin(factTimeMs(event), exclusion),
  );
}

/** True if an event has an environment, a purpose and a release of the question, at any time. */
export function isAskedFor(event: FactEvent, question: Question): boolean {
  const releases = question.query.release_ids ?? [];
  return (
    question.scope.environmentIds.includes(event.scope.environment_id) &&
    (event.event === 'release_marker' || queryPurposes(question).includes(event.purpose)) &&
    (releases.length === 0 || (event.release_id !== undefined && releases.includes(event.release_id)))
  );
}

export function isWithin(instantMs: number, { fromMs, toMs }: Span): boolean {
  return instantMs >= fromMs && instantMs < toMs;
}

/** The chosen facts by kind, and the endings that are not chosen. */
export function byKind(events: readonly FactEvent[], unchosen: readonly FactEvent[] = []): Population {
  return {
    admissions: events.filter((event) => event.event === 'request_admitted'),
    terminals: events.filter((event) => event.event === 'request_terminal'),
    unchosen: unchosen.filter((event) => event.event === 'request_terminal'),
    attempts: events.filter((event) => event.event === 'attempt'),
    effects: events.filter((event) => event.event === 'cost_effect'),
    verdicts: events.filter((event) => event.event === 'feedback_verdict'),
    evaluations: events.filter((event) => event.event === 'protection_evaluation'),
    markers: events.filter((event) => event.event === 'release_marker'),
  };
}

/** Narrows every kind by one condition. */
export function narrowPopulation(population: Population, keeps: (event: FactEvent) => boolean): Population {
  return {
    admissions: population.admissions.filter(keeps),
    terminals: population.terminals.filter(keeps),
    unchosen: population.unchosen.filter(keeps),
    attempts: population.attempts.filter(keeps),
    effects: population.effects.filter(keeps),
    verdicts: population.verdicts.filter(keeps),
    evaluations: population.evaluations.filter(keeps),
    markers: population.markers.filter(keeps),
  };
}

/** The facts with one admission for each request: its first event, even if that is an ending. */
function openedOnce(facts: readonly ArrivedFact[]): ArrivedFact[] {
  const openings = new Map<string, ArrivedFact>();
  for (const { seq, event } of facts.toSorted((a, b) => Number(a.seq - b.seq))) {
    if (event.event !== 'request_admitted' && event.event !== 'request_terminal') continue;
    if (!openings.has(event.logical_request_id))
      openings.set(event.logical_request_id, { seq, event: admissionOf(event) });
  }
  return [...facts.filter(({ event }) => event.event !== 'request_admitted'), ...openings.values()];
}

/** The facts with one ending for each request: the first cancellation, or else the first ending. */
function endedOnce(facts: readonly ArrivedFact[]): ArrivedFact[] {
  const endings = new Map<string, ArrivedFact>();
  for (const fact of facts.toSorted((a, b) => Number(a.seq - b.seq))) {
    if (fact.event.event !== 'request_terminal') continue;
    const before = endings.get(fact.event.logical_request_id)?.event;
    if (before === undefined || (isCancelled(fact.event) && !isCancelled(before)))
      endings.set(fact.event.logical_request_id, fact);
  }
  return facts.filter(
    (fact) => fact.event.event !== 'request_terminal' || endings.get(fact.event.logical_request_id) === fact,
  );
}

function isCancelled(event: FactEvent | undefined): boolean {
  return event?.event === 'request_terminal' && event.status === 'cancelled';
}

/** The facts without those that a newer revision or evaluation has replaced. */
function newestOnly(facts: readonly ArrivedFact[]): ArrivedFact[] {
  const newest = new Map<string, ArrivedFact>();
  const others: ArrivedFact[] = [];
  for (const fact of facts) {
    const identity = identityOf(fact.event);
    if (identity === undefined) others.push(fact);
    else {
      const before = newest.get(identity);
      if (before === undefined || isNewer(fact, before)) newest.set(identity, fact);
    }
  }
  return [...others, ...newest.values()];
}

function identityOf(event: FactEvent): string | undefined {
  switch (event.event) {
    case 'feedback_verdict':
      return JSON.stringify(['verdict', event.logical_request_id, event.issuer_ref, event.feedback_id]);
    case 'protection_evaluation':
      return JSON.stringify(['evaluation', event.logical_request_id, event.component_id, event.phase]);
    default:
      return undefined;
  }
}

/** True if a fact is newer, by revision or by time of evaluation. If these are equal, the later arrival is newer. */
function isNewer(fact: ArrivedFact, before: ArrivedFact): boolean {
  const difference = ageRank(fact.event) - ageRank(before.event);
  return difference === 0 ? fact.seq > before.seq : difference > 0;
}

function ageRank(event: FactEvent): number {
  if (event.event === 'feedback_verdict') return event.revision;
  return event.event === 'protection_evaluation' ? toUnixMs(event.evaluated_at) : 0;
}
