import type { CalledEndpoint } from '../../../../domain/models/protocols.ts';
import { answerHeaders, type AnswerHeader } from '../../../../proxy/headers/answer-headers.ts';
import type { Random } from '../../../../testing/random.ts';

export type Body = Record<string, unknown>;

export interface ComparedCall {
  readonly scopeKey: string;
  readonly ruleId: string;
  readonly provider: string;
  readonly endpoint: CalledEndpoint;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Body;
}

/** The headers of a call that its fingerprint includes, at a provider that adds `x-route`. */
export function toAnswerHeaders({ headers }: ComparedCall): readonly AnswerHeader[] {
  const rules = { added: new Set(['x-route']), hasOwnKey: false, tierHeader: 'x-tt-tier' };
  return answerHeaders(Object.entries(headers).flat(), rules);
}

type Change = (call: ComparedCall, random: Random) => ComparedCall;
type Changes = Readonly<Record<string, Change>>;

/** The same word in two forms of Unicode. */
export const CAFE = ['caf\u00E9', 'cafe\u0301'] as const;

const TOOL = {
  name: 'weather',
  description: 'The weather of a city.',
  input_schema: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['C', 'F'] } },
    required: ['city', 'unit'],
  },
};

export function messagesCall(random: Random): ComparedCall {
  const words = random.some(['weather', 'in', 'Oslo', 'Rome', 'please', CAFE[0]], 1).join(' ');
  return {
    scopeKey: `team:env_${random.whole(1, 3)}:${random.pick(['a', 'b', 'ab'])}`,
    ruleId: random.pick(['default', 'other']),
    provider: random.pick(['anthropic', 'backup']),
    endpoint: 'messages',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01', 'content-type': 'application/json', 'user-agent': 'sdk' },
    body: {
      model: random.pick(['claude-haiku-4-5', 'claude-opus-5']),
      max_tokens: random.whole(1, 4_096),
      system: random.pick(['Be brief.', 'Be kind.', [{ type: 'text', text: 'Be brief.' }]]),
      messages: [
        { role: 'user', content: words },
        { role: 'assistant', content: [{ type: 'text', text: 'Of which city?' }] },
        { role: 'user', content: [{ type: 'text', text: words }] },
      ],
      tools: [TOOL],
      tool_choice: { type: 'auto' },
      temperature: random.whole(0, 10) / 10,
      stop_sequences: ['\n'],
    },
  };
}

const withBody =
  (change: (body: Body, random: Random) => Body) =>
  (call: ComparedCall, random: Random): ComparedCall => ({ ...call, body: change(structuredClone(call.body), random) });

const without = (name: string) =>
  withBody((body) => Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)));

const inMessage = (change: (messages: Body[]) => unknown) =>
  withBody((body) => ({ ...body, messages: change(body['messages'] as Body[]) }));

/** Changes that apply to every protocol. */
const OF_ANY: Changes = {
  'another scope': (call) => ({ ...call, scopeKey: `${call.scopeKey}b` }),
  'another kind of scope': (call) => ({ ...call, scopeKey: call.scopeKey.replace('team:', 'key:') }),
  'another rule': (call) => ({ ...call, ruleId: `${call.ruleId}2` }),
  'another provider': (call) => ({ ...call, provider: `${call.provider}2` }),
  'another query': (call) => ({ ...call, path: `${call.path}?beta=true` }),
  'another version': (call) => ({ ...call, headers: { ...call.headers, 'anthropic-version': '2024-01-01' } }),
  'a beta': (call, random) => ({
    ...call,
    headers: { ...call.headers, 'anthropic-beta': `context-${random.whole(1, 9)}` },
  }),
  'an idempotency key': (call) => ({ ...call, headers: { ...call.headers, 'idempotency-key': 'key-2' } }),
  'another model': withBody((body) => ({ ...body, model: `${String(body['model'])}-20251001` })),
  'another temperature': withBody((body) => ({ ...body, temperature: 0.05 })),
  'a temperature as a text': withBody((body) => ({ ...body, temperature: String(body['temperature']) })),
  'no temperature': without('temperature'),
  'a stream': withBody((body) => ({ ...body, stream: true })),
  'a stream that is set to false': withBody((body) => ({ ...body, stream: false })),
  top_p: withBody((body) => ({ ...body, top_p: 0.9 })),
  'an unknown member': withBody((body) => ({ ...body, later: true })),
  'a member with a name like those of objects': withBody((body) => ({ ...body, ['__proto__x']: { temperature: 1 } })),
  'a seed': withBody((body, random) => ({ ...body, seed: random.whole(0, 9_999) })),
  'no tools': without('tools'),
  'an empty list of tools': withBody((body) => ({ ...body, tools: [] })),
};

