import { Refusal } from '../kernel/errors.ts';
import type { ComparisonKind } from './comparison-kind.ts';

/** The minimum and maximum number of cases in a sample set. */
export const MIN_SAMPLE_CASES = 2;
export const MAX_SAMPLE_CASES = 50;

/** The properties of a selected case version that decide whether it can be judged. */
export interface SampleMaterial {
  readonly caseId: string;
  readonly hasLabel: boolean;
  readonly hasNotes: boolean;
}

/** @throws Refusal if the set is too small to show anything, or too large to pay for */
export function requireSampleSize(count: number): void {
  if (count < MIN_SAMPLE_CASES) {
    throw new Refusal(
      'sample_set_empty',
      `The sample set has ${count} cases. Choose at least ${MIN_SAMPLE_CASES} cases.`,
    );
  }
  if (count > MAX_SAMPLE_CASES) {
    throw new Refusal(
      'sample_set_too_large',
      `The sample set has ${count} cases. Choose at most ${MAX_SAMPLE_CASES} cases.`,
    );
  }
}

/** @throws Refusal for the first case with neither a label nor notes */
export function requireMaterial(kind: ComparisonKind, cases: readonly SampleMaterial[]): void {
  const bare = cases.find(({ hasLabel, hasNotes }) => !hasLabel && !hasNotes);
  if (bare === undefined) return;
  const { caseId } = bare;
  if (kind === 'labeled') {
    throw new Refusal(
      'expected_label_required',
      `Case ${caseId} has no expected label. Add a label, or omit the case.`,
    );
  }
  throw new Refusal('reference_notes_required', `Case ${caseId} has no reference notes. Add notes, or omit the case.`);
}

/** @throws Refusal for the first case with only the material of the other kind of comparison */
export function requireKind(kind: ComparisonKind, cases: readonly SampleMaterial[]): void {
  const other = cases.find(({ hasLabel, hasNotes }) =>
    kind === 'labeled' ? !hasLabel && hasNotes : !hasNotes && hasLabel,
  );
  if (other === undefined) return;
  const [has, lacks] =
    kind === 'labeled' ? ['reference notes', 'an expected label'] : ['an expected label', 'reference notes'];
  throw new Refusal(
    'comparison_kind_mismatch',
    `Case ${other.caseId} has only ${has}, but this comparison is ${kind}. Add ${lacks} to the case, or omit the case.`,
  );
}
