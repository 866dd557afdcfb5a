import { describe, expect, it } from 'vitest';
import { expandTemplates, type TemplateSet } from '../../../../../domain/quality/datasets/expand-templates.ts';

const expand = (change: Partial<TemplateSet>) =>
  expandTemplates({ templates: ['{a}'], values: { a: ['1'] }, limit: 100, seed: 0, ...change });
const texts = (change: Partial<TemplateSet>) => expand(change).map(({ text }) => text);

describe('templates', () => {
  it('expand to every combination, the last placeholder fastest, template by template', () => {
    const set = { templates: ['{b}-{a}-{b}', 'plain', '{a}!'], values: { a: ['1', '2'], b: ['x', 'y'] } };
    expect(texts(set)).toEqual(['x-1-x', 'x-2-x', 'y-1-y', 'y-2-y', 'plain', '1!', '2!']);
    expect(expand(set)[2]).toEqual({ text: 'y-1-y', template: 0, values: { b: 'y', a: '1' } });
    expect(expand(set)[4]).toEqual({ text: 'plain', template: 1, values: {} });
  });

  it('leave braces that are no placeholder, and insert values as they are', () => {
    expect(texts({ templates: ['{"k": {A}} {1} {} {a}'], values: { a: ['$& {a}'] } })).toEqual([
      '{"k": {A}} {1} {} $& {a}',
    ]);
  });

  const LARGE = {
    templates: ['{a}{b}', '{a}'],
    values: {
      a: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
      b: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'],
    },
    limit: 7,
  };

  it('of too many combinations, the seed selects different ones, in their order', () => {
    const first = texts({ ...LARGE, seed: 1 });
    expect(first).toEqual(texts({ ...LARGE, seed: 1 }));
    expect(new Set(first).size).toBe(7);
    const all = texts({ ...LARGE, limit: 110 });
    expect(all).toHaveLength(110);
    expect(first.map((text) => all.indexOf(text))).toEqual(
      first.map((text) => all.indexOf(text)).toSorted((a, b) => a - b),
    );
    expect(texts({ ...LARGE, seed: 2 })).not.toEqual(first);
    expect(texts({ ...LARGE, seed: 111 })).toEqual(first);
  });

  it('select all but one combination without a repetition', () => {
    for (const seed of [0, 5, 109]) expect(new Set(texts({ ...LARGE, limit: 109, seed })).size).toBe(109);
  });

  it('of a set that is too large to list, the selection stays fast', () => {
    const names = Array.from({ length: 16 }, (_, at) => `p${at}`);
    const list = Array.from({ length: 100 }, (_, at) => String(at));
    const set = {
      templates: [names.map((name) => `{${name}}`).join(' ')],
      values: Object.fromEntries(names.map((name) => [name, list])),
      limit: 1_000,
    };
    expect(new Set(texts(set)).size).toBe(1_000);
  });

  it.each([
    [{ templates: ['{a}', '{c}'] }, '/synthetic/templates/1', 'The placeholder {c} has no values.'],
    [{ templates: ['{a} {constructor}'] }, '/synthetic/templates/0', 'The placeholder {constructor} has no values.'],
    [{ values: { a: ['1'], d: ['2'] } }, '/synthetic/values/d', 'No template has this placeholder.'],
    [
      { templates: ['{a}'.repeat(81)], values: { a: ['x'.repeat(200)] } },
      '/synthetic/templates/0',
      'A text of this template has more than 16000 characters.',
    ],
  ])('refuse %j', (change, pointer, detail) => {
    expect(() => expand(change)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: expect.stringContaining(detail) as string,
        faults: [expect.objectContaining({ pointer }) as object],
      }),
    );
  });

  it('accept a text of the maximum length', () => {
    expect(texts({ templates: ['{a}'.repeat(80)], values: { a: ['x'.repeat(200)] } })[0]).toHaveLength(16_000);
  });
});
