import type { AnswerGroup, GroupFacet, PreviousPeriod } from '../../../contracts/insight/answer-group.ts';
import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import type { GroupChoice } from '../../../domain/insight/group-choice.ts';
import type { Facet } from '../../../domain/insight/insight-sets.ts';
import type { MeasuredFacts } from '../figures/measured-facts.ts';
import { cellsOf, spanTerms, type CellTerms, type SpanTerms } from './cells.ts';
import { completeFacets } from './complete-facets.ts';
import { askedEvidence, countEvidence, type AskedEvidence } from './count-evidence.ts';
import { figuresBy, type GroupFigures, type Line } from './group-figures.ts';
import { groupLines } from './group-lines.ts';
import type { Span } from './span.ts';

/** Everything that the groups of one answer are made of. */
export interface GroupsInput extends CellTerms {
  readonly metrics: readonly string[];
  /** In the order asked; empty for groups of whole purposes. */
  readonly members: readonly Facet[];
  /** What the figures are narrowed to. */
  readonly chosen: readonly GroupChoice[];
  /** The window, or its buckets. */
  readonly spans: readonly Span[];
  readonly facts: MeasuredFacts;
  /** Present when the period before is asked beside the window. */
  readonly previous?: { readonly span: Span; readonly facts: MeasuredFacts; readonly note?: PreviousPeriod['note'] };
}

/** The groups of an answer in their order, and whether a bound left some out. */
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
  const figures = figuresBy(shown, input.chosen);
  const before = shownBefore && figuresBy(shownBefore, input.chosen);
  const shownSpans = spans.map((span): ShownSpan => ({ terms: spanTerms(span, input), ...shownBucket(span) }));
  const termsBefore = previous && spanTerms(previous.span, input);
  const asked = { metrics: input.metrics, evidence: askedEvidence(input.metrics) };
  const groups = lines.flatMap((line) => {
    const figuresOf = figures(line);
    const figuresBefore = before?.(line);
    return shownSpans.map(({ terms, bucket, startMs }): AnswerGroup => {
      const group = answerGroup(line, figuresOf(startMs), terms, asked);
      if (bucket !== undefined) group.bucket = bucket;
      if (previous && figuresBefore && termsBefore)
        group.previous = previousPeriod(previous, figuresBefore(startMs), termsBefore, input);
      return group;
    });
  });
  return { groups, truncated };
}

/** What the groups of a span share. */
interface ShownSpan {
  readonly terms: SpanTerms;
  readonly startMs?: number;
  readonly bucket?: AnswerGroup['bucket'];
}

function shownBucket({ bucket }: Span): Pick<ShownSpan, 'startMs' | 'bucket'> {
  if (bucket === undefined) return {};
  const { startMs, from, to, label } = bucket;
  return { startMs, bucket: { from, to, label } };
}

function shownFacts(facts: MeasuredFacts, members: readonly Facet[]): MeasuredFacts {
  return { ...facts, groups: completeFacets(facts.groups, members, facts.top) };
}

/** Member by member for the most part: spreads are slow, and an answer has thousands of groups. */
function answerGroup(
  { purpose, facet }: Line,
  figures: GroupFigures,
  terms: SpanTerms,
  asked: { readonly metrics: readonly string[]; readonly evidence: AskedEvidence },
): AnswerGroup {
  const cells = cellsOf(asked.metrics, figures, terms);
  const evidence = countEvidence(asked.evidence, figures, terms);
  if (facet === undefined) return { purpose, cells, ...evidence };
  return { purpose, facet: groupFacet(facet), cells, ...evidence };
}

function groupFacet({ member, value, unserved, other }: FacetKey): GroupFacet {
  return { member, ...(value !== '' && { value }), ...(unserved && { unserved }), ...(other && { other }) };
}

function previousPeriod(
  { span, note }: NonNullable<GroupsInput['previous']>,
  figures: GroupFigures,
  terms: SpanTerms,
  { metrics }: GroupsInput,
): PreviousPeriod {
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    cells: cellsOf(metrics, figures, terms),
    ...(note !== undefined && { note }),
  };
}
