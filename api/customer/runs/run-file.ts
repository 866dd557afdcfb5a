import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { conflict } from '../../../domain/kernel/errors.ts';
import { MAX_GROUPS } from '../../../domain/reports/report-run.ts';
import { answerCsv } from '../../../contracts/insight/answer-csv.ts';
import { QUERY_LIMITS } from '../../../contracts/insight/limits.ts';
import { jsonPieces } from '../../../contracts/wire/json-pieces.ts';
import { type ReportRunOpenV1, ReportRunOpenV1Schema } from '../../../contracts/reports/report-run.ts';
import { textSchema } from '../../../contracts/wire/scalars.ts';
import { attachment } from './attachment.ts';
import { inBlocks } from '../../frame/in-blocks.ts';
import { openRunOf } from './open-run.ts';
import type { RouteContext } from '../../frame/route-context.ts';

/** The forms in which a run can be downloaded. */
export const FILE_FORMATS = ['json', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<FileFormat, string>;

const ATTACHMENT_NAME = Type.String({
  maxLength: 255,
  pattern: '^[\\u0020-\\u007e]*$',
  description: 'attachment, with a name of ASCII alone',
});

/** A row for each cell, now and in the period before, of each group that a run may hold; none is longer than 4 KiB. */
const MAX_CSV_CHARACTERS = MAX_GROUPS * QUERY_LIMITS.max_metrics * 2 * 4_096;

const CONTENT: Readonly<Record<FileFormat, object>> = {
  json: { 'application/json': { schema: ReportRunOpenV1Schema } },
  csv: {
    'text/csv': {
      schema: textSchema(MAX_CSV_CHARACTERS, { description: 'RFC 4180 with a header row; one row per group and cell' }),
    },
  },
};

/** How a download answers in these forms. Of no type that a handler could be held to: it sends a stream. */
export function runFileSchema(...formats: readonly FileFormat[]): object {
  return {
    description: 'The file',
    headers: { 'content-disposition': ATTACHMENT_NAME },
    content: Object.assign({}, ...formats.map((format) => CONTENT[format])) as object,
  };
}

/** Down to the groups of the answer, so that the text of one is all that is written at a time. */
const PIECE_DEPTH = 3;

/** What a download was asked for. */
interface FileRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly format: FileFormat;
  /** The member of the request that names the format; empty where the path does. */
  readonly formatPointer: string;
}

/**
 * Sends the run that the path names as a file, as far as this viewer may see it.
 *
 * @throws Refusal `not_found` when it went meanwhile, `conflict` for a table of a run without an answer
 */
export async function sendRunFile(
  context: RouteContext,
  { request, reply, format, formatPointer }: FileRequest,
): Promise<FastifyReply> {
  const run = await openRunOf(context, request);
  const pieces = format === 'json' ? documentPieces(run) : tablePieces(run, formatPointer);
  return reply
    .headers({
      'content-type': MEDIA_TYPES[format],
      'content-disposition': attachment(context.access.report.of(request).name, run.run_id, format),
    })
    .send(Readable.from(inBlocks(pieces), { objectMode: false }));
}

/** The very text of the document that `runs.get` answers. */
function documentPieces(run: ReportRunOpenV1): Iterable<string> {
  return jsonPieces(run, PIECE_DEPTH, { keysOf: Object.keys, textOf: JSON.stringify });
}

function tablePieces({ state, answer }: ReportRunOpenV1, formatPointer: string): Iterable<string> {
  if (answer !== undefined) return answerCsv(answer);
  const detail = `The run is ${state} and holds no answer to write as a table; export it as json.`;
  throw conflict('no_answer', detail, formatPointer);
}
