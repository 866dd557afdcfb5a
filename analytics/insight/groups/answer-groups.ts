import type { AnswerGroup, GroupFacet, PreviousPeriod } from '../../../contracts/insight/answer/answer-group.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import { isDimensionMember, toCallerDimension } from '../../../domain/insight/caller-dimensions.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import { unavailableValue } from '../../../domain/insight/measured-value.ts';
import type { DimensionSplit } from '../question/dimension-split.ts';
import type { MeasuredFacts, MeasuredGroup } from '../question/measured-facts.ts';
import type { GroupFigures } from '../../../domain/insight/metrics/group-figures.ts';
import { completeFacets } from '../facets/complete-facets.ts';
import { lineCells, spanTermsBy, type ComputeCell, type CellTerms, type GroupTerms } from './cells.ts';
import { selectEvidence, countEvidence, type EvidenceSelection } from './count-evidence.ts';
import { figuresByLine } from './figures-by-line.ts';
import { dimensionLines, type DimensionLine } from './dimension-lines.ts';
import { groupLines, type GroupLines } from './group-lines.ts';
import type { CoveredSpan } from './covered-span.ts';

/** The input for the groups of one answer. */
export interface GroupsInput extends CellTerms {
  readonly metrics: readonly string[];
  /** The requested facets in their order; empty for groups of complete purposes. */
  readonly members: readonly Facet[];
  /** The caller dimensions that split the facts; absent with facets, and without a split. */
  readonly dimensions?: Pick<DimensionSplit, 'names' | 'mayReadValues'>;
  /** The choices by which the figures are filtered. */
  readonly chosen: readonly GroupChoice[];
  /** The window, or its buckets. */
  readonly spans: readonly CoveredSpan[];
  readonly facts: MeasuredFacts;
  /** The previous period; present if the question requests it. */
  readonly previous?: {
    readonly span: CoveredSpan;
    readonly facts: MeasuredFacts;
    readonly note?: PreviousPeriod['note'];
  };
}

/** The groups of an answer in their order, and whether a limit excluded some of them. */
export function answerGroups(input: GroupsInput): { groups: AnswerGroup[]; truncated: boolean } {
  const { facts, members, spans, previous } = input;
  const shown = shownFacts(facts, members);
  const shownBefore = previous && shownFacts(previous.facts, members);
  const { lines, truncated } = answerLines(input, [...shown.groups, ...(shownBefore?.groups ?? [])]);
  const figures = figuresByLine(shown, input.chosen);
  const before = shownBefore && figuresByLine(shownBefore, input.chosen);
  const termsOf = spanTermsBy(input);
  const spanOf = spans.map((span) => ({ terms: termsOf(span), startMs: span.startMs, bucket: span.bucket }));
  const termsBefore = previous && termsOf(previous.span);
  const evidence = selectEvidence(input.metrics);
  const groups = lines.flatMap((line: DimensionLine) => {
    if (line.withheld) return spanOf.map(({ bucket }) => withheldGroup(line, input.metrics, bucket));
    const figuresOf = figures(line);
    const figuresBefore = before?.(line);
    const shownLine = { purpose: line.purpose, ...splitOf(line) };
    const cells = lineCells(input.metrics, { facet: line.facet, chosen: input.chosen }, input);
    return spanOf.map(({ terms, bucket, startMs }): AnswerGroup => {
      const group = answerGroup(shownLine, figuresOf(startMs), terms, { cells, evidence });
      if (bucket !== undefined) group.bucket = bucket;
      if (previous && figuresBefore && termsBefore)
        group.previous = previousPeriod(previous, figuresBefore(startMs), termsBefore, cells);
      return group;
    });
  });
  return { groups, truncated };
}

function answerLines(
  { facts, members, dimensions, spans, previous }: GroupsInput,
  shown: readonly MeasuredGroup[],
): GroupLines {
  if (dimensions !== undefined) {
    // The question was refused if its lines could exceed the limit of an answer.
    const lines = dimensionLines(shown, dimensions, facts.ranked ?? { shown: [], folded: [] });
    return { lines, truncated: false };
  }
  const measured = [...facts.groups, ...(previous?.facts.groups ?? [])];
  return groupLines(measured, shown, members, spans.length, facts.top);
}

/** The group of all named values of a dimension, for a reader without the permission to read them. */
function withheldGroup(line: DimensionLine, metrics: readonly string[], bucket: CoveredSpan['bucket']): AnswerGroup {
  const value = unavailableValue('scope_not_authorized');
  return {
    purpose: line.purpose,
    ...(bucket !== undefined && { bucket }),
    ...splitOf(line),
    cells: metrics.map((metric) => ({ metric, value })),
  };
}

function shownFacts(facts: MeasuredFacts, members: readonly Facet[]): MeasuredFacts {
  return { ...facts, groups: completeFacets(facts.groups, members, facts.top) };
}

/** The group is built member by member: spreads are slow, and an answer has thousands of groups. */
function answerGroup(
  line: Pick<AnswerGroup, 'purpose' | 'facet' | 'dimension'>,
  figures: GroupFigures,
  terms: GroupTerms,
  asked: { readonly cells: readonly ComputeCell[]; readonly evidence: EvidenceSelection },
): AnswerGroup {
  const cells = asked.cells.map((cell) => cell(figures, terms));
  const { latency, protection, evidence_coverage } = countEvidence(asked.evidence, figures, terms);
  const group: AnswerGroup = { purpose: line.purpose, cells };
  if (line.facet !== undefined) group.facet = line.facet;
  if (line.dimension !== undefined) group.dimension = line.dimension;
  if (latency !== undefined) group.latency = latency;
  if (protection !== undefined) group.protection = protection;
  if (evidence_coverage !== undefined) group.evidence_coverage = evidence_coverage;
  return group;
}

/** The member of a group that names its value: that of a facet, or that of a dimension. */
function splitOf({ facet, values, foldedEvents, withheld }: DimensionLine): Pick<AnswerGroup, 'facet' | 'dimension'> {
  if (facet === undefined) return {};
  const { member } = facet;
  if (!isDimensionMember(member)) return { facet: groupFacet(member, facet) };
  const name = toCallerDimension(member);
  if (withheld) return { dimension: { name, withheld } };
  return {
    dimension: {
      name,
      ...(facet.value !== '' && { value: facet.value }),
      ...(facet.other && { other: facet.other, values: String(values ?? 0n) }),
      ...(foldedEvents !== undefined && { folded_events: String(foldedEvents) }),
    },
  };
}

function groupFacet(member: Facet, { value, unserved, other }: FacetKey): GroupFacet {
  return { member, ...(value !== '' && { value }), ...(unserved && { unserved }), ...(other && { other }) };
}

function previousPeriod(
  { span, note }: NonNullable<GroupsInput['previous']>,
  figures: GroupFigures,
  terms: GroupTerms,
  cells: readonly ComputeCell[],
): PreviousPeriod {
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    cells: cells.map((cell) => cell(figures, terms)),
    ...(note !== undefined && { note }),
  };
}
