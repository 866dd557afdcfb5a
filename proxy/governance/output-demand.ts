import type { CalledEndpoint } from '../../domain/gateway/endpoints.ts';
import { isObject, objectsOf } from '../../providers/wires/json-parts.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The most that a request lets a model write. */
export interface OutputDemand {
  /** Tokens of one answer; undefined where the request leaves it to the model. */
  readonly cap: number | undefined;
  /** Tokens of thinking that are stated beside the cap. */
  readonly thinking: number;
  /** How many answers are made. */
  readonly answers: number;
  /** Whether words of the request may be charged as words of the answer: a prediction that does not come true is. */
  readonly chargesPrediction: boolean;
  /** What the answer may be of besides text, each of which has a price of its own. */
  readonly modalities: readonly ('audio' | 'image')[];
}

/**
 * Where each endpoint has the most that an answer may be. Any other member is unknown there, and many servers pass over what they do not know;
 * of two that they may know, nobody here can say which holds: the larger one counts.
 */
const CAPS: Readonly<Record<CalledEndpoint, readonly string[]>> = {
  messages: ['max_tokens'],
  chat_completions: ['max_tokens', 'max_completion_tokens'],
  responses: ['max_output_tokens'],
  embeddings: [],
};

/** How many answers are made, by the names of several servers: more are made than are given where one asks for the best of them. */
const ANSWERS: readonly string[] = ['n', 'best_of', 'num_completions', 'num_return_sequences', 'candidate_count'];

/** More than any answer has is no number of tokens, and a sum of such would be none either. */
const MOST_COUNT = 1_000_000_000;

/** A member whose number bounds the call. */
interface Count {
  readonly name: string;
  readonly value: unknown;
  readonly least: 0 | 1;
}

/** What a request lets a model write, or a sentence about a member that is no number. */
export function outputDemand(endpoint: CalledEndpoint, body: JsonObject): OutputDemand | string {
  if (endpoint === 'embeddings') return { cap: 0, thinking: 0, answers: 1, chargesPrediction: false, modalities: [] };
  const caps = CAPS[endpoint].map((name): Count => ({ name, value: body[name], least: 1 }));
  const answers = ANSWERS.map((name): Count => ({ name, value: body[name], least: 1 }));
  const thinking = thinkingIn(body);
  const unusable = [...caps, ...answers, ...thinking, ...toolCallsIn(body)].find((count) => !isUsable(count));
  if (unusable !== undefined) return faultOf(unusable);
  const [cap, budget] = [largest(caps), largest(thinking) ?? 0];
  // Anthropic counts thinking as a part of `max_tokens`; servers with members of their own may count it beside.
  const isPart = endpoint === 'messages' && cap !== undefined;
  return {
    cap: isPart ? Math.max(cap, budget) : cap,
    thinking: isPart ? 0 : budget,
    answers: largest(answers) ?? 1,
    chargesPrediction: isObject(body['prediction']),
    modalities: modalitiesIn(body),
  };
}

/** Whether a value is a whole number of tokens, answers or calls. */
export function isCount(value: unknown, least: 0 | 1 = 1): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MOST_COUNT;
}

function thinkingIn({ thinking, reasoning, thinking_budget: flat }: JsonObject): Count[] {
  const counts: Count[] = [{ name: 'thinking_budget', value: flat, least: 0 }];
  if (isObject(thinking)) counts.push({ name: 'thinking.budget_tokens', value: thinking['budget_tokens'], least: 0 });
  if (isObject(reasoning)) counts.push({ name: 'reasoning.max_tokens', value: reasoning['max_tokens'], least: 0 });
  return counts;
}

function toolCallsIn({ max_tool_calls: most, tools }: JsonObject): Count[] {
  const uses = objectsOf(tools).map((tool): Count => ({ name: 'tools[].max_uses', value: tool['max_uses'], least: 0 }));
  return [{ name: 'max_tool_calls', value: most, least: 0 }, ...uses];
}

function modalitiesIn({ modalities }: JsonObject): OutputDemand['modalities'] {
  if (!Array.isArray(modalities)) return [];
  return (['audio', 'image'] as const).filter((modality) => modalities.includes(modality));
}

function isUsable({ value, least }: Count): boolean {
  return value === undefined || value === null || isCount(value, least);
}

function largest(counts: readonly Count[]): number | undefined {
  const said = counts.map(({ value }) => value).filter((value) => typeof value === 'number');
  return said.length === 0 ? undefined : Math.max(...said);
}

function faultOf({ name, least }: Count): string {
  return (
    `The member \`${name}\` must be a whole number from ${least} to ${MOST_COUNT}. A limit on tokens or money applies to ` +
    `this request and reserves the most that it can use. Send a whole number, or leave the member out.`
  );
}
