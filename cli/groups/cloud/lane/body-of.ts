import { usageFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';
import { readDocument } from './read-document.ts';

/** The values of the flags that every command with a body has. */
export interface BodyValues {
  readonly body: string | undefined;
  readonly 'management-key-stdin': boolean;
}

/** The values of the flags that every edit has. */
export interface EditValues {
  readonly file: string | undefined;
  readonly 'management-key-stdin': boolean;
}

/** The value of a flag that a body without `--body` needs. */
export type Need = <Value>(flag: string, value: Value | undefined) => Value;

/**
 * The body of a request: the document of `--body`, or the members that flags name.
 *
 * @throws CommandFault `usage` if a necessary flag is missing
 */
export async function bodyOf(context: Context, flags: BodyValues, build: (need: Need) => object): Promise<object> {
  if (flags.body === undefined) return build(needOf('--body'));
  return readDocument(context, { ...flags, flag: '--body', path: flags.body });
}

/**
 * The body of an edit: the members of `--file` or those that flags name, and the revision that was read.
 *
 * @throws CommandFault `usage` if a necessary flag is missing, or if the file has a revision too
 */
export async function editOf(
  context: Context,
  flags: EditValues,
  { member, revision }: { readonly member: 'expected_revision' | 'expected_version'; readonly revision: string },
  build: (need: Need) => object,
): Promise<object> {
  if (flags.file === undefined) return { [member]: revision, ...build(needOf('--file')) };
  const document = await readDocument(context, { ...flags, flag: '--file', path: flags.file });
  const flag = `--${member.replace('_', '-')}`;
  if (Object.hasOwn(document, member))
    throw usageFault(`The document of --file has ${member}, which belongs to ${flag}.`, 'leave it out of the file');
  return { [member]: revision, ...document };
}

function needOf(instead: string): Need {
  return (flag, value) => {
    if (value === undefined) throw usageFault(`The command needs --${flag}, or ${instead} with a complete document.`);
    return value;
  };
}
