import { createHash } from 'node:crypto';
import { CommandFault, usageFault } from '../../../output/command-fault.ts';
import type { Result } from '../../../output/result.ts';
import type { Context } from '../../../tree/context.ts';
import { sendOperation, type LaneFlags } from '../../../service/call-operation.ts';
import { idsFrom } from '../lane/list-action.ts';
import type { LaneInput } from '../lane/lane-action.ts';
import { MEDIA_TYPES, type ExportFormat } from './media-types.ts';

interface ExportValues extends LaneFlags {
  readonly format: ExportFormat;
}

/** An export has up to 400 MB, which take longer than other answers. */
const TIMEOUT_MS = 600_000;

export async function run(context: Context, { args, flags }: LaneInput<ExportValues>): Promise<Result> {
  if (context.globals.json || context.globals.jq !== undefined)
    throw usageFault('An export is written unchanged, so --json and --jq do not apply.', '--format json');
  const { format } = flags;
  const { response, headers } = await sendOperation(context, 'customer.reports.runs.export', {
    flags,
    ids: idsFrom(['rp', 'run'], args),
    query: { format },
    accept: MEDIA_TYPES[format],
    timeoutMs: TIMEOUT_MS,
  });
  const digest = createHash('sha256');
  const type = headers.get('content-type') ?? 'unknown';
  return {
    kind: 'bytes',
    bytes: hashed(response.body ?? [], digest),
    notes: () => [`content-type: ${type}`, `sha256: ${digest.digest('hex')}`],
  };
}

async function* hashed(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  digest: { update(piece: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      digest.update(piece);
      yield piece;
    }
  } catch (error) {
    throw new CommandFault('unavailable', 'The connection broke before the last byte, so the export is incomplete.', {
      next: 'delete the incomplete file, and run the command again',
      cause: error,
    });
  }
}
