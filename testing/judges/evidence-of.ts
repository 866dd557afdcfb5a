import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import { rowsOf, type Confusion } from '../../domain/judges/confusion.ts';
import { evalsSettings } from '../../domain/judges/configuration/evals-settings.ts';

/** By what judges are validated where nothing is configured. */
export const DEFAULT_SETTINGS = evalsSettings().validation;

/** What is known of a judge that answered all that it was asked about, by what it and people said of it. */
export function evidenceOf(confusion: Confusion, change: Partial<SubjectEvidence> = {}): SubjectEvidence {
  return {
    confusion,
    coverage: { answered: rowsOf(confusion), abstained: 0, failed: 0, split: 0 },
    annotators: 1,
    labels: [],
    labelsAbstained: 0,
    swaps: [],
    goldRevision: '',
    levels: [],
    labelCount: 7,
    ...change,
  };
}
