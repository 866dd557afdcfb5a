import type { AnswerGroup, CompletionEvidence, SpendEvidence } from '../../contracts/insight/answer/answer-group.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { Facet } from '../../domain/insight/dimensions.ts';
import { cellValue, isMoney, succeeded, type MeasuredGroup } from './cells.ts';
import {
  facetValueKey,
  pendingRequests,
  pendingValue,
  canSplit,
  readFacetValue,
  type FacetValue,
} from './facet-values.ts';
import { groupFacts, ofPurpose, type AskedFacet, type GroupFacts } from './group-facts.ts';
import { isSplit } from './group-filter.ts';
import { latencySummary, readLatencySamples, type LatencyMethod, type LatencyMetric } from './latency.ts';
import { computeProtection } from './protection.ts';
import { narrowPopulation, queryPurposes, selectFacts, type Population, type Selected } from './selection.ts';
import { isIncomplete, missingFrom } from './spans.ts';
import { computeSpend } from './spend.ts';
import { bucketsIn } from './time-buckets.ts';
import { factTimeMs, queryWindow, type LabelledBucket, type Question, type Span, type World } from './world.ts';

const FEEDBACK = ['app_feedback.v1', 'app_feedback_rated_requests.v1'];
const MAX_VALUES = 1_000;
const MAX_GROUPS = 10_000;

export interface ReferenceGroups {
  readonly groups: readonly AnswerGroup[];
  readonly truncated: boolean;
}

/** A line of an answer: a purpose, or one value of a facet within a purpose. */
interface GroupLine {
  readonly purpose: Purpose;
  readonly facet?: AskedFacet;
}

export function referenceGroups(facts: readonly FactEvent[], world: World, question: Question): ReferenceGroups {
  const { query } = question;
  const window = queryWindow(query);
  const selected = selectFacts(facts, world, question, window);
  const before = query.comparison === undefined ? undefined : previousPeriod(window);
  const selectedBefore = before && selectFacts(facts, world, question, before);
  const spans: (Span & Partial<LabelledBucket>)[] = query.grain === undefined ? [window] : bucketsIn(window, query);
  const methodOf = methodFor(question, selectedBefore === undefined ? [selected] : [selected, selectedBefore]);

  const purposes = queryPurposes(question).filter(
    (purpose) =>
      hasFacts(selected, purpose, question) ||
      (selectedBefore !== undefined && hasFacts(selectedBefore, purpose, question)),
  );
  const { lines, truncated } = boundedLines(selected, purposes, spans, question);
  const groups = lines.flatMap((line) =>
    spans.map((span) => {
      const measured = measure(line, selected, span, { world, question, methodOf });
      return {
        purpose: line.purpose,
        ...(span.label !== undefined && {
          bucket: { from: iso(span.fromMs), to: iso(span.toMs), label: span.label },
        }),
        ...(line.facet && { facet: nameOf(line.facet) }),
        cells: cellsOf(measured, question),
        ...evidenceOf(measured, question),
        ...(before &&
          selectedBefore && {
            previous: {
              from: iso(before.fromMs),
              to: iso(before.toMs),
              cells: cellsOf(measure(line, selectedBefore, before, { world, question, methodOf }), question),
              ...noteOn(world, question, window, before),
            },
          }),
      };
    }),
  );
  return { groups, truncated };
}

function nameOf({ member, value }: AskedFacet): AnswerGroup['facet'] & object {
  return 'noneOf' in value ? { member, other: true } : { member, ...value };
}

