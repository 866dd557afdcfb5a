import { MAX_ID_BYTES } from '../../wire/id-text.ts';
import { textSchema } from '../../wire/scalars.ts';

/** The names of a unit: a judge, on one metric and segment. Metrics and segments are as long as facts allow. */
export const UNIT_NAMES = {
  metric: textSchema(MAX_ID_BYTES),
  segment: textSchema(MAX_ID_BYTES, { description: 'Route of the requests; empty for requests without a route' }),
  judge_subject: textSchema(100, { description: 'Id of the judge; empty if no judge was asked' }),
} as const;
