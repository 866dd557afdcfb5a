import { describe, expect, it } from 'vitest';
import { findKnots } from '../../../scripts/lint/folder-knots.mjs';

describe('folders that import each other', () => {
  it('are absent if every import has one direction', () => {
    expect(
      findKnots([
        ['api/main.ts', 'api/frame/app.ts'],
        ['api/customer/read.ts', 'api/frame/app.ts'],
        ['api/frame/app.ts', 'domain/clock.ts'],
      ]),
    ).toEqual([]);
  });

  it('are found over several folders, with the imports that close the cycle', () => {
    expect(
      findKnots([
        ['api/a/one.ts', 'api/b/two.ts'],
        ['api/b/two.ts', 'api/c/deep/three.ts'],
        ['api/c/four.ts', 'api/a/one.ts'],
        ['api/main.ts', 'api/a/one.ts'],
      ]),
    ).toEqual([
      {
        folder: 'api',
        rooms: ['a', 'b', 'c'],
        imports: ['api/a/one.ts → api/b/two.ts', 'api/b/two.ts → api/c/deep/three.ts', 'api/c/four.ts → api/a/one.ts'],
      },
    ]);
  });

  it('can be a folder and the files next to it', () => {
    expect(
      findKnots([
        ['api/main.ts', 'api/frame/app.ts'],
        ['api/frame/app.ts', 'api/ports.ts'],
      ]),
    ).toMatchObject([{ folder: 'api', rooms: ['.', 'frame'] }]);
  });

  it('are two cycles if nothing joins them', () => {
    const knots = findKnots([
      ['api/a/1.ts', 'api/b/2.ts'],
      ['api/b/2.ts', 'api/a/3.ts'],
      ['api/x/deep/1.ts', 'api/x/2.ts'],
      ['api/x/2.ts', 'api/x/deep/1.ts'],
    ]);
    expect(knots.map(({ folder, rooms }) => [folder, rooms])).toEqual([
      ['api', ['a', 'b']],
      ['api/x', ['.', 'deep']],
    ]);
  });
});
