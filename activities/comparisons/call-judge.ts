import { judgeCallSize } from '../../contracts/comparisons/call-size.ts';
import {
  VERDICT_PROMPT_VERSION,
  verdictPrompt,
  type VerdictReply,
} from '../../contracts/comparisons/verdict-prompt.ts';
import type { MachineVerdict } from '../../domain/comparisons/run-call.ts';
import type { CallStatus } from '../../domain/comparisons/run-work.ts';
import { CALL_FAULTS, type CallFault } from '../../domain/models/model-call.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import { storableText } from '../spending/storable-text.ts';
import type { CallOrder, ComparisonPorts } from './comparison-ports.ts';
import { payOnce } from './pay-once.ts';

/** Asks the judge about an answer without naming its arm, and pays once for the verdict. */
export function createCallJudge(ports: ComparisonPorts): (order: CallOrder) => Promise<CallStatus> {
  return async (order) => {
    const { runId, position, arm } = order;
    const cell = { runId, position, arm };
    const material = await ports.runs.material(cell);
    const judge = material?.plan.judge ?? undefined;
    if (material === undefined || judge === undefined || material.answer === null) {
      throw new DefectError('A run has no such answer to judge.');
    }
    const leaveUnknown = (reasonCode: MachineVerdict['reasonCode']): Promise<void> =>
      ports.runs.giveVerdicts('judge', [{ ...cell, ...unknown(reasonCode) }]);
    const { messages, referenceNotes, answer } = material;
    const judged = { messages, referenceNotes, answer };
    if (judge.prompt_version !== VERDICT_PROMPT_VERSION) {
      await leaveUnknown('judge_unavailable');
      const { spentPercent } = await ports.runs.standing(runId);
      return { kind: 'ended', code: 'judge_unavailable', spentPercent };
    }
    return payOnce(ports, order, {
      callKey: { ...cell, purpose: 'judge' },
      connectionId: judge.connection_id,
      request: {
        model: judge.model,
        parameters: { max_output_tokens: judge.max_output_tokens },
        ...verdictPrompt(judged),
      },
      size: judgeCallSize(judged, judge.max_output_tokens),
      endingOf: verdictOf,
      endWithout: (why) => leaveUnknown(REASON_WITHOUT_CALL[why]),
    });
  };
}

const REASON_WITHOUT_CALL = {
  spend_ceiling_exceeded: 'spend_ceiling_exceeded',
  judge_ceiling_reached: 'judge_ceiling_reached',
  connection_retired: 'judge_connection_not_pinned',
  price_unknown: 'judge_unavailable',
} as const;

function verdictOf(outcome: CallOutcome): MachineVerdict {
  switch (outcome.kind) {
    case 'answered': {
      // The caller has checked the reply against the schema.
      const { verdict, reason } = outcome.structured as VerdictReply;
      const reasonCode = verdict === 'unknown' ? 'judge_no_verdict' : '';
      return { kind: 'verdict', outcome: verdict, reasonCode, rationale: storableText(reason) };
    }
    case 'failed_with_bill':
      return unknown('judge_no_verdict', outcome.fault);
    case 'effect_unknown':
      return unknown('judge_paid_effect_unknown', outcome.fault);
    case 'never_sent':
    case 'refused':
      return unknown('judge_unavailable', outcome.fault);
  }
}

/** The unknown verdict with the code and the sentence of its fault. It omits the reply, which is content. */
function unknown(reasonCode: MachineVerdict['reasonCode'], fault?: CallFault): MachineVerdict {
  const rationale = fault === undefined ? '' : `${fault}: ${CALL_FAULTS[fault]}`;
  return { kind: 'verdict', outcome: 'unknown', reasonCode, rationale };
}
