import { Type } from 'typebox';

/** The number of a row that Postgres counts, as a decimal string, because it can exceed the safe integers. */
export const RowNumberSchema = Type.String({
  title: 'RowNumber',
  maxLength: 19,
  pattern: '^[1-9]\\d{0,18}$',
  description: 'Number of a row as a decimal string; copy it and do not parse it',
  examples: ['1042'],
});
