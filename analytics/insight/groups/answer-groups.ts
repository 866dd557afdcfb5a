import type { AnswerGroup, GroupFacet, PreviousPeriod } from '../../../contracts/insight/answer/answer-group.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import type { MeasuredFacts } from '../question/measured-facts.ts';
import type { GroupFigures } from '../../../domain/insight/metrics/group-figures.ts';
import { completeFacets } from '../facets/complete-facets.ts';
import { lineCells, spanTermsBy, type ComputeCell, type CellTerms, type GroupTerms } from './cells.ts';
import { selectEvidence, countEvidence, type EvidenceSelection } from './count-evidence.ts';
import { figuresByLine } from './figures-by-line.ts';
import { groupLines } from './group-lines.ts';
import type { CoveredSpan } from './covered-span.ts';

/** The input for the groups of one answer. */
export interface GroupsInput extends CellTerms {
  readonly metrics: readonly string[];
  /** The requested facets in their order; empty for groups of complete purposes. */
  readonly members: readonly Facet[];
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
  const { lines, truncated } = groupLines(
    [...facts.groups, ...(previous?.facts.groups ?? [])],
    [...shown.groups, ...(shownBefore?.groups ?? [])],
    members,
    spans.length,
    facts.top,
  );
  const figures = figuresByLine(shown, input.chosen);
  const before = shownBefore && figuresByLine(shownBefore, input.chosen);
  const termsOf = spanTermsBy(input);
  const spanOf = spans.map((span) => ({ terms: termsOf(span), startMs: span.startMs, bucket: span.bucket }));
  const termsBefore = previous && termsOf(previous.span);
  const evidence = selectEvidence(input.metrics);
  const groups = lines.flatMap((line) => {
    const figuresOf = figures(line);
    const figuresBefore = before?.(line);
    const shownLine = { purpose: line.purpose, ...(line.facet && { facet: groupFacet(line.facet) }) };
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

function shownFacts(facts: MeasuredFacts, members: readonly Facet[]): MeasuredFacts {
  return { ...facts, groups: completeFacets(facts.groups, members, facts.top) };
}

/** The group is built member by member: spreads are slow, and an answer has thousands of groups. */
function answerGroup(
  { purpose, facet }: Pick<AnswerGroup, 'purpose' | 'facet'>,
  figures: GroupFigures,
  terms: GroupTerms,
  asked: { readonly cells: readonly ComputeCell[]; readonly evidence: EvidenceSelection },
): AnswerGroup {
  const cells = asked.cells.map((cell) => cell(figures, terms));
  const { latency, protection, evidence_coverage } = countEvidence(asked.evidence, figures, terms);
  const group: AnswerGroup = facet === undefined ? { purpose, cells } : { purpose, facet, cells };
  if (latency !== undefined) group.latency = latency;
  if (protection !== undefined) group.protection = protection;
  if (evidence_coverage !== undefined) group.evidence_coverage = evidence_coverage;
  return group;
}

function groupFacet({ member, value, unserved, other }: FacetKey): GroupFacet {
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
