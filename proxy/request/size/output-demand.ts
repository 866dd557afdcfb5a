import { isJsonObject, jsonObjectsIn, type JsonObject } from '../../../providers/json-parts.ts';
import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';

/** The maximum that a request lets a model write. */
export interface OutputDemand {
  /** The maximum tokens of one answer; undefined if the request leaves it to the model. */
  readonly cap: number | undefined;
  /** The tokens of thinking that are allowed in addition to the cap. */
  readonly thinking: number;
  /** The number of answers. */
  readonly answers: number;
  /** True if words of the request may be charged as output: this applies to a prediction that does not come true. */
  readonly chargesPrediction: boolean;
  /** The modalities of the answer in addition to text, each of which has a separate price. */
  readonly modalities: readonly ('audio' | 'image' | 'video')[];
}

const NO_OUTPUT: OutputDemand = { cap: 0, thinking: 0, answers: 1, chargesPrediction: false, modalities: [] };

/**
 * The members for the number of answers, by the names of several servers. A request for the best of several answers
 * pays for more than it gets.
 */
const ANSWERS: readonly string[] = [
  ...['n', 'best_of', 'num_completions', 'num_return_sequences', 'candidate_count'],
  'generationConfig.candidateCount',
];

/**
 * The members that cap tokens of thinking: in the body, and in its members `thinking` (Anthropic) and `reasoning`
 * (OpenRouter).
 */
const FLAT_BUDGET: readonly string[] = ['thinking_budget', 'generationConfig.thinkingConfig.thinkingBudget'];
const ANTHROPIC_BUDGET: readonly string[] = ['budget_tokens'];
const OPENROUTER_BUDGET: readonly string[] = ['max_tokens'];

/** The members that cap calls of tools: in the body, and in a tool. */
const TOOL_CALLS: readonly string[] = ['max_tool_calls'];
const TOOL_USES: readonly string[] = ['max_uses'];

/** The maximum count of tokens. No answer has more, and sums of larger numbers would not be exact. */
const MAX_COUNT = 1_000_000_000;

/**
 * The output that a request lets a model write, or a sentence about a member that is not a number. If a request has two
 * members and a server may apply either one, the larger one counts.
 */
export function outputDemand({ text }: Pick<Protocol, 'text'>, body: JsonObject): OutputDemand | string {
  if (text === undefined) return NO_OUTPUT;
  const settings = text.outputSettings(body);
  const cap = largest(settings, text.outputCaps, 1);
  if (typeof cap === 'string') return cap;
  const answers = largest(settings, ANSWERS, 1);
  if (typeof answers === 'string') return answers;
  const budget = thinkingIn(settings);
  if (typeof budget === 'string') return budget;
  const fault = toolCallsFault(body);
  if (fault !== undefined) return fault;
  const isPart = text.capsThinking && cap !== undefined;
  return {
    cap: isPart ? Math.max(cap, budget) : cap,
    thinking: isPart ? 0 : budget,
    answers: answers ?? 1,
    chargesPrediction: isJsonObject(body['prediction']),
    modalities: modalitiesIn(settings),
  };
}

/** True if a value is a whole number of tokens, answers or calls. */
export function isWholeCount(value: unknown, min: 0 | 1 = 1): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= MAX_COUNT;
}

/**
 * The largest of several members of an object; undefined if it has none of them, a sentence if one is not a valid
 * number.
 */
function largest(object: JsonObject, names: readonly string[], min: 0 | 1, path = ''): number | string | undefined {
  let max: number | undefined;
  for (const name of names) {
    const value = object[name] ?? undefined;
    if (value === undefined) continue;
    if (!isWholeCount(value, min)) return faultOf(`${path}${name}`, min);
    max = Math.max(max ?? 0, value);
  }
  return max;
}

function thinkingIn(body: JsonObject): number | string {
  const { thinking, reasoning } = body;
  const flat = largest(body, FLAT_BUDGET, 0);
  if (typeof flat === 'string') return flat;
  const ofAnthropic = isJsonObject(thinking) ? largest(thinking, ANTHROPIC_BUDGET, 0, 'thinking.') : undefined;
  if (typeof ofAnthropic === 'string') return ofAnthropic;
  const ofOpenRouter = isJsonObject(reasoning) ? largest(reasoning, OPENROUTER_BUDGET, 0, 'reasoning.') : undefined;
  if (typeof ofOpenRouter === 'string') return ofOpenRouter;
  return Math.max(flat ?? 0, ofAnthropic ?? 0, ofOpenRouter ?? 0);
}

function toolCallsFault(body: JsonObject): string | undefined {
  const max = largest(body, TOOL_CALLS, 0);
  if (typeof max === 'string') return max;
  for (const tool of jsonObjectsIn(body['tools'])) {
    const uses = largest(tool, TOOL_USES, 0, 'tools[].');
    if (typeof uses === 'string') return uses;
  }
  return undefined;
}

function modalitiesIn({ modalities }: JsonObject): OutputDemand['modalities'] {
  if (!Array.isArray(modalities)) return NO_MODALITIES;
  return (['audio', 'image', 'video'] as const).filter((modality) => modalities.includes(modality));
}

const NO_MODALITIES: OutputDemand['modalities'] = [];

function faultOf(name: string, min: 0 | 1): string {
  return (
    `The member \`${name}\` must be a whole number from ${min} to ${MAX_COUNT}. A limit on tokens or money applies to ` +
    `this request and reserves the most that it can use. Send a whole number, or leave the member out.`
  );
}
