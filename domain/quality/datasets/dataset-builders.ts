/** The ways to build a dataset. */
export const DATASET_BUILDERS = [
  'from_filter',
  'from_failures',
  'from_annotation_queue',
  'import',
  'synthetic',
] as const;

export type DatasetBuilder = (typeof DATASET_BUILDERS)[number];
