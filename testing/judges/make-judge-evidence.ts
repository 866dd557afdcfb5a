import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import { confusionTotal, type Confusion } from '../../domain/judges/confusion.ts';
import { evalsSettings } from '../../domain/judges/configuration/evals-settings.ts';

/** The default settings of validation. */
export const DEFAULT_SETTINGS = evalsSettings().validation;

/** The evidence about a judge with a verdict on every row, from its verdicts and those of people. */
export function makeJudgeEvidence(confusion: Confusion, change: Partial<SubjectEvidence> = {}): SubjectEvidence {
  return {
    confusion,
    coverage: { answered: confusionTotal(confusion), abstained: 0, failed: 0, split: 0 },
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
