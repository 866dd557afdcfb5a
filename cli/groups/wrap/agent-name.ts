import type { Form } from '../../tree/flag.ts';

/** The gateway shortens longer values. */
const MAX_LENGTH = 128;

/** A name that fits into a header: printable ASCII without spaces at its ends. */
export const agentName: Form<string> = {
  rule: `a name of 1 to ${MAX_LENGTH} printable ASCII characters`,
  parse: (text) => (text.length <= MAX_LENGTH && /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : undefined),
};
