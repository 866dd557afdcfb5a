import { describe, expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';

const binding = (members: string): string => `guardrails: { bindings: [{ ${members} }] }`;
const B = 'guardrails.bindings[0]';

function remarksOf(text: string): string[] {
  return examineConfiguration(text).remarks.map(({ path, detail }) => `${path} ${detail}`);
}

it('a valid block has the warning that nothing is enforced', () => {
  const text = binding('id: a, where: { side: request }, detectors: [secrets], action: block');
  const { state, file, warnings } = examineConfiguration(text);
  expect(state).toBe('valid');
  expect(file.guardrails).toEqual({
    bindings: [{ id: 'a', where: { side: 'request' }, detectors: ['secrets'], action: 'block' }],
  });
  expect(warnings).toEqual([
    {
      line: 1,
      column: 15,
      path: 'guardrails.bindings',
      detail: 'are simulated by `tt guardrails test`, and the gateway does not enforce them',
    },
  ]);
});

it('a block without bindings has no warning', () => {
  expect(examineConfiguration('guardrails: { bindings: [] }')).toMatchObject({ state: 'valid', warnings: [] });
});

describe('a fault names its place', () => {
  it.each([
    ['guardrails: { binding: [] }', ['guardrails.binding is not a setting (did you mean `bindings`?)']],
    [
      binding('id: a, where: { side: request }, detectors: [secrets], action: block, acton: x'),
      [`${B}.acton is not a setting (did you mean \`action\`?)`],
    ],
    [
      binding('id: a, where: { side: request, model: x }, detectors: [secrets], action: block'),
      [`${B}.where.model is not a setting (did you mean \`models\`?)`],
    ],
    [binding('id: a'), [`${B}.where is required`, `${B}.detectors is required`, `${B}.action is required`]],
    [
      binding('id: A B, where: { side: both }, detectors: [], action: stop'),
      [
        `${B}.id must be a name of small letters, digits and hyphens, at most 64`,
        `${B}.where.side must be \`request\` or \`response\``,
        `${B}.detectors must be a list of at least one of secrets, card, iban, email, jwt, crypto_address, ip, entropy, words, judge, sidecar`,
        `${B}.action must be \`observe\`, \`flag\` or \`block\``,
      ],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [secret], action: block'),
      [
        `${B}.detectors[0] must be one of secrets, card, iban, email, jwt, crypto_address, ip, entropy, words, judge, sidecar`,
      ],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [card, card], action: block'),
      [`${B}.detectors[1] repeats \`card\`: remove one of the two`],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [words], action: block'),
      [`${B}.words is required with the detector \`words\``],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [card], words: [x], action: block'),
      [`${B}.words has no effect without the detector \`words\`: leave it out`],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [judge], action: block'),
      [`${B}.evaluator is required with the detector \`judge\``],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [card], evaluator: x, action: block'),
      [`${B}.evaluator has no effect without the detector \`judge\` or \`sidecar\`: leave it out`],
    ],
    [
      binding('id: a, where: { side: request }, detectors: [judge, sidecar], evaluator: x, action: block'),
      [`${B}.detectors has \`judge\` and \`sidecar\`, and names one evaluator: make two bindings`],
    ],
    [
      'guardrails: { bindings: [{ id: a, where: { side: request }, detectors: [card], action: flag }, { id: a, where: { side: response }, detectors: [card], action: flag }] }',
      ['guardrails.bindings[1].id is also the id of another binding: give each its own id'],
    ],
  ])('%s', (text, remarks) => {
    expect(remarksOf(text)).toEqual(remarks);
  });
});
