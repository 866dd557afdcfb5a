/** The values of the columns of a dataset item whose request is erased at `$2`. Only the reference remains. */
export const ERASED_DATASET_ITEM = `annotations = '{}', content_hash = '', has_answer = false, erased_at = $2`;
