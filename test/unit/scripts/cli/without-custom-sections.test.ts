import { expect, it } from 'vitest';
import { withoutCustomSections } from '../../../../scripts/cli/without-custom-sections.ts';

/** The header of a module, and a section with an id and a body. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const section = (id: number, body: readonly number[]): number[] => [id, body.length, ...body];
const NAMES = section(0, [4, 0x6e, 0x61, 0x6d, 0x65, 1, 2, 3]);
/** A function type without parameters and results. */
const TYPES = section(1, [1, 0x60, 0, 0]);

it('removes the custom sections of a module, wherever they are', () => {
  const stripped = withoutCustomSections(Uint8Array.from([...HEADER, ...NAMES, ...TYPES, ...NAMES]));
  expect([...stripped]).toEqual([...HEADER, ...TYPES]);
});

it('reads lengths of several bytes', () => {
  const long = Array.from({ length: 300 }, () => 7);
  const custom = [0, 0xac, 0x02, ...long];
  expect([...withoutCustomSections(Uint8Array.from([...HEADER, ...custom, ...TYPES]))]).toEqual([...HEADER, ...TYPES]);
});

it('refuses a section that is longer than the module', () => {
  expect(() => withoutCustomSections(Uint8Array.from([...HEADER, 1, 9, 0]))).toThrow(RangeError);
});
