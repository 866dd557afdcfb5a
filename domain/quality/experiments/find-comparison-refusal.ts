import { findEvaluator } from '../../judges/evaluators.ts';
import { modelFamily } from '../../models/model-family.ts';
import type { CellResult } from './cell-result.ts';
import type { ExperimentArm } from './declaration.ts';
import type { EvalRefusal } from './eval-refusal.ts';
import type { PairedCells } from './pair-cells.ts';
import type { RunFacts } from './run-facts.ts';

/** The evidence about two arms. It decides whether their rates may be subtracted. */
interface ArmPairEvidence {
  readonly baseline: ExperimentArm;
  readonly candidate: ExperimentArm;
  /** The cells of both arms. */
  readonly cells: readonly CellResult[];
  readonly paired: PairedCells;
  readonly facts: Pick<RunFacts, 'pinned_digest' | 'scored_digest' | 'judges'>;
}

/** The first precondition that forbids the subtraction of two arms, in the order of the codes; null if none does. */
export function findComparisonRefusal(evidence: ArmPairEvidence): EvalRefusal | null {
  const checks = [
    versionRefusal,
    uncapturedRefusal,
    trustRefusal,
    familyRefusal,
    judgeVersionRefusal,
    ceilingRefusal,
    pairRefusal,
    priceRefusal,
  ];
  for (const check of checks) {
    const refusal = check(evidence);
    if (refusal !== null) return refusal;
  }
  return null;
}

function versionRefusal({ facts }: ArmPairEvidence): EvalRefusal | null {
  if (facts.pinned_digest === facts.scored_digest) return null;
  const text =
    'The scored items are not those of the pinned dataset version. Create an experiment that pins the present version.';
  return { code: 'dataset_version_differs', need: 1, have: 2, text };
}

function uncapturedRefusal({ cells, paired }: ArmPairEvidence): EvalRefusal | null {
  const items = itemCount(paired);
  const uncaptured = new Set(cells.filter(({ reason }) => reason === 'uncaptured').map(({ requestId }) => requestId));
  if (items === 0 || paired.pairs.length > 0 || uncaptured.size < items) return null;
  const text =
    'No item has stored content, so nothing can be scored. Set `dashboard.capture.response` and `dashboard.capture.request`, and build a dataset of later requests.';
  return { code: 'uncaptured', need: items, have: 0, text };
}

function trustRefusal({ baseline, candidate, paired, facts }: ArmPairEvidence): EvalRefusal | null {
  const external = [baseline, candidate].find(({ evaluator }) => findEvaluator(evaluator)?.kind === 'external');
  if (external !== undefined) {
    const text = `\`${external.evaluator}\` reports scores that nobody has verified. Use a judge, a check or labels of people.`;
    return { code: 'judge_not_trusted', need: 1, have: 0, text };
  }
  const subjects = subjectsOf(paired);
  const trusted = subjects.filter((subject) =>
    facts.judges.some(({ judge_subject: one, is_trusted: isTrusted }) => one === subject && isTrusted),
  );
  if (trusted.length === subjects.length) return null;
  const text = `${trusted.length} of ${subjects.length} judge subjects are promoted. Validate the judge against labels of people, and run again.`;
  return { code: 'judge_not_trusted', need: subjects.length, have: trusted.length, text };
}

/** Models prefer answers of their own family, so a judge of an arm's family does not measure quality. */
function familyRefusal({ baseline, candidate, paired, facts }: ArmPairEvidence): EvalRefusal | null {
  const judges = facts.judges.filter(
    ({ judge_subject: subject, judge_model: model }) => model !== '' && subjectsOf(paired).includes(subject),
  );
  for (const { judge_model: judgeModel } of judges) {
    const related = [baseline, candidate].find(
      ({ model }) => model !== undefined && modelFamily(model) === modelFamily(judgeModel),
    );
    if (related === undefined) continue;
    const text = `The judge ${judgeModel} is of the family of ${related.model ?? ''}, which it judges. Use a judge of another family.`;
    return { code: 'same_family_judge', need: 1, have: 0, text };
  }
  return null;
}

/**
 * The subject of a judge contains its version and the segment. So an arm has one subject in each segment, and so do two
 * arms with the same evaluator together.
 */
function judgeVersionRefusal({ baseline, candidate, paired }: ArmPairEvidence): EvalRefusal | null {
  const isShared = baseline.evaluator === candidate.evaluator;
  const bySegment = new Map<string, Set<string>>();
  for (const pair of paired.pairs) {
    for (const [role, cell] of [
      ['baseline', pair.baseline],
      ['candidate', pair.candidate],
    ] as const) {
      const key = `${isShared ? '' : role} ${cell.segment}`;
      bySegment.set(key, (bySegment.get(key) ?? new Set()).add(cell.judgeSubject));
    }
  }
  const have = Math.max(0, ...[...bySegment.values()].map(({ size }) => size));
  if (have <= 1) return null;
  const text = `${have} versions of a judge gave the verdicts. Run again, so that one version judges every item.`;
  return { code: 'judge_version_differs', need: 1, have, text };
}

function ceilingRefusal({ cells, paired }: ArmPairEvidence): EvalRefusal | null {
  const stopped = new Set(
    cells.filter(({ reason }) => reason === 'spend_ceiling_reached').map(({ requestId }) => requestId),
  );
  if (stopped.size === 0) return null;
  const need = itemCount(paired);
  const text = `The spend ceiling left ${stopped.size} of ${need} items without a score. Create an experiment with a higher \`spend_ceiling_nano_usd\`.`;
  return { code: 'spend_ceiling_reached', need, have: need - stopped.size, text };
}

function pairRefusal({ paired }: ArmPairEvidence): EvalRefusal | null {
  const { pairs, unpaired, judgeRefusals } = paired;
  if (unpaired > 0) {
    const need = pairs.length + unpaired + judgeRefusals;
    const text = `${unpaired} of ${need} items have an answer on only one arm. Use items that both arms answered, or repeat failed calls with another run.`;
    return { code: 'unpaired_items', need, have: need - unpaired, text };
  }
  if (pairs.length > 0) return null;
  const text = 'No item has a pass or a fail on both arms. Use a dataset whose items both arms answered.';
  return { code: 'no_pairs', need: 1, have: 0, text };
}

function priceRefusal({ baseline, candidate, paired }: ArmPairEvidence): EvalRefusal | null {
  const need = paired.pairs.length;
  for (const [arm, role] of [
    [baseline, 'baseline'],
    [candidate, 'candidate'],
  ] as const) {
    const have = paired.pairs.filter((pair) => pair[role].costNanoUsd !== null).length;
    if (have === need) continue;
    const text = `${need - have} of ${need} answers of the arm \`${arm.name}\` have no known price, and a missing price is not 0. Configure the price of its model.`;
    return { code: 'unpriced_arm', need, have, text };
  }
  return null;
}

/** The number of items that are not excluded. */
function itemCount({ pairs, unpaired, judgeRefusals, unanswered }: PairedCells): number {
  return pairs.length + unpaired + judgeRefusals + unanswered;
}

/** The judge subjects of the pairs, in order, each once. Verdicts of people and checks have none. */
function subjectsOf({ pairs }: PairedCells): string[] {
  const subjects = pairs.flatMap(({ baseline, candidate }) => [baseline.judgeSubject, candidate.judgeSubject]);
  return [...new Set(subjects)].filter((subject) => subject !== '').sort();
}
