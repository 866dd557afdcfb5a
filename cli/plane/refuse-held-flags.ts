import { CommandFault } from '../output/command-fault.ts';
import { optionalFlag } from '../tree/flag.ts';
import { anyText } from '../tree/forms.ts';

/** Flags that name files which the service holds. Each is refused with the place of the data. */
export const HELD_FLAGS = {
  config: optionalFlag('<file>', 'refused: the service has its own configuration file', anyText, { short: 'c' }),
  log: optionalFlag('<file>', 'refused: the service has the facts of its own journal', anyText),
  dir: optionalFlag('<folder>', 'refused: the service has the artifacts and datasets', anyText),
  'content-dir': optionalFlag('<folder>', 'refused: the service has the captured texts', anyText),
} as const;

type HeldFlag = keyof typeof HELD_FLAGS;

const PLACES: Readonly<Record<HeldFlag, readonly [why: string, next: string]>> = {
  config: [
    'the service applies the configuration file that it was started with',
    'change that file (TRUETALLY_CONFIG) and restart the service, and leave --config out',
  ],
  log: [
    'the service reads the facts that it loaded from its own journal',
    'limit the facts with --since and --until where the command has them, and leave --log out',
  ],
  dir: [
    'the service keeps artifacts and datasets in its database, by workspace',
    'choose with --workspace, and leave --dir out',
  ],
  'content-dir': [
    'the service reads captured texts from its own store',
    'set dashboard.capture in the configuration file of the service, and leave --content-dir out',
  ],
};

/**
 * Refuses flags that name files of the service.
 *
 * @throws CommandFault `usage` for the first given one
 */
export function refuseHeldFlags(flags: Readonly<Partial<Record<HeldFlag, string | undefined>>>): void {
  for (const name of Object.keys(PLACES) as HeldFlag[]) {
    if (flags[name] === undefined) continue;
    const [why, next] = PLACES[name];
    throw new CommandFault('usage', `--${name} does not apply to this command.`, { why, next });
  }
}
