import { CALL_NAMES } from './names/call-names.ts';
import type { SpanAttributes } from './span-attributes.ts';

export type CallKind = 'generation' | 'embedding';

/**
 * The kind of a span: a call of a model, or `counted` for a span without an operation that counts tokens, which may be
 * a call or the sum of several. Undefined for all other spans.
 */
export type SpanKind = CallKind | 'counted' | undefined;

/** Operations that call a model once. Agents, tools and workflows call models in spans below their own. */
const OPERATIONS: ReadonlyMap<string, CallKind> = new Map([
  ...['chat', 'text_completion', 'generate_content', 'completion', 'responses'].map(asKind('generation')),
  ...['chat.completions', 'text.completions', 'acompletion', 'atext_completion'].map(asKind('generation')),
  ...['aresponses', 'anthropic_messages', 'agenerate_content'].map(asKind('generation')),
  ...['embeddings', 'embedding', 'aembedding'].map(asKind('embedding')),
]);

function asKind(kind: CallKind): (operation: string) => [string, CallKind] {
  return (operation) => [operation, kind];
}

const INFERENCE_KINDS: ReadonlyMap<string, CallKind> = new Map([
  ['LLM', 'generation'],
  ['EMBEDDING', 'embedding'],
]);

/**
 * The calls of AI SDK: `ai.generateText.doGenerate` is a call, and `ai.generateText` around it is the sum of its calls.
 */
const AI_SDK_CALL = /^ai\.\w+\.do(Generate|Stream|Embed)$/;

/** Attributes of a span that sums up the calls below it and names no operation. */
const OF_AGGREGATES = ['agent_name', 'gen_ai.agent.name', 'gen_ai.aggregated_usage.input_tokens'];

export function readSpanKind(attributes: SpanAttributes): SpanKind {
  const operation = attributes.text(['gen_ai.operation.name']);
  if (operation !== undefined) return OPERATIONS.get(operation);
  const aiSdk = attributes.text(['ai.operationId']);
  if (aiSdk !== undefined) return kindOfAiSdk(aiSdk);
  const inference = attributes.text(['openinference.span.kind']);
  if (inference !== undefined) return INFERENCE_KINDS.get(inference.toUpperCase());
  const request = attributes.text(['llm.request.type']);
  if (request !== undefined) return OPERATIONS.get(request);
  return attributes.number(CALL_NAMES.inputTokens) === undefined || isAggregate(attributes) ? undefined : 'counted';
}

function kindOfAiSdk(operation: string): CallKind | undefined {
  const [, call] = AI_SDK_CALL.exec(operation) ?? [];
  if (call === undefined) return undefined;
  return call === 'Embed' ? 'embedding' : 'generation';
}

/** True for a span that sums up calls. OpenLLMetry and LangSmith state the kind of every span that is not a call. */
function isAggregate(attributes: SpanAttributes): boolean {
  const [traceloop, langsmith] = ['traceloop.span.kind', 'langsmith.span.kind'].map((name) => attributes.text([name]));
  if (traceloop !== undefined || (langsmith !== undefined && langsmith !== 'llm')) return true;
  return attributes.text(OF_AGGREGATES) !== undefined || attributes.number(OF_AGGREGATES) !== undefined;
}
