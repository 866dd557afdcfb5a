import { CommandFault } from './command-fault.ts';

/**
 * The output of a jq filter over a JSON document, one result on each line; strings without quotes, as `jq -r` prints
 * them. The filter runs in WebAssembly and reads no file and no variable of the process.
 *
 * @throws CommandFault `usage` with the message of jq if the filter fails
 */
export async function filterByJq(json: string, filter: string): Promise<string> {
  const jq = await (await import('jq-web')).default;
  try {
    const printed = (await jq.raw(json, filter, ['-r'])) ?? '';
    return printed === '' ? '' : `${printed}\n`;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const why = (stderr ?? message).replaceAll(/\s+/g, ' ').trim();
    throw new CommandFault('usage', 'The jq filter failed.', { why, next: 'check the filter of --jq', cause: error });
  }
}
