import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { programFault } from '../../server/program-fault.ts';
import { runServerProgram, type ServerProgramEnd } from '../../server/server-program.ts';
import type { Input } from '../../tree/command.ts';
import type { Flag } from '../../tree/flag.ts';

const PROGRAM = 'operator/validate-command.ts';

export async function run(context: Context, { flags }: Input<{ config: Flag<string | undefined> }>): Promise<Result> {
  const { json, jq } = context.globals;
  const isDocument = json || jq !== undefined;
  const args = [...(flags.config === undefined ? [] : ['--config', flags.config]), ...(isDocument ? ['--json'] : [])];
  const end = await runServerProgram(context, PROGRAM, { args });
  // A file that cannot be read has no document.
  if (end.code > 1 || (end.code === 1 && (!isDocument || end.stdout === ''))) throw refusalOf(end);
  return {
    kind: 'document',
    document: new TextEncoder().encode(end.stdout),
    text: () => end.stdout.trimEnd(),
    exit: end.code === 0 ? 'done' : 'fault',
  };
}

function refusalOf(end: ServerProgramEnd): Error {
  return programFault(end, {
    code: 'invalid_configuration',
    next: 'correct the file; docs/configuration.md lists every setting',
  });
}
