import { expect, it } from 'vitest';
import { nextRevision } from '../../../scripts/management/next-revision.ts';

const at = (version: string, paths: object = {}, product = '0.2.0') => ({
  info: { version, 'x-product-version': product },
  paths,
});

it.each([
  ['0 for the first', 0, undefined, at('2.0')],
  ['equal if only the version changed', 7, at('2.7'), at('2.3')],
  ['equal in another release of the product', 7, at('2.7'), at('2.7', {}, '0.3.0')],
  ['one more after any change', 8, at('2.7'), at('2.7', { '/a': {} })],
  ['0 for the first of an epoch, changed or not', 0, at('1.7'), at('2.7')],
] as const)('a revision is %s', (_name, revision, committed, made) => {
  expect(nextRevision(2, committed, made)).toBe(revision);
});
