import type { EvaluationOutcome } from '../../contracts/ingest/events/evaluation-outcome.ts';
import type { Context } from '../tree/context.ts';
import type { WindowStart } from '../tree/forms.ts';
import { callWindow, isInWindow, type CallWindow } from './call-window.ts';
import { eventsOfLine } from './events-of-line.ts';
import { findLogFiles, type Log, type LogFile } from './find-log-files.ts';
import { CallJoin, isCallEvent } from './join-calls.ts';
import type { LoggedCall } from './logged-call.ts';
import { openLogFile } from './open-log-file.ts';
import { linesOf, readLineBlocks, type LineBlock } from './read-line-blocks.ts';
import { SkippedLines } from './skipped-lines.ts';

/** The calls to read: the values of `LOG_FLAGS`. */
export interface CallSelection {
  readonly log: string | undefined;
  readonly since?: WindowStart | undefined;
  readonly until?: WindowStart | undefined;
}

/** The calls of a log, each when its ending is read; calls without an ending come last. It can be read once. */
export interface CallReading extends AsyncIterable<LoggedCall> {
  readonly log: Log;
  readonly window: CallWindow;
  /** The lines that were skipped so far. Complete after the last call. */
  readonly skipped: SkippedLines;
}

/**
 * Reads the calls of a decision log by the rules of the traffic format, in bounded memory. The order is that of the
 * endings in each file, file by file.
 *
 * @param onOutcome receives evaluations of calls that are not open where the evaluation stands in the log
 * @throws CommandFault `not_found` if the log does not exist, `usage` if the window is empty
 */
export function readCalls(
  context: Context,
  { log: stated, since, until }: CallSelection,
  onOutcome?: (outcome: EvaluationOutcome) => void,
): CallReading {
  const window = callWindow({ since, until }, context.now());
  const log = findLogFiles(context, stated);
  const skipped = new SkippedLines();
  return {
    log,
    window,
    skipped,
    [Symbol.asyncIterator]: () => callsOf({ context, files: log.files, window, skipped, onOutcome }),
  };
}

interface ReadingParts {
  readonly context: Pick<Context, 'stdin' | 'progress'>;
  readonly files: readonly LogFile[];
  readonly window: CallWindow;
  readonly skipped: SkippedLines;
  readonly onOutcome: ((outcome: EvaluationOutcome) => void) | undefined;
}

/** The calls of files in their order. */
async function* callsOf({
  context,
  files,
  window,
  skipped,
  onOutcome,
}: ReadingParts): AsyncGenerator<LoggedCall, void> {
  const join = new CallJoin();
  for (const [index, file] of files.entries()) {
    const source = await openLogFile(file, context.stdin);
    try {
      for await (const block of readLineBlocks(source, skipped)) {
        context.progress.show(`${file.path} (${index + 1} of ${files.length}): ${megabytes(block.offset)}`);
        for (const call of callsOfBlock(block, file, { join, skipped, onOutcome }))
          if (isInWindow(window, call.admittedMs)) yield call;
      }
    } finally {
      await source.close();
    }
  }
  for (const call of join.rest()) if (isInWindow(window, call.admittedMs)) yield call;
}

/** The calls that the lines of a block end. */
function* callsOfBlock(
  block: LineBlock,
  { path }: LogFile,
  { join, skipped, onOutcome }: Pick<ReadingParts, 'skipped' | 'onOutcome'> & { readonly join: CallJoin },
): Generator<LoggedCall, void> {
  for (const [start, end] of linesOf(block)) {
    const place = { file: path, offset: block.offset + start - block.from };
    const line = block.bytes.toString('utf8', start, end);
    for (const event of eventsOfLine(line, block.isTorn && end === block.to, skipped)) {
      if (event.event === 'evaluation_outcome' && !join.addOutcome(event)) onOutcome?.(event);
      if (!isCallEvent(event)) continue;
      const call = join.add(event, place);
      if (call === 'late_event') skipped.add('late_event');
      else if (call !== undefined) yield call;
    }
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
