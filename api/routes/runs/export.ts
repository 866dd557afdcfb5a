import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { conflict } from '../../../domain/errors.ts';
import { MAX_GROUPS } from '../../../domain/report-run.ts';
import { answerCsv } from '../../../contracts/insight/answer-csv.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/limits.ts';
import { jsonPieces } from '../../../contracts/json-pieces.ts';
import { literalUnion } from '../../../contracts/literal-union.ts';
import { type ReportRunOpenV1, ReportRunOpenV1Schema } from '../../../contracts/report-run.ts';
import { textSchema } from '../../../contracts/scalars.ts';
import { attachment } from '../../attachment.ts';
import { refuseIdempotencyKey } from '../../idempotency.ts';
import { inBlocks } from '../../in-blocks.ts';
import { openRunOf } from '../../open-run.ts';
import { BASE_PATH, type ApiApp, type RouteContext } from '../../route-context.ts';
import { PATH, problems, SECURITY } from '../../route-schema.ts';

const FORMATS = ['json', 'csv'] as const;
type Format = (typeof FORMATS)[number];

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<Format, string>;

const QuerySchema = Type.Object(
  { format: Type.Optional(literalUnion(FORMATS, { description: 'json unless told' })) },
  { additionalProperties: false },
);

const ATTACHMENT_NAME = Type.String({
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]*$',
  description: 'attachment, with a name of ASCII alone',
});

/** A row for each cell, now and in the period before, of each group that a run may hold; none is longer than 4 KiB. */
const MAX_CSV_CHARACTERS = MAX_GROUPS * QUERY_LIMITS.max_metrics * 2 * 4_096;

const CsvSchema = textSchema(MAX_CSV_CHARACTERS, {
  description: 'RFC 4180 with a header row; one row per group and cell',
});

/** Of no type that a handler could be held to: it sends a stream. */
const AttachmentSchema: object = {
  description: 'The file',
  headers: { 'content-disposition': ATTACHMENT_NAME },
  content: {
    [MEDIA_TYPES.json]: { schema: ReportRunOpenV1Schema },
    'text/csv': { schema: CsvSchema },
  },
};

/** Down to the groups of the answer, so that the text of one is all that is written at a time. */
const PIECE_DEPTH = 3;

/** `customer.reports.runs.export`: a run as a file, as far as this viewer may see it. */
export function registerRunsExport(app: ApiApp, context: RouteContext): void {
  app.get(
    `${BASE_PATH}/organizations/:org/reports/:rp/runs/:run/export`,
    {
      onRequest: context.access.requireRun,
      preValidation: refuseIdempotencyKey,
      schema: {
        operationId: 'customer.reports.runs.export',
        summary: 'Download one run of a report',
        description:
          'The run as a file, redacted like `runs.get`: `json` is the same document, `csv` its answer as a table. ' +
          'A run without an answer has no table: 409.',
        tags: ['reports'],
        security: SECURITY,
        params: PATH.run,
        querystring: QuerySchema,
        response: { 200: AttachmentSchema, ...problems('conflict') },
      },
    },
    async (request, reply) => {
      const { format = 'json' } = request.query;
      const run = await openRunOf(context, request);
      const pieces = format === 'json' ? documentPieces(run) : tablePieces(run);
      return reply
        .headers({
          'content-type': MEDIA_TYPES[format],
          'content-disposition': attachment(context.access.report.of(request).name, run.run_id, format),
        })
        .send(Readable.from(inBlocks(pieces), { objectMode: false }));
    },
  );
}

/** The very text of the document that `runs.get` answers. */
function documentPieces(run: ReportRunOpenV1): Iterable<string> {
  return jsonPieces(run, PIECE_DEPTH, { keysOf: Object.keys, textOf: JSON.stringify });
}

function tablePieces({ state, answer }: ReportRunOpenV1): Iterable<string> {
  if (answer !== undefined) return answerCsv(answer);
  throw conflict(
    'no_answer',
    `The run is ${state} and holds no answer to write as a table; export it as json.`,
    '/format',
  );
}
