import { Type, type Static } from 'typebox';
import { DATASET_BUILDERS } from '../../../domain/quality/datasets/dataset-builders.ts';
import { idSchema } from '../../wire/id-schema.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { ChosenNameSchema } from '../../wire/scalars.ts';
import {
  DatasetFailuresSchema,
  DatasetFilterSchema,
  DatasetImportSchema,
  DatasetLabelsSchema,
  DatasetTemplatesSchema,
} from './dataset-sources.ts';

/** A dataset to build. Exactly the member that the builder names is present. */
export const NewDatasetSchema = Type.Object(
  {
    workspace_id: Type.Optional(idSchema('workspace')),
    name: ChosenNameSchema,
    builder: literalUnion(DATASET_BUILDERS, { description: 'The builder; the member of this name has its parameters' }),
    from_filter: Type.Optional(DatasetFilterSchema),
    from_failures: Type.Optional(DatasetFailuresSchema),
    from_annotation_queue: Type.Optional(DatasetLabelsSchema),
    import: Type.Optional(DatasetImportSchema),
    synthetic: Type.Optional(DatasetTemplatesSchema),
  },
  {
    title: 'NewDataset',
    description: '`workspace_id` is optional if the installation has exactly one workspace',
    additionalProperties: false,
  },
);

export type NewDatasetDocument = Static<typeof NewDatasetSchema>;
