import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import {
  DatasetDeletedSchema,
  DatasetSchema,
  DatasetSnapshotSchema,
  DatasetsSchema,
  EditedDatasetSchema,
} from './datasets/dataset.ts';

/** The operations on evaluation datasets. */
export const DATASET_OPERATIONS = {
  'management.datasets.list': readOperation('/evals/datasets', DatasetsSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'dependency_unavailable'],
    tag: 'datasets',
    summary: 'List evaluation datasets',
    description:
      'Lists the datasets of a workspace, newest first, each with the counts of its newest version. `builder` and `fit_eligible` restrict the list.',
  }),
  'management.datasets.create': {
    method: 'POST',
    path: '/evals/datasets',
    success: 201,
    answer: { document: DatasetSchema },
    effect: 'write',
    idempotency: 'key',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['feature_absent', 'conflict', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'datasets',
    summary: 'Build an evaluation dataset',
    description:
      'Builds a dataset with one of five builders. Items are references to requests, and the same request or the same text counts once. `import` and `synthetic` append their requests to traffic with the purpose `playground`, and store their texts like captured texts. Such a dataset is never fit-eligible. With `Idempotency-Key`, a repeated request returns the same dataset.',
  },
  'management.datasets.get': readOperation('/evals/datasets/{dataset}', DatasetSnapshotSchema, {
    access: { floor: 'viewer', scopes: ['evals:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'datasets',
    summary: 'Read one evaluation dataset',
    description:
      'Returns one version with all items, by default the newest. A version never changes, except that `exclusion` states for each item whether it still counts, and that an erasure removes annotations and hashes.',
  }),
  'management.datasets.delete': {
    method: 'DELETE',
    path: '/evals/datasets/{dataset}',
    success: 200,
    answer: { document: DatasetDeletedSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['feature_absent', 'conflict', 'dependency_unavailable'],
    tag: 'datasets',
    summary: 'Delete an evaluation dataset',
    description:
      'Deletes a dataset with all its versions. Requests that its build appended to traffic stay, and keep their mark. While a run over the dataset is running, it gets 409.',
  },
  'management.datasets.edit_items': {
    method: 'POST',
    path: '/evals/datasets/{dataset}/items',
    success: 200,
    answer: { document: EditedDatasetSchema },
    effect: 'write',
    idempotency: 'inherent',
    access: { floor: 'operator', scopes: ['evals:write'] },
    refusals: ['feature_absent', 'conflict', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'datasets',
    summary: 'Edit the items of an evaluation dataset',
    description:
      'Removes and adds items, and merges annotations, as the next version of the dataset. Of two edits of the same version, the first changes the dataset, and the second gets 409. An edit that changes nothing makes no version. One request names at most 500 items.',
  },
} as const satisfies ManagementOperations;
