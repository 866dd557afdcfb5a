import { MAX_USER_NAME, USER_NAME_PATTERN } from '../../../domain/management/user-name.ts';
import { textSchema } from '../../wire/scalars.ts';

/** The name of a user of the management plane. */
export const UserNameSchema = textSchema(MAX_USER_NAME, {
  title: 'UserName',
  pattern: USER_NAME_PATTERN,
  examples: ['ada'],
});
