import { describe, expect, it } from 'vitest';
import { protocolAt } from '../../../../../providers/protocols/registry.ts';

const protocol = protocolAt('generate_content');

describe('a request of generateContent', () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{ contents: [] }, undefined],
    [{ model: null }, undefined],
    [{ model: 'models/gemini-2.5-flash' }, 'model_in_body'],
    [{ generationConfig: {}, generation_config: {} }, 'member_spelled_twice'],
    [{ systemInstruction: {}, system_instruction: {} }, 'member_spelled_twice'],
    [{ generationConfig: { maxOutputTokens: 9, max_output_tokens: 1 } }, 'member_spelled_twice'],
    [{ generation_config: { thinkingConfig: {}, thinking_config: {} } }, 'member_spelled_twice'],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 1, thinking_budget: 2 } } }, 'member_spelled_twice'],
    [{ generation_config: { max_output_tokens: 1, maxOutputToken: 2 } }, undefined],
    [{ ['_a'.repeat(5_000_000)]: 1 }, undefined],
    [{ generationConfig: 'text', system_instruction: [] }, undefined],
  ])('%# has one reading, or is refused', (body, code) => {
    expect(protocol.requestFault(body)?.code).toBe(code);
  });

  it.each<[string, unknown, string]>([
    ['a person spoke', [{ role: 'user', parts: [{ text: 'Hello' }] }], 'user_turn'],
    ['a function was called', [{ role: 'user', parts: [{ functionResponse: { name: 'f' } }] }], 'tool_loop'],
    ['in the other spelling', [{ role: 'function', parts: [{ function_response: { name: 'f' } }] }], 'tool_loop'],
    ['before a person spoke', [{ parts: [{ functionResponse: {} }] }, { parts: [{ text: 'And?' }] }], 'user_turn'],
    ['the turn is empty', undefined, 'user_turn'],
    ['the form is another', [7, null, { parts: 'x' }], 'user_turn'],
  ])('is classified by its last turn: %s: %j %s', (_, contents, stepClass) => {
    expect(protocol.stepClass({ contents })).toBe(stepClass);
  });
});

describe('a question of the gateway', () => {
  const { question } = protocol.text;
  const asked = { model: 'm', instruction: 'Say yes or no.', content: 'Equal?', maxTokens: 9, priceProvider: 'google' };
  const answerWith = (parts: object[], finishReason = 'STOP') => ({
    candidates: [{ content: { parts }, finishReason }],
  });

  it('has no model, which is in the path', () => {
    expect(question.bodyOf(asked)).toEqual({
      systemInstruction: { parts: [{ text: 'Say yes or no.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Equal?' }] }],
      generationConfig: { maxOutputTokens: 9 },
    });
  });

  it.each<[object, string]>([
    [answerWith([{ text: 'Hm.', thought: true }, { text: 'y' }, { text: 'es' }]), 'yes'],
    [answerWith([{ text: 'ye' }], 'MAX_TOKENS'), ''],
    [answerWith([{ text: 'yes' }], 'SAFETY'), ''],
    [{ candidates: [...answerWith([{ text: 'yes' }]).candidates, ...answerWith([{ text: 'no' }]).candidates] }, ''],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, ''],
    [{}, ''],
  ])('has an answer if it is complete and single: %#', (answer, text) => {
    expect(question.textOf(answer as Readonly<Record<string, unknown>>)).toBe(text);
  });
});
