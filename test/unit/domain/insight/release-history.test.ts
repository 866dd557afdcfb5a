import { describe, expect, it } from 'vitest';
import { runsAfter, type MarkerKind, type ReleaseEvent } from '../../../../domain/insight/release-history.ts';

type Step = readonly [kind: MarkerKind, releaseId: string];

/** Lets the steps happen one after another; answers what ran after each. */
function play(steps: readonly Step[]): (string | undefined)[] {
  const history: ReleaseEvent[] = [];
  for (const [kind, releaseId] of steps) {
    history.push({ kind, releaseId, effectiveReleaseId: runsAfter(history, { kind, releaseId }) });
  }
  return history.map((event) => event.effectiveReleaseId);
}

describe('what an environment runs', () => {
  it.each<[string, readonly Step[], (string | undefined)[]]>([
    [
      'is what was deployed last',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
      ],
      ['a', 'b'],
    ],
    [
      'is what ran before, after a rollback',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['rolled_back', 'b'],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'is nothing, when the first release is rolled back',
      [
        ['deployed', 'a'],
        ['rolled_back', 'a'],
      ],
      ['a', undefined],
    ],
    [
      'goes back further with each rollback',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['deployed', 'c'],
        ['rolled_back', 'c'],
        ['rolled_back', 'b'],
        ['rolled_back', 'a'],
      ],
      ['a', 'b', 'c', 'b', 'a', undefined],
    ],
    [
      'is what ran before the last deployment, where a release was deployed again',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['rolled_back', 'b'],
        ['deployed', 'c'],
        ['deployed', 'b'],
        ['rolled_back', 'b'],
      ],
      ['a', 'b', 'a', 'c', 'b', 'c'],
    ],
    [
      'is nothing, when it is retired',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
      ],
      ['a', undefined],
    ],
    [
      'stays, when another one is retired',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['retired', 'a'],
      ],
      ['a', 'b', 'b'],
    ],
    [
      'may be another release than the one that was retired',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
        ['deployed', 'b'],
      ],
      ['a', undefined, 'b'],
    ],
    [
      'is what ran before the last deployment of a release that a rollback brought back',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['deployed', 'a'],
        ['rolled_back', 'a'],
        ['rolled_back', 'b'],
        ['rolled_back', 'a'],
      ],
      ['a', 'b', 'a', 'b', 'a', 'b'],
    ],
    [
      'never goes back to a retired release',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['retired', 'a'],
        ['rolled_back', 'b'],
      ],
      ['a', 'b', 'b', undefined],
    ],
  ])('%s', (_name, steps, expected) => {
    expect(play(steps)).toEqual(expected);
  });

  it.each<[string, readonly Step[]]>([
    [
      'The environment runs this release already. Nothing is left to do.',
      [
        ['deployed', 'a'],
        ['deployed', 'a'],
      ],
    ],
    [
      'This release was retired in the environment. Deploy another release.',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
        ['deployed', 'a'],
      ],
    ],
    [
      'The environment does not run this release. Name the release that it runs.',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['rolled_back', 'a'],
      ],
    ],
    ['The environment does not run this release. Name the release that it runs.', [['rolled_back', 'a']]],
    ['This release was never deployed in the environment. Check its id.', [['retired', 'a']]],
    [
      'This release was retired in the environment already. Nothing is left to do.',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
        ['retired', 'a'],
      ],
    ],
  ])('is not changed: %s', (message, steps) => {
    expect(() => play(steps)).toThrow(expect.objectContaining({ code: 'conflict', message }));
  });
});
