import { ENDPOINTS } from '../../../domain/models/endpoints.ts';
import type { Form } from '../../tree/flag.ts';
import { commaList, duration } from '../../tree/forms.ts';

const MINUTE_MS = 60_000;
const MOST_GRACE_MS = 1_440 * MINUTE_MS;

/** A node of the tree of teams. */
export const ownerName: Form<string> = {
  rule: '1 to 128 letters, digits and characters of ._:/@-',
  parse: (text) => (/^[A-Za-z0-9._:/@-]{1,128}$/.test(text) ? text : undefined),
};

/** A list of endpoints. Empty means no restriction. */
export const endpointList: Form<readonly string[]> = {
  rule: `a list of ${ENDPOINTS.join(', ')}, separated by commas`,
  parse: (text) => {
    const members = commaList.parse(text);
    return members?.every((member) => ENDPOINTS.some((endpoint) => endpoint === member)) ? members : undefined;
  },
};

/** A lifetime in milliseconds. */
export const lifetime: Form<number> = {
  rule: 'a duration above 0, such as 720h',
  parse: (text) => duration.parse(text) || undefined,
};

/** The minutes in which both keys are valid. */
export const graceMinutes: Form<number> = {
  rule: 'a duration of whole minutes, 0 to 24h, such as 15m',
  parse: (text) => {
    const ms = duration.parse(text);
    return ms !== undefined && ms <= MOST_GRACE_MS && ms % MINUTE_MS === 0 ? ms / MINUTE_MS : undefined;
  },
};
