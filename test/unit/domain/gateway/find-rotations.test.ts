import { expect, it } from 'vitest';
import { findRotations } from '../../../../domain/gateway/find-rotations.ts';

it('are returned in order, for each key of a line, in any order of input', () => {
  const rotations = findRotations([
    { keyId: 'kid_b', successorId: 'kid_c' },
    { keyId: 'kid_x', successorId: undefined },
    { keyId: 'kid_p', successorId: 'kid_q' },
    { keyId: 'kid_a', successorId: 'kid_b' },
  ]);
  const [line, other] = [
    ['kid_a', 'kid_b', 'kid_c'],
    ['kid_p', 'kid_q'],
  ];
  expect([...rotations].sort(([one], [two]) => one.localeCompare(two))).toEqual([
    ['kid_a', line],
    ['kid_b', line],
    ['kid_c', line],
    ['kid_p', other],
    ['kid_q', other],
  ]);
});
