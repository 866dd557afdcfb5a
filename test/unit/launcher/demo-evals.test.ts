import { expect, it } from 'vitest';
import { judgePrompt } from '../../../contracts/judges/methods/judge-prompts.ts';
import type { ConfigurationFile } from '../../../contracts/management/configuration-file.ts';
import { evalsSettings } from '../../../domain/judges/configuration/evals-settings.ts';
import { judgingEvaluators } from '../../../domain/judges/work/judging-evaluator.ts';
import { modelFamily } from '../../../domain/models/model-family.ts';
import {
  DEMO_EVALS,
  DEMO_JUDGE_VARIABLES,
  demoPanelCoordinates,
  runsDemoEvals,
} from '../../../launcher/demo/demo-evals.ts';
import { DEMO_QUESTIONS, demoQuestion, demoResult, replayedAnswers } from '../../../launcher/demo/demo-questions.ts';
import { playedVerdicts } from '../../../launcher/demo/played-verdicts.ts';
import { readAnswerBook } from '../../../providers/playback/answer-book.ts';
import { examineConfiguration } from '../../../runtime/configuration/examine-configuration.ts';

const book = readAnswerBook(
  playedVerdicts()
    .map((verdict) => JSON.stringify(verdict))
    .join('\n'),
);
const [panel] = judgingEvaluators(DEMO_EVALS);

/** The votes of the panel on an answer. */
function votesOn(request: string, response: string): unknown[] {
  if (panel === undefined) return [];
  const prompt = judgePrompt(panel, { request, response }).messages[0].content;
  return panel.seats.map(({ model }) => book.find(prompt, model)?.structured?.['verdict']);
}

it('is a block that every process accepts without a warning', () => {
  const capture = { request: true, response: true, ttl: 0, path: '/data/demo/content' };
  const text = JSON.stringify({ dashboard: { capture }, evals: DEMO_EVALS });
  expect(examineConfiguration(text)).toMatchObject({ state: 'valid', remarks: [], warnings: [] });
  const { calibration } = evalsSettings(DEMO_EVALS);
  expect(calibration).toMatchObject({ isEnabled: true, confidence: 0.9, refitIntervalMs: undefined });
  const named = new Set(
    judgingEvaluators(DEMO_EVALS).flatMap(({ seats }) =>
      seats.flatMap(({ keyVariable, endpointVariable }) => [keyVariable, endpointVariable]),
    ),
  );
  expect(named).toEqual(new Set(Object.values(DEMO_JUDGE_VARIABLES)));
});

it('gives way to evaluations, providers, content and tiers of the configuration file', () => {
  expect([runsDemoEvals({}), runsDemoEvals({ cache: { enabled: false } })]).toEqual([true, true]);
  const own: ConfigurationFile[] = [{ evals: {} }, { providers: [] }, { dashboard: { capture: {} } }, { routing: {} }];
  expect(own.map(runsDemoEvals)).toEqual([false, false, false, false]);
});

it('names the panel as the worker would', () => {
  expect(demoPanelCoordinates()).toEqual({
    judge_id: 'judge.correctness',
    judge_model: 'claude-haiku-4-5',
    judge_prompt_sha: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    judge_eval_ver: '1',
  });
});

it('plays a panel that knows the right result of each question', () => {
  for (let number = 0; number < DEMO_QUESTIONS; number += 1) {
    const question = demoQuestion(number);
    for (const [isRight, vote] of [
      [true, 'pass'],
      [false, 'fail'],
    ] as const)
      // oxfmt-ignore
      for (const answer of [demoResult(number, isRight), `It is ${demoResult(number, isRight)}.`])
        expect([question, answer, votesOn(question, answer)]).toEqual([question, answer, [vote, vote, vote]]);
  }
});

it('replays a model that is always right, and one that is right on three questions of five', () => {
  const votes = replayedAnswers().map(({ prompt, model, text }) => `${model} ${String(votesOn(prompt, text)[0])}`);
  const count = (vote: string): number => votes.filter((one) => one === vote).length;
  expect([...new Set(votes)].map((vote) => [vote, count(vote)])).toEqual([
    ['gemini-2.5-pro pass', 120],
    ['gemini-2.5-flash pass', 72],
    ['gemini-2.5-flash fail', 48],
  ]);
  const families = replayedAnswers().map(({ model }) => modelFamily(model));
  expect(new Set(families)).toEqual(new Set(['google']));
  expect(panel?.seats.map(({ model }) => modelFamily(model))).toEqual(['anthropic', 'openai', 'openai']);
});
