import type { UnavailableReason } from '../../domain/insight/insight-sets.ts';
import { unavailableValue } from '../../domain/insight/measured-value.ts';
import { findMetric } from '../../domain/insight/metrics/metrics.ts';
import type { AnswerGroup, SpendEvidence } from './answer/answer-group.ts';
import type { InsightAnswer } from './answer/insight-answer.ts';

type Cell = AnswerGroup['cells'][number];

/** An answer for a reader who lacks a permission. */
export interface RedactedAnswer {
  readonly answer: InsightAnswer;
  /** True if a part was replaced. An answer without such parts is the same for every reader. */
  readonly withheld: boolean;
}

/**
 * Replaces every money cell, and the counts behind it, with `unavailable: scope_not_authorized`. A cell that is
 * unavailable to every reader, because nothing produces it or its version does not exist, stays: it discloses nothing.
 */
export function redactMoney(answer: InsightAnswer): RedactedAnswer {
  const groups = answer.groups?.map(redactGroup);
  const withheld = groups?.some((group, index) => group !== answer.groups?.[index]) ?? false;
  return groups !== undefined && withheld ? { answer: { ...answer, groups }, withheld } : { answer, withheld };
}

/** The group without its money; the same object if nothing has to be withheld. */
function redactGroup(group: AnswerGroup): AnswerGroup {
  const { evidence_coverage: evidence, previous } = group;
  const countsHeld = evidence?.spend !== undefined && !isWithheld(evidence.spend);
  const cellsHeld = [...group.cells, ...(previous?.cells ?? [])].some(holdsMoney);
  if (!countsHeld && !cellsHeld) return group;
  return {
    ...group,
    cells: group.cells.map(redactCell),
    ...(previous && { previous: { ...previous, cells: previous.cells.map(redactCell) } }),
    ...(countsHeld && { evidence_coverage: { ...evidence, spend: unavailableValue('scope_not_authorized') } }),
  };
}

function redactCell(cell: Cell): Cell {
  return holdsMoney(cell) ? { metric: cell.metric, value: unavailableValue('scope_not_authorized') } : cell;
}

/** The reasons that are independent of the reader's permissions, or that already withhold the cell. */
const SAME_FOR_ALL: readonly UnavailableReason[] = ['metric_version_absent', 'no_producer', 'scope_not_authorized'];

/** True if a cell may hold money. An unknown metric, which another build stored, may be money. */
function holdsMoney({ metric, value }: Cell): boolean {
  const known = findMetric(metric);
  if (known !== undefined && !known.money) return false;
  return value.state !== 'unavailable' || !SAME_FOR_ALL.includes(value.reason);
}

function isWithheld(evidence: SpendEvidence): boolean {
  return evidence.state === 'unavailable' && evidence.reason === 'scope_not_authorized';
}
