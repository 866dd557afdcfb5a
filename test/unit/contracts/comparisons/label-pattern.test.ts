import { describe, expect, it } from 'vitest';
import { findLabelPattern, labelPatternFault } from '../../../../contracts/comparisons/label-pattern.ts';

describe('the regular expression of a label', () => {
  it.each([
    ['^42$', '42', true],
    ['^42$', 'It is 42', false],
    ['42', 'It is 42', true],
    ['(?i)\\byes\\b', 'Oh YES.', true],
    ['(?i)\\byes\\b', 'yesterday', false],
    ['(?m)^total: \\d+$', 'sum\ntotal: 7\n', true],
    ['\\p{Greek}', 'π', true],
  ])('%s in %j is %s', (pattern, text, found) => {
    expect(findLabelPattern(pattern, text)).toBe(found);
    expect(labelPatternFault(pattern)).toBeUndefined();
  });

  it.each([
    ['(', 'missing closing ): `(`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(?:a{0,1000}){0,1000}', 'expression too large'],
  ])('%s is refused with its reason', (pattern, reason) => {
    expect(labelPatternFault(pattern)).toBe(
      `The pattern is not a regular expression of RE2 (error parsing regexp: ${reason}).`,
    );
  });

  it.each(['(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*)(.*)(.*)(.*)(.*)c', '([a-z]+)*d'])(
    '%s, which takes a backtracking engine very long, is answered immediately',
    (pattern) => {
      expect(findLabelPattern(pattern, `${'a'.repeat(100_000)}!`)).toBe(false);
    },
    5_000,
  );
});
