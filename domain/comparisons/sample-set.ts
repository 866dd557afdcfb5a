import { Refusal } from '../kernel/errors.ts';
import type { ComparisonKind } from './comparison-kind.ts';

/** Cases of a sample set. */
export const MIN_SAMPLE_CASES = 2;
export const MAX_SAMPLE_CASES = 50;

/** The members of a chosen case version that decide whether it can be judged. */
export interface SampleMaterial {
  readonly caseId: string;
  readonly hasLabel: boolean;
  readonly hasNotes: boolean;
}

/** @throws Refusal where the set is too small or too large to show anything, or to be paid for */
export function requireSampleSize(count: number): void {
  if (count < MIN_SAMPLE_CASES) {
    throw new Refusal('sample_set_empty', `The sample set has ${count} cases. Choose at least ${MIN_SAMPLE_CASES}.`);
  }
  if (count > MAX_SAMPLE_CASES) {
    throw new Refusal('sample_set_too_large', `The sample set has ${count} cases. Choose at most ${MAX_SAMPLE_CASES}.`);
  }
}

/** @throws Refusal for the first case that nothing of can be judged by */
export function requireMaterial(kind: ComparisonKind, cases: readonly SampleMaterial[]): void {
  const bare = cases.find(({ hasLabel, hasNotes }) => !hasLabel && !hasNotes);
  if (bare === undefined) return;
  const { caseId } = bare;
  if (kind === 'labeled') {
    throw new Refusal(
      'expected_label_required',
      `Case ${caseId} has no expected label. Add one, or leave the case out.`,
    );
  }
  throw new Refusal(
    'reference_notes_required',
    `Case ${caseId} has no reference notes. Add them, or leave the case out.`,
  );
}

/**
 * @throws Refusal for the first case that has what the other kind of comparison judges by, and nothing of this one's
 */
export function requireKind(kind: ComparisonKind, cases: readonly SampleMaterial[]): void {
  const other = cases.find(({ hasLabel, hasNotes }) =>
    kind === 'labeled' ? !hasLabel && hasNotes : !hasNotes && hasLabel,
  );
  if (other === undefined) return;
  const [has, lacks] =
    kind === 'labeled' ? ['reference notes', 'an expected label'] : ['an expected label', 'reference notes'];
  throw new Refusal(
    'comparison_kind_mismatch',
    `Case ${other.caseId} has ${has} and this comparison is ${kind}: give it ${lacks}, or leave it out.`,
  );
}