const OF_MESSAGES: Changes = {
  'no system text': without('system'),
  'another system text': withBody((body) => ({ ...body, system: 'Be cruel.' })),
  'the system text as the first message': withBody(({ system, ...body }) => ({
    ...body,
    messages: [{ role: 'user', content: system }, ...(body['messages'] as Body[])],
  })),
  'a system text that is null': withBody((body) => ({ ...body, system: null })),
  'another word': inMessage(([first, ...rest]) => [
    { ...first, content: `${String(first?.['content'])} now` },
    ...rest,
  ]),
  'another letter case': inMessage(([first, ...rest]) => [{ ...first, content: 'WEATHER' }, ...rest]),
  'two blanks within a text': inMessage(([first, ...rest]) => [{ ...first, content: 'weather  in Oslo' }, ...rest]),
  'a text as a block': inMessage(([first, ...rest]) => [
    { ...first, content: [{ type: 'text', text: first?.['content'] }] },
    ...rest,
  ]),
  'another order of messages': inMessage(([first, second, third]) => [second, first, third]),
  'one message less': inMessage((messages) => messages.slice(0, -1)),
  'a message twice': inMessage((messages) => [...messages, messages.at(-1)]),
  'another role': inMessage(([first, ...rest]) => [{ ...first, role: 'system' }, ...rest]),
  'a blank after the beginning of the answer': inMessage(([first, second, third]) => [
    first,
    { ...second, content: [{ type: 'text', text: 'Of which city? ' }] },
    third,
  ]),
  'an image': inMessage((messages) => [
    ...messages,
    { role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] },
  ]),
  'a mark for the cache of the provider': inMessage((messages) => [
    ...messages.slice(0, -1),
    { role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
  ]),
  'one more tool': withBody((body) => ({ ...body, tools: [TOOL, { ...TOOL, name: 'time' }] })),
  'another description of a tool': withBody((body) => ({ ...body, tools: [{ ...TOOL, description: 'Weather.' }] })),
  'a blank after the description of a tool': withBody((body) => ({
    ...body,
    tools: [{ ...TOOL, description: `${TOOL.description} ` }],
  })),
  'another order of required members': withBody((body) => ({
    ...body,
    tools: [{ ...TOOL, input_schema: { ...TOOL.input_schema, required: ['unit', 'city'] } }],
  })),
  'another choice of tools': withBody((body) => ({ ...body, tool_choice: { type: 'any' } })),
  'another maximum of tokens': withBody((body) => ({ ...body, max_tokens: Number(body['max_tokens']) + 1 })),
  'another stop sequence': withBody((body) => ({ ...body, stop_sequences: [' '] })),
  'an empty stop sequence': withBody((body) => ({ ...body, stop_sequences: [''] })),
  thinking: withBody((body, random) => ({ ...body, thinking: { budget_tokens: random.whole(1_024, 9_999) } })),
  'another tier of service': withBody((body) => ({ ...body, service_tier: 'standard_only' })),
};

const FUNCTION = {
  name: 'weather',
  description: 'The weather of a city.',
  parameters: TOOL.input_schema,
};
const CHAT_TOOL = { type: 'function', function: FUNCTION };
const RESPONSES_TOOL = { type: 'function', ...FUNCTION };

/** The common parts of OpenAI's calls. */
function openaiCall(random: Random, endpoint: CalledEndpoint, body: Body): ComparedCall {
  const { scopeKey, ruleId } = messagesCall(random);
  return {
    ...{ scopeKey, ruleId, endpoint, path: `/v1/${endpoint}` },
    provider: random.pick(['openai', 'backup']),
    headers: { 'content-type': 'application/json', 'user-agent': 'sdk' },
    body: { model: random.pick(['gpt-5-mini', 'gpt-4.1']), temperature: random.whole(0, 10) / 10, ...body },
  };
}

function chatCall(random: Random): ComparedCall {
  const words = random.some(['weather', 'in', 'Oslo', 'Rome', 'please', CAFE[0]], 1).join(' ');
  const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
  return openaiCall(random, 'chat_completions', {
    max_completion_tokens: random.whole(1, 4_096),
    messages: [
      { role: 'developer', content: random.pick(['Be brief.', 'Be kind.', [{ type: 'text', text: 'Be brief.' }]]) },
      { role: 'user', content: words },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
      { role: 'assistant', content: 'Rain.' },
      { role: 'user', content: [{ type: 'text', text: words }] },
    ],
    tools: [CHAT_TOOL],
    tool_choice: 'auto',
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' }, strict: true } },
    stop: ['\n'],
  });
}

