import { Type, type TSchema } from 'typebox';
import { MAX_GROUPS } from '../../domain/reports/report-run.ts';
import { MAX_CSV_ROW_CHARACTERS } from '../insight/csv/csv-form.ts';
import { QUERY_LIMITS } from '../insight/terms/query-limits.ts';
import type { FileAnswer } from '../wire/operations/operation.ts';
import { textSchema } from '../wire/scalars.ts';
import { ReportRunOpenV1Schema } from './report-run.ts';

/** The forms in which a run can be downloaded. */
export const FILE_FORMATS = ['json', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const ATTACHMENT_NAME = Type.String({
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]*$',
  description: '`attachment`, with a file name in ASCII',
});

/** The maximum length of a CSV file: a row for each cell of each group, in the window and in the previous period. */
const MAX_CSV_CHARACTERS = MAX_GROUPS * QUERY_LIMITS.max_metrics * 2 * MAX_CSV_ROW_CHARACTERS;

const CONTENT: Readonly<Record<FileFormat, Record<string, { schema: TSchema }>>> = {
  json: { 'application/json': { schema: ReportRunOpenV1Schema } },
  csv: {
    'text/csv': {
      schema: textSchema(MAX_CSV_CHARACTERS, { description: 'RFC 4180 with a header row; one row per group and cell' }),
    },
  },
};

/** The answer of a download in one of these formats. */
export function runFileAnswer(...formats: readonly FileFormat[]): FileAnswer {
  return {
    description: 'The run as a file',
    headers: { 'content-disposition': ATTACHMENT_NAME },
    content: Object.assign({}, ...formats.map((format) => CONTENT[format])) as FileAnswer['content'],
  };
}
