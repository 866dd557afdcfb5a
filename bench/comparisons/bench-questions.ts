import type { RecordedAnswer } from '../../providers/playback/recorded-answer.ts';

/** The models of the two arms, which have a price and the same protocol. */
export const BASELINE_MODEL = 'gpt-4.1-nano';
export const CANDIDATE_MODEL = 'gpt-4.1-mini';

/** A question, and its expected answer. */
export interface BenchQuestion {
  readonly prompt: string;
  readonly expected: string;
}

/** The numbers of answers that pass: the same for every contender. */
export interface PassedCounts {
  readonly baseline: number;
  readonly candidate: number;
}

/** The maximum number of questions of a sample set. */
export const BENCH_QUESTIONS: readonly BenchQuestion[] = Array.from({ length: 50 }, (_, number) => ({
  prompt: `How much is ${number} times 7?`,
  expected: String(number * 7),
}));

/** The recorded answers. The baseline is correct for every second question, and the candidate for all questions. */
export const RECORDED_ANSWERS: readonly RecordedAnswer[] = BENCH_QUESTIONS.flatMap(({ prompt, expected }, number) => {
  const usage = { input_tokens: 20, output_tokens: 5 };
  return [
    { prompt, model: BASELINE_MODEL, text: `#### ${number % 2 === 0 ? expected : '-1'}`, usage },
    { prompt, model: CANDIDATE_MODEL, text: `#### ${expected}`, usage },
  ];
});

export const EXPECTED_VERDICTS: PassedCounts = { baseline: 25, candidate: 50 };
