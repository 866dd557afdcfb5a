import { Type, type Static } from 'typebox';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import { textMember } from '../../ingest/events/members.ts';
import { wholeSchema } from '../../wire/scalars.ts';
import { AnnotationNameSchema, AnnotationTextSchema } from './annotations.ts';

const closed = { additionalProperties: false } as const;

const requestIds = (description: string) =>
  Type.Optional(
    Type.Array(textMember('A request of the workspace, as its gateway names it.'), {
      maxItems: DATASET_LIMITS.itemsPerRequest,
      description,
    }),
  );

/** Changes of the annotations of one item. */
const ItemAnnotationSchema = Type.Object(
  {
    req_id: textMember('The item.'),
    annotations: Type.Record(AnnotationNameSchema, Type.Union([AnnotationTextSchema, Type.Null()]), {
      additionalProperties: false,
      maxProperties: DATASET_LIMITS.annotations,
      description: 'Values by name; null removes a value, and other names stay',
    }),
  },
  { title: 'ItemAnnotation', ...closed },
);

/** An edit of a dataset, which makes its next version. */
export const DatasetEditSchema = Type.Object(
  {
    expected_version: wholeSchema(1, DATASET_LIMITS.versions, {
      description: 'The version that the caller read. If the dataset has a later one, nothing changes',
    }),
    remove: requestIds('Requests that are no items any more'),
    add: requestIds('Requests that become items, at the end and in this order'),
    annotate: Type.Optional(
      Type.Array(ItemAnnotationSchema, {
        maxItems: DATASET_LIMITS.itemsPerRequest,
        description: 'Annotations to merge into those of the items, after items are removed and added',
      }),
    ),
  },
  { title: 'DatasetEdit', ...closed },
);

export type DatasetEditDocument = Static<typeof DatasetEditSchema>;
