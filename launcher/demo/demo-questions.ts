/** The number of questions of the demo, each about one sum. */
export const DEMO_QUESTIONS = 120;

/** The models that the playback provider lets answer the questions again, with the quality of their answers. */
const REPLAYED_MODELS = {
  /** Always right. */
  'gemini-2.5-pro': () => true,
  /** Right on three questions of five. */
  'gemini-2.5-flash': (number: number) => number % 5 < 3,
} as const satisfies Readonly<Record<string, (number: number) => boolean>>;

/** An answer that the playback provider gives to exactly this question. */
interface ReplayedAnswer {
  readonly prompt: string;
  readonly model: string;
  readonly text: string;
}

/** The question with a number, from 0. No two are equal. */
export function demoQuestion(number: number): string {
  return `How much is ${factorOf(number)} times 7?`;
}

/** The result that a right or a wrong answer to a question states. */
export function demoResult(number: number, isRight: boolean): string {
  return String(factorOf(number) * 7 + (isRight ? 0 : 10));
}

function factorOf(number: number): number {
  return number + 12;
}

/** The answers of all models to all questions. */
export function replayedAnswers(): ReplayedAnswer[] {
  return Object.entries(REPLAYED_MODELS).flatMap(([model, isRight]) =>
    Array.from({ length: DEMO_QUESTIONS }, (_, number) => ({
      prompt: demoQuestion(number),
      model,
      text: `It is ${demoResult(number, isRight(number))}.`,
    })),
  );
}
