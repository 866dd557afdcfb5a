import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passesLabel } from '../../../../../domain/comparisons/labels/passes-label.ts';
import { findPublishedData } from '../../../../support/find-published-data.ts';

const { path: FILE, isPresent: present } = findPublishedData(
  'the solutions of GSM8K are',
  'gsm8k',
  'example_model_solutions.jsonl',
);

const ARMS = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'] as const;

type Solved = Readonly<Record<(typeof ARMS)[number], { readonly is_correct: boolean; readonly solution: string }>> & {
  readonly ground_truth: string;
};

const cases = (present ? readFileSync(FILE, 'utf8').trimEnd().split('\n') : []).map((line) => {
  const solved = JSON.parse(line) as Solved;
  const expected = (/A: (.*)$/.exec(solved.ground_truth)?.[1] ?? '').replaceAll(',', '');
  return { solved, check: { kind: 'number', expected, tolerance: '0' } as const };
});
const noPattern = () => false;

describe.skipIf(!present)('GSM8K’s 1,319 questions, answered by four models', () => {
  it('are judged as their authors judged them, each of 5,276 answers', () => {
    const verdicts = cases.flatMap(({ solved, check }) =>
      ARMS.map((arm) => passesLabel(check, solved[arm].solution, noPattern) === solved[arm].is_correct),
    );
    expect([verdicts.length, verdicts.filter(Boolean).length]).toEqual([5_276, 5_276]);
  });

  it('fall to both models, to one, or to neither, as published', () => {
    const count = { both: 0, onlyCandidate: 0, onlyBaseline: 0, neither: 0 };
    for (const { solved, check } of cases) {
      const baseline = passesLabel(check, solved['6b_verification'].solution, noPattern);
      const candidate = passesLabel(check, solved['175b_verification'].solution, noPattern);
      const alike = baseline ? 'both' : 'neither';
      count[baseline === candidate ? alike : candidate ? 'onlyCandidate' : 'onlyBaseline'] += 1;
    }
    expect(count).toEqual({ both: 436, onlyCandidate: 306, onlyBaseline: 79, neither: 498 });
  });
});
