import { Type } from 'typebox';
import { CALLER_DIMENSIONS, TAG_DIMENSION_PREFIX } from '../../../domain/insight/caller-dimensions.ts';
import { DIMENSION_LIMITS, TAG_KEY_PATTERN } from '../../ingest/dimensions/dimension-names.ts';

const NAMES = `\`${CALLER_DIMENSIONS.join('`, `')}\` or \`tag.<key>\``;

/** The name of a dimension that callers state. */
export const CallerDimensionSchema = Type.String({
  title: 'DimensionName',
  maxLength: TAG_DIMENSION_PREFIX.length + DIMENSION_LIMITS.tagKeyBytes,
  pattern: `^(${CALLER_DIMENSIONS.join('|')}|tag\\.${TAG_KEY_PATTERN})$`,
  description: `Dimension that callers state about a request: ${NAMES}`,
  examples: ['user', 'tag.project'],
});
