import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { conflict } from '../../../domain/kernel/errors.ts';
import { answerCsv } from '../../../contracts/insight/csv/answer-csv.ts';
import { CSV_MEDIA_TYPE } from '../../../contracts/insight/csv/csv-form.ts';
import { jsonPieces } from '../../../contracts/wire/json-pieces.ts';
import type { ReportRunOpenV1 } from '../../../contracts/reports/report-run.ts';
import type { FileFormat } from '../../../contracts/reports/run-file.ts';
import type { SentFile } from '../../frame/operations/operation-handler.ts';
import { joinInBlocks } from '../../frame/join-in-blocks.ts';
import type { RouteContext } from '../lane/route-context.ts';
import { contentDisposition } from './content-disposition.ts';
import { readRunAtPath } from './open-run.ts';

const MEDIA_TYPES = {
  json: 'application/json',
  csv: CSV_MEDIA_TYPE,
} as const satisfies Record<FileFormat, string>;

/** The depth at which the groups of an answer are nested. The response is written one group at a time. */
const PIECE_DEPTH = 3;

/**
 * The run that the path names, as a file, as far as the caller may see it.
 *
 * @param formatPointer the pointer to the member of the request that names the format; empty if the path names it
 * @throws Refusal `not_found` if the run was deleted meanwhile, `conflict` for a table of a run without an answer
 */
export async function runFile(
  context: RouteContext,
  request: FastifyRequest,
  format: FileFormat,
  formatPointer: string,
): Promise<SentFile> {
  const run = await readRunAtPath(context, request);
  const pieces = format === 'json' ? documentPieces(run) : tablePieces(run, formatPointer);
  return {
    headers: {
      'content-type': MEDIA_TYPES[format],
      'content-disposition': contentDisposition(context.access.report.of(request).name, run.run_id, format),
    },
    body: Readable.from(joinInBlocks(pieces), { objectMode: false }),
  };
}

/** The text of the document, equal to that of `runs.get`. */
function documentPieces(run: ReportRunOpenV1): Iterable<string> {
  return jsonPieces(run, PIECE_DEPTH, { keysOf: Object.keys, textOf: JSON.stringify });
}

function tablePieces({ state, answer }: ReportRunOpenV1, formatPointer: string): Iterable<string> {
  if (answer !== undefined) return answerCsv(answer);
  const detail = `The run is ${state}, so it has no answer for a table. Export the run as JSON.`;
  throw conflict('no_answer', detail, formatPointer);
}
