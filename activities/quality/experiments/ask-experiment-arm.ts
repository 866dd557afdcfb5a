import { totalUtf8Bytes } from '../../../contracts/models/prompt-size.ts';
import { toReplayMessages } from '../../../contracts/quality/experiments/to-replay-messages.ts';
import { DefectError } from '../../../domain/kernel/errors.ts';
import type { CallStatus } from '../../../domain/comparisons/run-work.ts';
import type {
  ExperimentCallEnding,
  ExperimentCallKey,
} from '../../../domain/quality/experiment-runs/experiment-work.ts';
import type { CallOutcome } from '../../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../../providers/protocols/shared/model-request.ts';
import type { ExperimentCellMaterial } from '../../../store/quality/experiments/experiment-run-transitions.ts';
import type { IntendedExperimentCall } from '../../../store/quality/experiments/reserve-experiment-call.ts';
import { payForCall } from '../../comparisons/pay-for-call.ts';
import { storableText } from '../../spending/storable-text.ts';
import type { ExperimentOrder, ExperimentRunPorts } from './experiment-run-ports.ts';
import { reasonWithoutCall } from './reason-without-call.ts';

/** The maximum of output tokens of an arm that declares none. */
const OUTPUT_TOKENS = 4_096;

/** Asks the model of an arm the captured question of an item again, and pays once for the answer. */
export function createAskExperimentArm(ports: ExperimentRunPorts): (order: ExperimentOrder) => Promise<CallStatus> {
  const { runs, calls, connections } = ports;
  return async (order) => {
    const { runId, position, arm: name } = order;
    const cell = { runId, position, arm: name };
    const callKey: ExperimentCallKey = { ...cell, purpose: 'comparison', seat: 0 };
    const material = await runs.material(cell);
    if (material === undefined) throw new DefectError('A run has no such cell.');
    const arm = material.declaration.arms.find((one) => one.name === name);
    const request =
      arm?.model === undefined ? undefined : await requestOf(ports, material, { ...arm, model: arm.model });
    if (arm?.connection_id === undefined || request === undefined) {
      await calls.settleLost(callKey);
      await runs.failCell(cell, 'uncaptured');
      return { kind: 'ended', ...(await runs.ended(callKey)) };
    }
    const { connection_id: connectionId } = arm;
    const connection = await connections.find(connectionId);
    const { provider } = connection;
    const { system, messages, parameters, model } = request;
    return payForCall<ExperimentCallKey, IntendedExperimentCall, ExperimentCallEnding>(ports, order, {
      callKey,
      connection: connection.retiredAt === undefined ? connection : undefined,
      lane: connectionId,
      stage: 'experiment_answer',
      request,
      size: {
        inputBytes: totalUtf8Bytes([system, ...messages.map(({ content }) => content)]),
        messages: messages.length + 1,
        isForced: false,
        maxOutputTokens: parameters.max_output_tokens,
      },
      intentOf: (maxNanoUsd) => ({
        ...{ ...callKey, lane: connectionId, connectionId, provider, model, maxNanoUsd },
        asksWhileLimited: order.isLastTry,
      }),
      endingOf,
      endWithout: (why) => runs.failCell(cell, reasonWithoutCall(why, 'call_failed')),
    });
  };
}

async function requestOf(
  { contents }: ExperimentRunPorts,
  { workspaceId, content }: ExperimentCellMaterial,
  { model, system, parameters }: { model: string; system?: string; parameters?: ModelRequest['parameters'] },
): Promise<Pick<ModelRequest, 'model' | 'system' | 'messages' | 'parameters'> | undefined> {
  if (content === null) return undefined;
  const { requestId, admittedAt } = content;
  const { request } = (await contents.find({ workspaceId, requestId, admittedAt: new Date(admittedAt) })) ?? {};
  const replayed = request === undefined ? undefined : toReplayMessages(request);
  if (replayed === undefined) return undefined;
  const { messages } = replayed;
  return {
    ...{ model, messages, system: system ?? replayed.system },
    parameters: parameters ?? { max_output_tokens: OUTPUT_TOKENS },
  };
}

function endingOf(outcome: CallOutcome): ExperimentCallEnding {
  return outcome.kind === 'answered' ? { kind: 'answered', answer: storableText(outcome.text) } : { kind: 'failed' };
}
