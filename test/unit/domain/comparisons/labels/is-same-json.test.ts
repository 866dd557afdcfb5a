import { describe, expect, it } from 'vitest';
import { isSameJson } from '../../../../../domain/comparisons/labels/is-same-json.ts';

describe('JSON of one value', () => {
  it.each([
    ['{"a": 1, "b": [1, 2]}', '{"b":[1,2],"a":1}'],
    [' [1, {"x": null}]\n', '[1,{"x":null}]'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['"\\u0061"', '"a"'],
    ['true', 'true'],
    ['null', 'null'],
    ['{}', '{}'],
    ['[]', '[]'],
    ['{"__proto__": 1}', '{"__proto__": 1}'],
    ['```json\n{"a": 1}\n```', '{"a":1}'],
    ['```\n[1]\n```\n', '[1]'],
    ['"```"', '"```"'],
  ])('%j equals %s', (answer, expected) => {
    expect(isSameJson(answer, expected)).toBe(true);
  });

  it.each([
    ['{"a": 1}', '{"a":2}'],
    ['{"a": 1}', '{"a":1,"b":2}'],
    ['{"a": 1, "b": 2}', '{"a":1}'],
    ['{"a": 1}', '{"b":1}'],
    ['{"__proto__": {}}', '{"b":1}'],
    ['{"a": {"b": 1}}', '{"a":{"b":2}}'],
    ['{"hasOwnProperty": 1}', '{"toString": 1}'],
    ['[1, 2]', '[2,1]'],
    ['[1]', '[1,2]'],
    ['[]', '{}'],
    ['{}', '[]'],
    ['["a"]', '{"0":"a"}'],
    ['null', '{}'],
    ['{}', 'null'],
    ['"a"', '["a"]'],
    ['["a"]', '"a"'],
    ['"1"', '1'],
    ['0', 'false'],
    ['', 'null'],
    ['{"a": 1', '{"a":1}'],
    ['{"a":1}', '{"a": 1'],
    ['no', 'no'],
    ['Here: {"a": 1}', '{"a":1}'],
    ['x```json\n1\n```', '1'],
    ['```json\n1\n```x', '1'],
    ['```yaml\n1\n```', '1'],
  ])('%j differs from %s', (answer, expected) => {
    expect(isSameJson(answer, expected)).toBe(false);
  });

  it('is compared at any depth', () => {
    const deep = (innermost: string) => '['.repeat(100_000) + innermost + ']'.repeat(100_000);
    expect(isSameJson(deep('1'), deep('1'))).toBe(true);
    expect(isSameJson(deep('1'), deep('2'))).toBe(false);
  });
});
