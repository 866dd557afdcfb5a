import type { JudgeChoice, ModelTargetV1 } from '../../../../clients/typescript/wire.ts';
import { usageFault } from '../../../output/command-fault.ts';
import { optionalFlag, type FlagValues, type Form } from '../../../tree/flag.ts';
import { anyText, idOf, wholeNumber } from '../../../tree/forms.ts';
import { NOT_WITH_BODY } from '../lane/body-flags.ts';
import type { Need } from '../lane/body-of.ts';

const temperature: Form<number> = {
  rule: 'a number, 0 to 2',
  parse: (text) => (/^([01](\.\d{1,9})?|2(\.0{1,9})?)$/.test(text) ? Number(text) : undefined),
};

const tokens = wholeNumber(1, 1_000_000);

/** The flags with the candidate of a run, and with the model that grades its answers. */
export const TARGET_FLAGS = {
  connection: optionalFlag('<conn_…>', 'the connection of the candidate', idOf('connection'), NOT_WITH_BODY),
  model: optionalFlag('<model>', 'the model of the candidate', anyText, NOT_WITH_BODY),
  system: optionalFlag('<text>', 'the system prompt; none if absent', anyText, NOT_WITH_BODY),
  'max-output-tokens': optionalFlag('<n>', 'the longest answer', tokens, NOT_WITH_BODY),
  temperature: optionalFlag('<number>', 'the temperature; that of the provider if absent', temperature, NOT_WITH_BODY),
  'judge-connection': optionalFlag('<conn_…>', 'the connection of the judge', idOf('connection'), NOT_WITH_BODY),
  'judge-model': optionalFlag('<model>', 'the model of the judge', anyText, NOT_WITH_BODY),
  'judge-max-output-tokens': optionalFlag('<n>', 'the longest answer of the judge', tokens, NOT_WITH_BODY),
} as const;

type TargetValues = FlagValues<typeof TARGET_FLAGS>;

/** The candidate that flags state. */
export function targetFrom(flags: TargetValues, need: Need): ModelTargetV1 {
  return {
    connection_id: need('connection', flags.connection),
    model: need('model', flags.model),
    system: flags.system ?? '',
    parameters: {
      max_output_tokens: need('max-output-tokens', flags['max-output-tokens']),
      ...(flags.temperature !== undefined && { temperature: flags.temperature }),
    },
  };
}

/**
 * The judge that flags state; undefined if they state none.
 *
 * @throws CommandFault `usage` if a part of it is missing
 */
export function judgeFrom(flags: TargetValues): JudgeChoice | undefined {
  const { 'judge-connection': connection, 'judge-model': model, 'judge-max-output-tokens': maxTokens } = flags;
  if (connection === undefined && model === undefined && maxTokens === undefined) return undefined;
  if (connection === undefined || model === undefined || maxTokens === undefined)
    throw usageFault('A judge needs --judge-connection, --judge-model and --judge-max-output-tokens.');
  return { connection_id: connection, model, max_output_tokens: maxTokens };
}
