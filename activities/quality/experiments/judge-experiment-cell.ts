import { JUDGE_OUTPUT_TOKENS, judgePrompt, promptShaOf } from '../../../contracts/judges/methods/judge-prompts.ts';
import type { JudgedMaterial } from '../../../contracts/judges/methods/method-prompt.ts';
import type { JudgeVerdict } from '../../../contracts/judges/methods/pointwise-bool.ts';
import { promptSize } from '../../../contracts/models/prompt-size.ts';
import type { CallStatus } from '../../../domain/comparisons/run-work.ts';
import type { JudgingEvaluator } from '../../../domain/judges/work/judging-evaluator.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type {
  ExperimentCallEnding,
  ExperimentCallKey,
  PinnedJudge,
} from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { CallOutcome } from '../../../providers/caller/model-caller.ts';
import type { ExperimentCellMaterial } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import type { IntendedExperimentCall } from '../../../store/quality/experiments/reserve-experiment-call.ts';
import { payForCall } from '../../comparisons/pay-for-call.ts';
import { seatTarget } from '../../judges/seat-target.ts';
import type { ExperimentOrder, ExperimentRunPorts } from './experiment-run-ports.ts';
import { judgeSeatId } from './judge-seat-id.ts';
import { reasonWithoutCall } from './reason-without-call.ts';

/**
 * Asks one seat of a judge about the answer of a cell without naming its arm, and pays once for the vote. The last seat
 * gives the verdict.
 */
export function createJudgeExperimentCell(ports: ExperimentRunPorts): (order: ExperimentOrder) => Promise<CallStatus> {
  const { runs, calls } = ports;
  return async (order) => {
    const { runId, position, arm, seat } = order;
    const cell = { runId, position, arm };
    const callKey: ExperimentCallKey = { ...cell, purpose: 'judge', seat };
    const material = await runs.material(cell);
    if (material === undefined) throw new DefectError('A run has no such cell.');
    const words = await wordsOf(ports, material);
    const judge = judgeOf(ports, material, arm);
    const member = judge?.seats[seat];
    if (words === undefined || judge === undefined || member === undefined) {
      await calls.settleLost(callKey);
      await runs.failCell(cell, words === undefined ? 'uncaptured' : 'no_verdict');
      return { kind: 'ended', ...(await runs.ended(callKey)) };
    }
    const prompt = judgePrompt(judge, words);
    const connection = seatTarget(ports.variable, member);
    const { model } = member;
    const lane = judgeSeatId(judge.evaluatorId, seat);
    return payForCall<ExperimentCallKey, IntendedExperimentCall, ExperimentCallEnding>(ports, order, {
      ...{ callKey, connection, lane, stage: 'experiment_judge', endingOf },
      request: { model, parameters: { max_output_tokens: JUDGE_OUTPUT_TOKENS }, ...prompt },
      size: promptSize(prompt, JUDGE_OUTPUT_TOKENS),
      intentOf: (maxNanoUsd) => ({
        ...{ ...callKey, lane, connectionId: undefined, provider: connection?.provider ?? '', model, maxNanoUsd },
        asksWhileLimited: order.isLastTry,
      }),
      endWithout: (why) => runs.failCell(cell, reasonWithoutCall(why, 'no_verdict')),
    });
  };
}

/** The question and the answer; undefined if one of them is no longer stored. */
async function wordsOf(
  { contents }: ExperimentRunPorts,
  { workspaceId, declaration, content, answer }: ExperimentCellMaterial,
): Promise<JudgedMaterial | undefined> {
  if (content === null) return undefined;
  const find = (requestId: string, admittedAt: string) =>
    contents.find({ workspaceId, requestId, admittedAt: new Date(admittedAt) });
  const { request } = (await find(content.requestId, content.admittedAt)) ?? {};
  // The stored answer of a replayed request is that of production.
  const stored =
    declaration.instrument === 'replay' ? undefined : await find(content.answerRequestId, content.answerAdmittedAt);
  const response = answer ?? stored?.response;
  return request === undefined || response === undefined ? undefined : { request, response };
}

/** The judge of an arm, unless its evaluator was changed or removed after the run began. */
function judgeOf(
  { evaluators }: ExperimentRunPorts,
  { judges }: ExperimentCellMaterial,
  arm: string,
): JudgingEvaluator | undefined {
  const pinned = judges.find((one) => one.arm === arm);
  return evaluators.find((one) => pinned !== undefined && isSame(one, pinned));
}

function isSame(evaluator: JudgingEvaluator, pinned: PinnedJudge): boolean {
  const { evaluatorId, model } = evaluator;
  return evaluatorId === pinned.evaluator && model === pinned.model && promptShaOf(evaluator) === pinned.prompt_sha;
}

function endingOf(outcome: CallOutcome): ExperimentCallEnding {
  // The caller has checked the reply against the schema.
  return outcome.kind === 'answered'
    ? { kind: 'voted', vote: (outcome.structured as JudgeVerdict).verdict }
    : { kind: 'failed' };
}
