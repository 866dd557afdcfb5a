import { MAX_USER_NAME, USER_NAME_PATTERN } from '../../../domain/management/user-name.ts';
import type { Form } from '../../tree/flag.ts';

const PATTERN = new RegExp(USER_NAME_PATTERN);

export const userName: Form<string> = {
  rule: `1 to ${MAX_USER_NAME} lowercase letters, digits and . _ @ -, starting with a letter or digit`,
  parse: (text) => (text.length <= MAX_USER_NAME && PATTERN.test(text) ? text : undefined),
};
