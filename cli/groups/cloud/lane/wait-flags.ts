import { optionalFlag, switchFlag, type Flag, type Form } from '../../../tree/flag.ts';
import { parseDuration } from '../../../../domain/kernel/parse-duration.ts';
import { usageFault } from '../../../output/command-fault.ts';

/** The times of a wait as a person reads them. */
interface WaitTimes {
  readonly preset: string;
  readonly ceiling: string;
}

/** The flags of a command that can wait for the end of what it started. */
export function waitFlags(
  until: string,
  { preset, ceiling }: WaitTimes,
): { readonly wait: Flag<boolean>; readonly 'wait-timeout': Flag<number | undefined> } {
  return {
    wait: switchFlag(`waits until ${until}`),
    'wait-timeout': {
      ...optionalFlag('<duration>', 'the longest wait; only with --wait', boundedDuration(ceiling)),
      defaultText: preset,
    },
  };
}

/** A positive duration up to a ceiling, in milliseconds. */
function boundedDuration(ceiling: string): Form<number> {
  return {
    rule: `a duration up to ${ceiling}, such as 30s`,
    parse: (text) => {
      const ms = parseDuration(text);
      return ms !== undefined && ms > 0 && ms <= (parseDuration(ceiling) ?? 0) ? ms : undefined;
    },
  };
}

/**
 * The milliseconds to wait; undefined without `--wait`.
 *
 * @throws CommandFault `usage` for `--wait-timeout` without `--wait`
 */
export function waitOf(
  flags: { readonly wait: boolean; readonly 'wait-timeout': number | undefined },
  presetMs: number,
): number | undefined {
  const timeout = flags['wait-timeout'];
  if (flags.wait) return timeout ?? presetMs;
  if (timeout !== undefined) throw usageFault('--wait-timeout is the longest wait of --wait.', 'add --wait');
  return undefined;
}
