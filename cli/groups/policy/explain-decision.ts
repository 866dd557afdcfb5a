import type { LoggedCall } from '../../logs/logged-call.ts';
import { readCalls, type CallReading } from '../../logs/read-calls.ts';
import { CommandFault } from '../../output/command-fault.ts';
import { onOneLine } from '../../output/table.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { explainCall } from './explain-call.ts';
import type { EXPLAIN_FLAGS } from './policy-flags.ts';

export async function run(context: Context, { flags }: Input<typeof EXPLAIN_FLAGS>): Promise<Result> {
  const reading = readCalls(context, { log: flags.log });
  const call = await findCall(reading, flags['req-id']);
  if (call === undefined) throw notInLog(reading, flags['req-id']);
  const explanation = explainCall(call);
  return {
    kind: 'document',
    document: explanation,
    text: () => explanation.sentences.map(onOneLine).join('\n'),
    notes: reading.skipped.notes,
  };
}

async function findCall(reading: CallReading, requestId: string): Promise<LoggedCall | undefined> {
  for await (const call of reading) if (call.requestId === requestId) return call;
  return undefined;
}

function notInLog({ log, skipped }: CallReading, requestId: string): CommandFault {
  const unreadable = skipped.faulty > 0 ? `, and ${skipped.faulty} lines of the log are unreadable` : '';
  return new CommandFault('not_found', `The log ${log.name} has no call ${JSON.stringify(requestId.slice(0, 100))}.`, {
    why: `the request was made elsewhere, or its segment was deleted${unreadable}`,
    next: 'name another log with --log',
  });
}
