import { expect, it } from 'vitest';
import { kindOfEnding } from '../../../../../domain/quality/datasets/appended-requests.ts';

it.each([
  ['playground', 'dataset_import', 'imported'],
  ['playground', 'dataset_synthetic', 'synthetic'],
  ['playground', '', 'captured'],
  ['application', 'dataset_import', 'captured'],
] as const)('%s %s is %s', (purpose, ending, kind) => {
  expect(kindOfEnding(purpose, ending)).toBe(kind);
});
