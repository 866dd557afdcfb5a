import { SCOPES } from '../../../domain/management/scopes.ts';
import { MAX_TOKEN_MS } from '../../../domain/management/token-bounds.ts';
import type { Form } from '../../tree/flag.ts';
import { commaList, duration } from '../../tree/forms.ts';

const MOST_HOURS = MAX_TOKEN_MS / 3_600_000;

/** The lifetime of a key in milliseconds. */
export const tokenLifetime: Form<number> = {
  rule: `a duration above 0 and at most ${MOST_HOURS}h, such as 720h`,
  parse: (text) => {
    const ms = duration.parse(text) ?? 0;
    return ms > 0 && ms <= MAX_TOKEN_MS ? ms : undefined;
  },
};

/** A list of scopes. Empty means the usual ones. */
export const scopeList: Form<readonly string[]> = {
  rule: `a list of ${SCOPES.join(', ')}, separated by commas`,
  parse: (text) => {
    const members = commaList.parse(text);
    return members?.every((member) => SCOPES.some((scope) => scope === member)) ? members : undefined;
  },
};