const inMessageAt = (at: number, change: (message: Body) => Body, member: 'messages' | 'input' = 'messages') =>
  withBody((body) => ({
    ...body,
    [member]: (body[member] as Body[]).map((one, index) => (index === at ? change(one) : one)),
  }));

const member = (name: string, value: unknown) => withBody((body) => ({ ...body, [name]: value }));

const OF_CHAT: Changes = {
  'no developer message': inMessage(([, ...rest]) => rest),
  'another developer message': inMessageAt(0, (one) => ({ ...one, content: 'Be cruel.' })),
  'the text of the developer as that of the system': inMessageAt(0, (one) => ({ ...one, role: 'system' })),
  'the text of the developer as that of the user': inMessageAt(0, (one) => ({ ...one, role: 'user' })),
  'another word': inMessageAt(1, (one) => ({ ...one, content: `${String(one['content'])} now` })),
  'another letter case': inMessageAt(1, (one) => ({ ...one, content: 'WEATHER' })),
  'a text as a part': inMessageAt(1, (one) => ({ ...one, content: [{ type: 'text', text: one['content'] }] })),
  'a name of the user': inMessageAt(1, (one) => ({ ...one, name: 'Ann' })),
  'other arguments of a tool': inMessageAt(2, (one) => ({
    ...one,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
  })),
  'arguments of a tool with a blank': inMessageAt(2, (one) => ({
    ...one,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"} ' } }],
  })),
  'another result of a tool': inMessageAt(3, (one) => ({ ...one, content: 'Sun' })),
  'a blank after the result of a tool': inMessageAt(3, (one) => ({ ...one, content: 'Rain ' })),
  'the result of another call': inMessageAt(3, (one) => ({ ...one, tool_call_id: 'call_2' })),
  'a blank after the text of the model': inMessageAt(4, (one) => ({ ...one, content: 'Rain. ' })),
  'a refusal of the model': inMessageAt(4, (one) => ({ ...one, refusal: 'No.' })),
  'another order of messages': inMessage(([first, second, ...rest]) => [second, first, ...rest]),
  'one message less': inMessage((messages) => messages.slice(0, -1)),
  'a message twice': inMessage((messages) => [...messages, messages.at(-1)]),
  'an image': inMessageAt(5, (one) => ({
    ...one,
    content: [...(one['content'] as Body[]), { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
  })),
  'a sound': inMessageAt(5, (one) => ({
    ...one,
    content: [...(one['content'] as Body[]), { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }],
  })),
  'one more tool': member('tools', [CHAT_TOOL, { ...CHAT_TOOL, function: { ...FUNCTION, name: 'time' } }]),
  'a strict tool': member('tools', [{ ...CHAT_TOOL, function: { ...FUNCTION, strict: true } }]),
  'a blank after the description of a tool': member('tools', [
    { ...CHAT_TOOL, function: { ...FUNCTION, description: `${FUNCTION.description} ` } },
  ]),
  'another choice of tools': member('tool_choice', 'required'),
  'sequential tools': member('parallel_tool_calls', false),
  'another maximum of tokens': withBody((body) => ({
    ...body,
    max_completion_tokens: Number(body['max_completion_tokens']) + 1,
  })),
  'the maximum of tokens by its older name': withBody(({ max_completion_tokens: max, ...body }) => ({
    ...body,
    max_tokens: max,
  })),
  'another form of the answer': member('response_format', { type: 'json_object' }),
  'another schema of the answer': member('response_format', {
    type: 'json_schema',
    json_schema: { name: 'a', schema: { type: 'array' }, strict: true },
  }),
  'another stop sequence': member('stop', [' ']),
  'a stop sequence as a text': member('stop', '\n'),
  'two answers': member('n', 2),
  'the likelihood of each token': member('logprobs', true),
  'the likelihood of other tokens': member('top_logprobs', 3),
  'another weight of a token': member('logit_bias', { 15: -100 }),
  'a penalty for frequency': member('frequency_penalty', 0.5),
  'a penalty for presence': member('presence_penalty', 0.5),
  'more reasoning': member('reasoning_effort', 'high'),
  'fewer words': member('verbosity', 'low'),
  'a spoken answer': member('modalities', ['text', 'audio']),
  'another voice': member('audio', { voice: 'alloy', format: 'wav' }),
  'a predicted answer': member('prediction', { type: 'content', content: 'Rain' }),
  'another tier of service': member('service_tier', 'flex'),
  'the usage of a stream': member('stream_options', { include_usage: true }),
  'a header that its provider adds': (call) => ({ ...call, headers: { ...call.headers, 'x-route': 'eu' } }),
};

function responsesCall(random: Random): ComparedCall {
  const words = random.some(['weather', 'in', 'Oslo', 'Rome', 'please', CAFE[0]], 1).join(' ');
  return openaiCall(random, 'responses', {
    instructions: random.pick(['Be brief.', 'Be kind.']),
    max_output_tokens: random.whole(1, 4_096),
    input: [
      { role: 'user', content: words },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'Rain' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Rain.' }] },
      { role: 'user', content: [{ type: 'input_text', text: words }] },
    ],
    tools: [RESPONSES_TOOL],
    tool_choice: 'auto',
    text: { format: { type: 'text' } },
    reasoning: { effort: 'low' },
  });
}

const inItemAt = (at: number, change: (item: Body) => Body) => inMessageAt(at, change, 'input');

const OF_RESPONSES: Changes = {
  'no instructions': without('instructions'),
  'other instructions': member('instructions', 'Be cruel.'),
  'instructions that are null': member('instructions', null),
  'the instructions as the first item': withBody(({ instructions, ...body }) => ({
    ...body,
    input: [{ role: 'developer', content: instructions }, ...(body['input'] as Body[])],
  })),
  'another word': inItemAt(0, (one) => ({ ...one, content: `${String(one['content'])} now` })),
  'a text as a part': inItemAt(0, (one) => ({ ...one, content: [{ type: 'input_text', text: one['content'] }] })),
  'an explicit type': inItemAt(0, (one) => ({ ...one, type: 'message' })),
  'another role': inItemAt(0, (one) => ({ ...one, role: 'developer' })),
  'other arguments of a tool': inItemAt(1, (one) => ({ ...one, arguments: '{"city":"Rome"}' })),
  'another result of a tool': inItemAt(2, (one) => ({ ...one, output: 'Sun' })),
  'a blank after the result of a tool': inItemAt(2, (one) => ({ ...one, output: 'Rain ' })),
  'a blank after the text of the model': inItemAt(3, (one) => ({
    ...one,
    content: [{ type: 'output_text', text: 'Rain. ' }],
  })),
  'one item less': withBody((body) => ({ ...body, input: (body['input'] as Body[]).slice(0, -1) })),
  'an item twice': withBody(({ input, ...body }) => ({
    ...body,
    input: [...(input as Body[]), (input as Body[]).at(-1)],
  })),
  'earlier reasoning': withBody(({ input, ...body }) => ({
    ...body,
    input: [{ type: 'reasoning', id: 'rs_1', summary: [] }, ...(input as Body[])],
  })),
  'an image': inItemAt(4, (one) => ({
    ...one,
    content: [...(one['content'] as Body[]), { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }],
  })),
  'a file': inItemAt(4, (one) => ({
    ...one,
    content: [...(one['content'] as Body[]), { type: 'input_file', file_id: 'file_1' }],
  })),
  'one more tool': member('tools', [RESPONSES_TOOL, { ...RESPONSES_TOOL, name: 'time' }]),
  'a strict tool': member('tools', [{ ...RESPONSES_TOOL, strict: true }]),
  'another choice of tools': member('tool_choice', 'required'),
  'sequential tools': member('parallel_tool_calls', false),
  'a maximum of tool calls': member('max_tool_calls', 1),
  'another token maximum': withBody((body) => ({ ...body, max_output_tokens: Number(body['max_output_tokens']) + 1 })),
  'another form of the answer': member('text', { format: { type: 'json_object' } }),
  'fewer words': member('text', { format: { type: 'text' }, verbosity: 'low' }),
  'more reasoning': member('reasoning', { effort: 'high' }),
  'a summary of the reasoning': member('reasoning', { effort: 'low', summary: 'auto' }),
  'additional output': member('include', ['message.output_text.logprobs']),
  'a truncation': member('truncation', 'auto'),
  'another tier of service': member('service_tier', 'flex'),
  'metadata of the user, which the answer repeats': withBody((body, random) => ({
    ...body,
    metadata: { a: String(random.whole(1, 9)) },
  })),
  'the user id, which the answer repeats': withBody((body, random) => ({ ...body, user: `u${random.whole(1, 9)}` })),
};

/**
 * A protocol, its calls, and changes by kind. After each change, the call is different. No change affects only the
 * user's last text.
 */
export const WIRES: readonly (readonly [name: string, callOf: (random: Random) => ComparedCall, changes: Changes])[] = [
  ['Messages', messagesCall, { ...OF_ANY, ...OF_MESSAGES }],
  ['Chat Completions', chatCall, { ...OF_ANY, ...OF_CHAT }],
  ['Responses', responsesCall, { ...OF_ANY, ...OF_RESPONSES }],
];
