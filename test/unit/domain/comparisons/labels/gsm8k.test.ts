import { describe, expect, it } from 'vitest';
import { checkLabel } from '../../../../../domain/comparisons/labels/check-label.ts';
import { GSM8K_ARMS, GSM8K_PAIRS, readGsm8k } from '../../../../../testing/comparisons/gsm8k.ts';

const questions = readGsm8k();
const noPattern = () => false;

describe.skipIf(questions.length === 0)('GSM8K’s 1,319 questions, answered by four models', () => {
  it('have the verdicts of their authors for each of 5,276 answers', () => {
    const verdicts = questions.flatMap(({ solved, label }) =>
      GSM8K_ARMS.map(
        (arm) =>
          checkLabel(label, solved[arm].solution, noPattern).outcome === (solved[arm].is_correct ? 'pass' : 'fail'),
      ),
    );
    expect([verdicts.length, verdicts.filter(Boolean).length]).toEqual([5_276, 5_276]);
  });

  it('pass for both models, for one, or for neither, as published', () => {
    const count = { both: 0, only_candidate: 0, only_baseline: 0, neither: 0 };
    for (const { solved, label } of questions) {
      const baseline = checkLabel(label, solved['6b_verification'].solution, noPattern).outcome === 'pass';
      const candidate = checkLabel(label, solved['175b_verification'].solution, noPattern).outcome === 'pass';
      const alike = baseline ? 'both' : 'neither';
      count[baseline === candidate ? alike : candidate ? 'only_candidate' : 'only_baseline'] += 1;
    }
    expect(count).toEqual(GSM8K_PAIRS);
  });
});
