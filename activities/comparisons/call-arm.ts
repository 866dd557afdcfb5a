import { armCallSize } from '../../contracts/comparisons/call-size.ts';
import type { RunCallEnding } from '../../domain/comparisons/run-call.ts';
import type { CallStatus } from '../../domain/comparisons/run-work.ts';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { CallOutcome } from '../../providers/caller/model-caller.ts';
import { storableText } from '../spending/storable-text.ts';
import type { CallOrder, ComparisonPorts } from './comparison-ports.ts';
import { storeCellContent } from './store-cell-content.ts';
import { payOnce } from './pay-once.ts';

/** Asks an arm for its answer to a case, and pays once for it. */
export function createCallArm(ports: ComparisonPorts): (order: CallOrder) => Promise<CallStatus> {
  return async (order) => {
    const { runId, position, arm } = order;
    const cell = { runId, position, arm };
    const material = await ports.runs.material(cell);
    if (material === undefined) throw new DefectError('A run has no such cell.');
    const { target } = material.plan[arm];
    const status = await payOnce(ports, order, {
      callKey: { ...cell, purpose: 'comparison' },
      connectionId: target.connection_id,
      request: {
        model: target.model,
        system: target.system,
        messages: material.messages,
        parameters: target.parameters,
      },
      size: armCallSize(target, material.messages),
      endingOf,
      endWithout: (why) => ports.runs.failCell(cell, why === 'judge_ceiling_reached' ? 'spend_ceiling_exceeded' : why),
    });
    if (status.kind === 'ended')
      await storeCellContent(ports, cell, { system: target.system, messages: material.messages });
    return status;
  };
}

function endingOf(outcome: CallOutcome): RunCallEnding {
  if (outcome.kind !== 'answered') return { kind: 'failed', failureCode: outcome.fault };
  return { kind: 'answered', answer: storableText(outcome.text), durationMs: outcome.latencyMs };
}