function previousPeriod({ fromMs, toMs }: Span): Span {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

/** True if a purpose has any fact, shown or excluded. */
function hasFacts(selected: Selected, purpose: Purpose, question: Question): boolean {
  return countedFacts(selected, purpose, question).length > 0;
}

/**
 * The facts that make a group exist. They include verdicts if the question has feedback metrics. If it has protection
 * metrics, they include evaluations that are not excluded.
 */
function countedFacts({ included, excluded }: Selected, purpose: Purpose, { query }: Question): FactEvent[] {
  const { metrics = [] } = query;
  const asksFeedback = metrics.some((metric) => FEEDBACK.includes(metric));
  const verdicts = asksFeedback ? [included, excluded].flatMap((side) => ofPurpose(side, purpose).verdicts) : [];
  return [
    ...traffic({ included, excluded }, purpose),
    ...verdicts,
    ...(metrics.includes('protection.v1') ? ofPurpose(included, purpose).evaluations : []),
  ];
}

/** The facts except verdicts and evaluations, shown or excluded. */
function traffic({ included, excluded }: Selected, purpose: Purpose): FactEvent[] {
  return [included, excluded].flatMap((side) => {
    const { admissions, terminals, attempts, effects } = ofPurpose(side, purpose);
    return [...admissions, ...terminals, ...attempts, ...effects];
  });
}

/** The latency method of the complete question. It is exact while the number of samples is within the bound. */
function methodFor(question: Question, selections: readonly Selected[]): (metric: LatencyMetric) => LatencyMethod {
  return (metric) => {
    const samples = selections.flatMap(({ included }) =>
      queryPurposes(question).flatMap((purpose) => readLatencySamples(ofPurpose(included, purpose).terminals, metric)),
    );
    return samples.length <= question.maxExactSamples ? 'exact' : 'log_buckets';
  };
}

/** The lines of an answer in order, as many as fit. Complete lines are dropped from the end. */
function boundedLines(
  selected: Selected,
  purposes: readonly Purpose[],
  spans: readonly Span[],
  question: Question,
): { lines: GroupLine[]; truncated: boolean } {
  const { facets } = question.query;
  if (facets === undefined) return { lines: purposes.map((purpose) => ({ purpose })), truncated: false };
  const { top_values: max } = question.query;
  const perMember = purposes.flatMap((purpose) =>
    facets.map((member): GroupLine[] => {
      const values = valuesOf(selected, purpose, member, spans, question);
      const named = (value: AskedFacet['value']): GroupLine => ({ purpose, facet: { member, value } });
      if (max === undefined) return values.map(named);
      const first = values.slice(0, max);
      return [...first.map(named), named({ noneOf: first })];
    }),
  );
  const all = perMember.flatMap((lines) => lines.slice(0, MAX_VALUES));
  const lines = all.slice(0, Math.floor(MAX_GROUPS / spans.length));
  return { lines, truncated: lines.length < all.length || perMember.some((values) => values.length > MAX_VALUES) };
}

/** Every value of the purpose's facts, ordered by most requests, then attempts, then cost effects, then by value. */
function valuesOf(
  selected: Selected,
  purpose: Purpose,
  member: Facet,
  spans: readonly Span[],
  question: Question,
): FacetValue[] {
  const values = new Map<string, FacetValue>();
  for (const event of question.query.top_values === undefined
    ? countedFacts(selected, purpose, question)
    : traffic(selected, purpose)) {
    const value = readFacetValue(member, event);
    if (value !== undefined) values.set(facetValueKey(value), value);
  }
  for (const side of [selected.included, selected.excluded]) {
    const whole = ofPurpose(side, purpose);
    const derived = pendingValue(member);
    const isPending = spans.some((span) => pendingRequests(within(whole, span)) > 0);
    if (derived !== undefined && isPending) values.set(facetValueKey(derived), derived);
  }
  const whole = ofPurpose(selected.included, purpose);
  return [...values.values()]
    .map((value) => ({ value, facts: groupFacts(whole, { member, value }) }))
    .sort(
      (a, b) =>
        b.facts.observed - a.facts.observed ||
        b.facts.attempts.length - a.facts.attempts.length ||
        countedEffects(b.facts.effects) - countedEffects(a.facts.effects) ||
        Number(a.value.unserved ?? false) - Number(b.value.unserved ?? false) ||
        compare(a.value.value ?? '', b.value.value ?? ''),
    )
    .map(({ value }) => value);
}

/** The number of effects without price transitions, because a price that becomes known later is not another effect. */
function countedEffects(effects: GroupFacts['effects']): number {
  return effects.filter((effect) => effect.effect_kind !== 'price_transition').length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function within(population: Population, span: Span): Population {
  return narrowPopulation(population, (event) => factTimeMs(event) >= span.fromMs && factTimeMs(event) < span.toMs);
}

interface Asked {
  readonly world: World;
  readonly question: Question;
  readonly methodOf: (metric: LatencyMetric) => LatencyMethod;
}

function measure({ purpose, facet }: GroupLine, selected: Selected, span: Span, asked: Asked): MeasuredGroup {
  const { world, question, methodOf } = asked;
  const whole = within(ofPurpose(selected.included, purpose), span);
  const wholeExcluded = within(ofPurpose(selected.excluded, purpose), span);
  return {
    facts: groupFacts(whole, facet),
    excluded: groupFacts(wholeExcluded, facet),
    wholeObserved: groupFacts(whole).observed,
    ...(facet && { facet }),
    fromMs: span.fromMs,
    journalGaps: missingFrom(world, question, span, ['gateway_journal']),
    controlPlaneGaps: missingFrom(world, question, span, ['control_plane_outbox']),
    allGaps: missingFrom(world, question, span),
    methodOf,
  };
}

function cellsOf(measured: MeasuredGroup, question: Question): AnswerGroup['cells'] {
  return (question.query.metrics ?? []).map((metric) => ({ metric, value: cellValue(metric, measured, question) }));
}

function evidenceOf(
  measured: MeasuredGroup,
  question: Question,
): Pick<AnswerGroup, 'latency' | 'protection' | 'evidence_coverage'> {
  const metrics = question.query.metrics ?? [];
  const member = measured.facet?.member;
  const latencies = metrics.filter(
    (metric) => metric === 'response_latency.v1' || metric === 'first_output_latency.v1',
  );
  const hasGaps = measured.journalGaps.length > 0;
  return {
    ...(latencies.length > 0 && {
      latency: latencies.map((metric) =>
        latencySummary(measured.facts.terminals, metric, measured.methodOf(metric), hasGaps),
      ),
    }),
    ...(metrics.includes('protection.v1') &&
      canSplit(member, 'team_runs_and_protection') &&
      isSplit(question, 'team_runs_and_protection') && { protection: computeProtection(measured.facts) }),
    evidence_coverage: {
      completion: completionOf(measured.facts),
      ...(metrics.some(isMoney) && { spend: spendEvidence(measured, question) }),
    },
  };
}

function completionOf(facts: GroupFacts): CompletionEvidence {
  const ended = (status: string): string =>
    String(facts.terminals.filter((terminal) => terminal.status === status).length);
  return {
    numerator: String(succeeded(facts)),
    denominator: String(facts.observed),
    completed: String(succeeded(facts)),
    refused: ended('refused'),
    failed: ended('failed'),
    partial: ended('partial'),
    cancelled: ended('cancelled'),
    pending_or_unknown: String(facts.pending + Number(ended('unknown'))),
  };
}

function spendEvidence({ facts, facet }: MeasuredGroup, question: Question): SpendEvidence {
  if (!question.scope.mayReadCost) return { state: 'unavailable', reason: 'scope_not_authorized' };
  if (!canSplit(facet?.member, 'spend') || !isSplit(question, 'spend') || facts.effects.length === 0) {
    return { state: 'unavailable', reason: 'not_observed' };
  }
  const spend = computeSpend(facts.effects);
  return {
    state: 'available',
    counts: {
      priced_effects: String(spend.priced),
      pending_effects: String(spend.pending),
      unpriced_effects: String(spend.unpriced),
      estimated_effects: String(spend.estimated),
      estimate_status_unknown_effects: String(spend.estimateUnknown),
      adjustment_effects: String(spend.adjustments),
    },
  };
}

type Note = Pick<NonNullable<AnswerGroup['previous']>, 'note'>;

function noteOn(world: World, question: Question, current: Span, previous: Span): Note {
  const now = isIncomplete(world, question, current);
  const before = isIncomplete(world, question, previous);
  if (now && before) return { note: 'both_incomplete' };
  if (now) return { note: 'current_incomplete' };
  return before ? { note: 'previous_incomplete' } : {};
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
