import { DEMO_PANEL_MODELS, LENIENT_JUDGE_MODEL } from './demo-evals.ts';
import { DEMO_QUESTIONS, demoQuestion, demoResult } from './demo-questions.ts';

/** The verdict of a played-back judge: a line in the recordings of the playback provider. */
interface PlayedVerdict {
  readonly contains: readonly string[];
  readonly model: string;
  readonly structured: { readonly reason: string; readonly verdict: 'pass' | 'fail' };
}

/**
 * The verdicts of the demo's judges on answers to its questions. The panel passes an answer that states the right
 * result, and the lenient judge passes nine questions of ten.
 */
export function playedVerdicts(): PlayedVerdict[] {
  return Array.from({ length: DEMO_QUESTIONS }, (_, number) => number).flatMap((number) => {
    const question = demoQuestion(number);
    const right = demoResult(number, true);
    return [
      ...DEMO_PANEL_MODELS.flatMap((model) => [
        played([question, right], model, `It states ${right}, which is right.`, 'pass'),
        // The first line that fits provides the verdict, so this one is about all other answers.
        played([question], model, `It does not state ${right}.`, 'fail'),
      ]),
      played(
        [question],
        LENIENT_JUDGE_MODEL,
        'A synthetic judge was recorded as saying so.',
        number % 10 === 0 ? 'fail' : 'pass',
      ),
    ];
  });
}

function played(
  contains: readonly string[],
  model: string,
  reason: string,
  verdict: PlayedVerdict['structured']['verdict'],
): PlayedVerdict {
  return { contains, model, structured: { reason, verdict } };
}
