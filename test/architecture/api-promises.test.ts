import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MANAGEMENT_OPERATIONS } from '../../contracts/management/operations.ts';
import { CUSTOMER_OPERATIONS } from '../../contracts/customer/operations.ts';
import type { Operation } from '../../contracts/wire/operations/operation.ts';
import { requireSoundDeprecation } from '../../domain/kernel/deprecation.ts';
import { DOCUMENT_FOLDER, readDocuments } from '../../scripts/versions/api-documents.ts';
import { previewFaults } from '../../scripts/versions/preview-faults.ts';
import { readReleaseRecord } from '../../scripts/versions/release-record.ts';
import { retirementFaults } from '../../scripts/versions/retirement-faults.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const documents = readDocuments(PROJECT, DOCUMENT_FOLDER);

it('no operation is a preview in more than two releases', () => {
  expect(previewFaults(readReleaseRecord(PROJECT), documents.values())).toEqual([]);
});

it('every deprecation gives callers at least 180 days', () => {
  const operations: readonly Operation[] = Object.values({ ...CUSTOMER_OPERATIONS, ...MANAGEMENT_OPERATIONS });
  const records = operations.flatMap(({ deprecations = [] }) => deprecations);
  expect(() => records.forEach(requireSoundDeprecation)).not.toThrow();
});

it('the retired governance document stays, with the markers of its retirement', () => {
  const governance = documents.get('governance-openapi.json');
  expect(governance?.info).toMatchObject({
    'x-deprecation': '2026-07-25',
    'x-sunset': '2027-02-01',
    'x-superseded-by': 'management-openapi.json',
  });
  expect(governance && retirementFaults(governance, documents)).toEqual([]);
});
