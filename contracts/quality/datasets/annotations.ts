import { Type } from 'typebox';
import { DATASET_LIMITS } from '../../../domain/quality/datasets/dataset-limits.ts';
import { textSchema } from '../../wire/scalars.ts';

const { annotations: MAX_ANNOTATIONS, annotationText } = DATASET_LIMITS;

/** The name of an annotation. */
export const AnnotationNameSchema = Type.String({
  pattern: '^[a-z][a-z0-9_.]{0,63}$',
  'x-form': '1 to 64 lower-case letters, digits, dots and underscores; the first is a letter',
});

export const AnnotationTextSchema = textSchema(annotationText, { description: 'The value of the annotation' });

/** The annotations of an item: texts by name. */
export const ItemAnnotationsSchema = Type.Record(AnnotationNameSchema, AnnotationTextSchema, {
  additionalProperties: false,
  maxProperties: MAX_ANNOTATIONS,
  description: 'Texts by name. Everybody who may read the dataset can read them',
});
