import { describe, expect, it } from 'vitest';
import { releaseAfterChange, type MarkerKind, type ReleaseEvent } from '../../../../domain/insight/release-history.ts';

type Step = readonly [kind: MarkerKind, releaseId: string];

/** Applies the steps in order; returns the running release after each. */
function play(steps: readonly Step[]): (string | undefined)[] {
  const history: ReleaseEvent[] = [];
  for (const [kind, releaseId] of steps) {
    history.push({ kind, releaseId, effectiveReleaseId: releaseAfterChange(history, { kind, releaseId }) });
  }
  return history.map((event) => event.effectiveReleaseId);
}

describe('the running release of an environment', () => {
  it.each<[string, readonly Step[], (string | undefined)[]]>([
    [
      'is the latest deployment',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
      ],
      ['a', 'b'],
    ],
    [
      'is the previous release after a rollback',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['rolled_back', 'b'],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'is empty after a rollback of the first release',
      [
        ['deployed', 'a'],
        ['rolled_back', 'a'],
      ],
      ['a', undefined],
    ],
    [
      'returns to an earlier release with each rollback',
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
      'is the release before the latest deployment, if a release was deployed again',
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
      'is empty after its retirement',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
      ],
      ['a', undefined],
    ],
    [
      'remains after another one is retired',
      [
        ['deployed', 'a'],
        ['deployed', 'b'],
        ['retired', 'a'],
      ],
      ['a', 'b', 'b'],
    ],
    [
      'may differ from the retired release',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
        ['deployed', 'b'],
      ],
      ['a', undefined, 'b'],
    ],
    [
      'is the release before the latest deployment of a release that a rollback restored',
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
      'never returns to a retired release',
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
      'The environment already runs this release, so there is nothing to deploy.',
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
      'This release is already retired in the environment, so there is nothing to retire.',
      [
        ['deployed', 'a'],
        ['retired', 'a'],
        ['retired', 'a'],
      ],
    ],
  ])('does not change: %s', (message, steps) => {
    expect(() => play(steps)).toThrow(expect.objectContaining({ code: 'conflict', message }));
  });
});
