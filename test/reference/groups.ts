import type { AnswerGroup, CompletionEvidence, SpendEvidence } from '../../contracts/insight/answer/answer-group.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { Facet } from '../../domain/insight/dimensions.ts';
import { cellValue, isMoney, succeeded, type MeasuredGroup } from './cells.ts';
import { listDimensionLines } from './dimensions/dimension-lines.ts';
import { withheldCells } from './dimensions/withheld-line.ts';
import { facetValueKey, pendingRequests, pendingValue, readFacetValue, type FacetValue } from './facet-values.ts';
import {
  canShow,
  groupFacts,
  hasTraffic,
  ofPurpose,
  type AskedFacet,
  type AskedGroup,
  type GroupFacts,
} from './group-facts.ts';
import { isSplit } from './group-filter.ts';
import { latencySummary, readLatencySamples, type LatencyMethod, type LatencyMetric } from './latency.ts';
import { isPresent, within } from './present-groups.ts';
import { computeProtection } from './protection.ts';
import { queryPurposes, selectFacts, type Selected } from './selection.ts';
import { isIncomplete, missingFrom } from './spans.ts';
import { computeSpend, countedEffects } from './spend.ts';
import { bucketsIn } from './time-buckets.ts';
import { queryWindow, type LabelledBucket, type Question, type Span, type World } from './world.ts';

const MAX_VALUES = 1_000;
const MAX_GROUPS = 10_000;

export interface ReferenceGroups {
  readonly groups: readonly AnswerGroup[];
  readonly truncated: boolean;
}

/** A line of an answer: a purpose, or one value of a facet or dimension within a purpose. */
interface GroupLine {
  readonly purpose: Purpose;
  readonly split?: AskedGroup;
  /** The member by which the answer identifies the line within its purpose. */
  readonly named?: Pick<AnswerGroup, 'facet' | 'dimension'>;
  /** Present if the line has no figures. */
  readonly isWithheld?: true;
}

export function referenceGroups(facts: readonly FactEvent[], world: World, question: Question): ReferenceGroups {
  const { query } = question;
  const window = queryWindow(query);
  const selected = selectFacts(facts, world, question, window);
  const before = query.comparison === undefined ? undefined : previousPeriod(window);
  const selectedBefore = before && selectFacts(facts, world, question, before);
  const spans: (Span & Partial<LabelledBucket>)[] = query.grain === undefined ? [window] : bucketsIn(window, query);
  const methodOf = methodFor(question, selectedBefore === undefined ? [selected] : [selected, selectedBefore]);

  const wasPresent = (purpose: Purpose): boolean =>
    before !== undefined && selectedBefore !== undefined && isPresent(selectedBefore, { purpose }, [before], question);
  const purposes = queryPurposes(question).filter(
    (purpose) => isPresent(selected, { purpose }, spans, question) || wasPresent(purpose),
  );
  const { lines, truncated } = boundedLines(selected, purposes, spans, question);
  const groups = lines.flatMap((line) =>
    spans.map((span): AnswerGroup => {
      const key = {
        purpose: line.purpose,
        ...(span.label !== undefined && {
          bucket: { from: iso(span.fromMs), to: iso(span.toMs), label: span.label },
        }),
        ...line.named,
      };
      if (line.isWithheld) return { ...key, cells: withheldCells(query) };
      const measured = measure(line, selected, span, { world, question, methodOf });
      return {
        ...key,
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
  const { dimensions, facets } = question.query;
  if (dimensions !== undefined)
    return { lines: listDimensionLines(selected, purposes, spans, question), truncated: false };
  if (facets === undefined) return { lines: purposes.map((purpose) => ({ purpose })), truncated: false };
  const { top_values: max } = question.query;
  const perMember = purposes.flatMap((purpose) =>
    facets.map((member): GroupLine[] => {
      const values = valuesOf(selected, purpose, member, spans, question);
      const lineOf = (value: AskedFacet['value']): GroupLine => ({
        purpose,
        split: { member, value },
        named: { facet: nameOf({ member, value }) },
      });
      if (max === undefined) return values.map(lineOf);
      const first = values.slice(0, max);
      return [...first.map(lineOf), lineOf({ noneOf: first })];
    }),
  );
  const all = perMember.flatMap((lines) => lines.slice(0, MAX_VALUES));
  const lines = all.slice(0, Math.floor(MAX_GROUPS / spans.length));
  return { lines, truncated: lines.length < all.length || perMember.some((values) => values.length > MAX_VALUES) };
}

/**
 * Every value of the purpose's facts, ordered by most requests, then attempts, then cost effects, then by value. Of
 * limited values, only those with traffic in the complete window are ordered.
 */
function valuesOf(
  selected: Selected,
  purpose: Purpose,
  member: Facet,
  spans: readonly Span[],
  question: Question,
): FacetValue[] {
  const isLimited = question.query.top_values !== undefined;
  const sides = [selected.included, selected.excluded].map((side) => ofPurpose(side, purpose));
  const values = new Map<string, FacetValue>();
  for (const { admissions, terminals, attempts, effects, verdicts, evaluations } of sides) {
    for (const event of [...admissions, ...terminals, ...attempts, ...effects, ...verdicts, ...evaluations]) {
      const value = readFacetValue(member, event);
      if (value !== undefined) values.set(facetValueKey(value), value);
    }
  }
  const present = [...values].filter(([, value]) =>
    isLimited
      ? sides.some((side) => hasTraffic(groupFacts(side, { member, value })))
      : isPresent(selected, { purpose, split: { member, value } }, spans, question),
  );
  const derived = pendingValue(member);
  const pendingIn = isLimited ? [queryWindow(question.query)] : spans;
  const isPending = sides.some((side) => pendingIn.some((span) => pendingRequests(within(side, span)) > 0));
  const all = new Map([
    ...present,
    ...(derived !== undefined && isPending ? [[facetValueKey(derived), derived] as const] : []),
  ]);
  const whole = ofPurpose(selected.included, purpose);
  return [...all.values()]
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

interface Asked {
  readonly world: World;
  readonly question: Question;
  readonly methodOf: (metric: LatencyMetric) => LatencyMethod;
}

function measure({ purpose, split }: GroupLine, selected: Selected, span: Span, asked: Asked): MeasuredGroup {
  const { world, question, methodOf } = asked;
  const whole = within(ofPurpose(selected.included, purpose), span);
  const wholeExcluded = within(ofPurpose(selected.excluded, purpose), span);
  return {
    facts: groupFacts(whole, split),
    excluded: groupFacts(wholeExcluded, split),
    wholeObserved: groupFacts(whole).observed,
    ...(split && { split }),
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
      canShow(measured.split, 'team_runs_and_protection') &&
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

function spendEvidence({ facts, split }: MeasuredGroup, question: Question): SpendEvidence {
  if (!question.scope.mayReadCost) return { state: 'unavailable', reason: 'scope_not_authorized' };
  if (!canShow(split, 'spend') || !isSplit(question, 'spend') || facts.effects.length === 0) {
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
