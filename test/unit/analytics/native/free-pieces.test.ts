import { expect, it } from 'vitest';
import { freePieces } from '../../../../analytics/native/free-pieces.ts';

it('frees pieces with their own memory, and not those that may share it', () => {
  const [large, small, shared] = [new Uint8Array(100_000), new Uint8Array(100), Buffer.from('shared')];
  freePieces([small, large, shared]);
  expect([large.length, small.length, shared.toString()]).toEqual([0, 100, 'shared']);
});
