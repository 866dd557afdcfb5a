import type { FlagValues } from '../tree/flag.ts';
import { optionalFlag, switchFlag } from '../tree/flag.ts';
import { anyText, idOf, wholeNumber } from '../tree/forms.ts';

/** The flags of every command of the management plane. */
export const PLANE_FLAGS = {
  'management-url': optionalFlag('<url>', 'the root of the management plane', anyText),
  'management-key-stdin': switchFlag('reads the key of the management plane from standard input'),
  'state-dir': optionalFlag('<folder>', 'the data folder of the local installation to use', anyText, {
    contradicts: ['management-url', 'profile'],
  }),
} as const;

export type PlaneFlags = FlagValues<typeof PLANE_FLAGS>;

/** The flag of commands on one workspace. */
export const PLANE_WORKSPACE_FLAG = {
  workspace: optionalFlag('<t_…>', 'the workspace, if there are several', idOf('workspace')),
} as const;

/** The flags of lists. */
export const PLANE_PAGE_FLAGS = {
  limit: optionalFlag('<n>', 'the maximum number of rows, 1 to 100', wholeNumber(1, 100)),
  cursor: optionalFlag('<cursor>', 'continues the list after the page that named this cursor', anyText),
} as const;

export type PageFlags = FlagValues<typeof PLANE_PAGE_FLAGS>;

/** The query of a page. */
export function pageQuery({ limit, cursor }: PageFlags): Readonly<Record<string, string | undefined>> {
  return { limit: limit === undefined ? undefined : String(limit), cursor };
}
