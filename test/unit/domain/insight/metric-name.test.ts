import { describe, expect, it } from 'vitest';
import { parseMetricName } from '../../../../domain/insight/metric-name.ts';

describe('a versioned metric id', () => {
  it.each([
    ['requests.v1', 'requests', 1],
    ['cost_per_1000_requests.v1', 'cost_per_1000_requests', 1],
    ['p.v2', 'p', 2],
    ['tokens.v10', 'tokens', 10],
    ['tokens.v999999999', 'tokens', 999_999_999],
    ['v1.v1', 'v1', 1],
  ])('%s names %s in version %i', (id, name, version) => {
    expect(parseMetricName(id)).toEqual({ name, version });
  });

  it.each([
    ['has no name', ''],
    ['has no version', 'requests'],
    ['names no metric', '.v1'],
    ['has a version without a number', 'requests.v'],
    ['has a version that is not a number', 'requests.vx'],
    ['has a version 0', 'requests.v0'],
    ['has a version that begins with 0', 'requests.v01'],
    ['has a version of ten digits', 'requests.v1000000000'],
    ['has a fraction of a version', 'requests.v1.5'],
    ['has a letter in its version', 'requests.v1x'],
    ['separates its version by another character', 'requests-v1'],
    ['has no v before its version', 'requests.1'],
    ['begins with a digit', '1requests.v1'],
    ['begins with an underscore', '_requests.v1'],
    ['begins with a capital', 'Requests.v1'],
    ['contains a capital', 'reQuests.v1'],
    ['contains a hyphen', 're-quests.v1'],
    ['has a prefix', ' requests.v1'],
    ['has a suffix', 'requests.v1 '],
    ['has two lines', 'requests.v1\ntokens.v1'],
  ])('is invalid if it %s: %j', (_what, id) => {
    expect(parseMetricName(id)).toBeUndefined();
  });
});
