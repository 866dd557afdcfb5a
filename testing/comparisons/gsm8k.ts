import { readFileSync } from 'node:fs';
import { findPublishedData } from '../find-published-data.ts';

/** The models whose answers were published. */
export const GSM8K_ARMS = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'] as const;

export type Gsm8kArm = (typeof GSM8K_ARMS)[number];

/** A question with its label, and the answers of four models. */
export interface SolvedQuestion {
  readonly question: string;
  readonly label: { readonly kind: 'number'; readonly expected: string; readonly tolerance: '0' };
  readonly solved: Readonly<Record<Gsm8kArm, { readonly is_correct: boolean; readonly solution: string }>>;
}

/** The results of 175B with verification paired with those of 6B with verification, over all 1,319 questions. */
export const GSM8K_PAIRS = { both: 436, only_candidate: 306, only_baseline: 79, neither: 498 } as const;

/** The questions of GSM8K. If the data is absent, the list is empty and a message is logged. */
export function readGsm8k(): readonly SolvedQuestion[] {
  const { path, isPresent } = findPublishedData('the solutions of GSM8K are', 'gsm8k', 'example_model_solutions.jsonl');
  if (!isPresent) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const {
      question,
      ground_truth: truth,
      ...solved
    } = JSON.parse(line) as SolvedQuestion['solved'] & {
      question: string;
      ground_truth: string;
    };
    const expected = (/A: (.*)$/.exec(truth)?.[1] ?? '').replaceAll(',', '');
    return { question, label: { kind: 'number', expected, tolerance: '0' }, solved };
  });
}
