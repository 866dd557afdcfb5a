import { describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { DimensionsSchema } from '../../../../../contracts/ingest/dimensions/dimensions-schema.ts';
import { normalizeDimensions } from '../../../../../contracts/ingest/dimensions/normalize-dimensions.ts';

const validator = Compile(DimensionsSchema);
const WHOLE = {
  ...{ user: 'ada', tenant: 'acme', feature: 'search', agent: 'planner', step_class: 'tool_loop', step_id: 's2' },
  ...{ parent_id: 's1', tool: 'find', key: 'kid_1', 'tag.env': 'prod', 'tag.!~@[`': 'é' },
};

describe('stated dimensions', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['all of them, unchanged', WHOLE, WHOLE],
    ['a value cut and cleaned', { user: `\t${'é'.repeat(80)}` }, { user: 'é'.repeat(63) }],
    ['no empty value', { user: ' ', tenant: '', 'tag.a': '\u0000' }, {}],
    ['no unknown step class', { step_class: 'USER_TURN', user: 'u' }, { user: 'u' }],
    ['the key of a tag in lower case', { 'tag.Env': 'prod' }, { 'tag.env': 'prod' }],
    ['the first of two keys', { 'tag.env': 'b', 'tag.ENV': 'a' }, { 'tag.env': 'a' }],
  ])('have %s', (_, stated, dimensions) => {
    expect(normalizeDimensions(stated)).toEqual({ dimensions, droppedTags: 0 });
    expect(validator.Check(dimensions)).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another name', { usr: 'ada' }],
    ['the prototype', JSON.parse('{"__proto__":"x"}') as Record<string, unknown>],
    ['a tag without a key', { 'tag.': 'x' }],
    ['a tag with a key of 33 bytes', { [`tag.${'k'.repeat(33)}`]: 'x' }],
    ['a tag with a blank in its key', { 'tag.a b': 'x' }],
    ['a tag with a key that is not ASCII', { 'tag.é': 'x' }],
    ['a number', { user: 7 }],
    ['null', { 'tag.a': null }],
  ])('stay unchanged with %s, which a line refuses', (_, stated) => {
    const { dimensions } = normalizeDimensions(stated);
    expect(Object.entries(dimensions)).toEqual(Object.entries(stated));
    expect(validator.Check(dimensions)).toBe(false);
  });

  it('have the first 64 tags by name, and the number of the others', () => {
    const keys = Array.from({ length: 70 }, (_, index) => String(index).padStart(2, '0'));
    const stated = Object.fromEntries(keys.toReversed().map((key) => [`tag.${key}`, key]));
    const { dimensions, droppedTags } = normalizeDimensions({ ...stated, ...WHOLE });
    expect(Object.keys(dimensions).filter((name) => name.startsWith('tag.'))).toEqual([
      ...['tag.!~@[`', ...keys.slice(0, 63).map((key) => `tag.${key}`)],
    ]);
    expect(droppedTags).toBe(8);
    expect(validator.Check(dimensions)).toBe(true);
  });
});
