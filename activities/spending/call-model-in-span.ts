import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { CallOutcome, ModelCaller } from '../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import { inSpan } from '../../tracing/in-span.ts';

/** Calls a model within a new span, which states the model and the outcome, and no content. */
export function callModelInSpan(caller: ModelCaller, request: ModelRequest): Promise<CallOutcome> {
  const { callId, model, connection } = request;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': connection.provider,
    'gen_ai.request.model': model,
    'truetally.call_id': callId,
  };
  return inSpan(`model.${connection.wire}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await caller.call(request);
    span.setAttribute('truetally.call.outcome', outcome.kind);
    if (outcome.kind === 'answered') return outcome;
    span.setAttribute('error.type', outcome.fault);
    span.setStatus({ code: SpanStatusCode.ERROR });
    return outcome;
  });
}
