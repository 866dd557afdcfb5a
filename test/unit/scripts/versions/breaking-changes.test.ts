import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../../scripts/versions/breaking-changes.ts';
import { aContract, BROKEN_PROMISES, changed, KEPT_PROMISES, READ } from './broken-promises.ts';

describe('permitted changes within an epoch', () => {
  it.each(KEPT_PROMISES)('%s', (_name, ...change) => {
    expect(breakingChanges(aContract(), changed(change))).toEqual([]);
  });
});

describe('forbidden changes within an epoch', () => {
  it.each(BROKEN_PROMISES)('%s', (_name, sentence, ...change) => {
    expect(breakingChanges(aContract(), changed(change)).join()).toBe(sentence);
  });
});

it('a preview may change and be removed', () => {
  const before = changed([[...READ, 'x-stability'], 'preview']);
  expect(breakingChanges(before, changed([READ]))).toEqual([]);
});

it('a change of a named schema is one change, however many operations have it', () => {
  const twice = changed([['paths', '/b'], aContract().paths['/a']]);
  const now = changed([['components', 'schemas', 'A', 'properties', 'state']]);
  const both = { ...now, paths: { ...now.paths, '/b': now.paths['/a']! } };
  expect(breakingChanges(twice, both)).toEqual(['schema A/state was removed']);
});
