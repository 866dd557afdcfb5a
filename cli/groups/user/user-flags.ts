import { ROLES } from '../../../domain/management/roles.ts';
import { PLANE_PAGE_FLAGS, PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { requiredFlag, switchFlag } from '../../tree/flag.ts';
import { oneOf } from '../../tree/forms.ts';

export const ROLE_FLAGS = {
  role: requiredFlag('<role>', 'the role; each includes the rights of the roles before it', oneOf(ROLES)),
  ...PLANE_FLAGS,
} as const;

export const USER_LIST_FLAGS = {
  removed: switchFlag('also lists removed users'),
  ...PLANE_PAGE_FLAGS,
  ...PLANE_FLAGS,
} as const;

export const PASSWORD_FLAGS = {
  'password-stdin': switchFlag('reads the present and the new password from two lines of standard input', {
    contradicts: ['management-key-stdin'],
  }),
  'one-time': switchFlag('issues a one-time password instead, with the key of an admin', {
    contradicts: ['password-stdin'],
  }),
  ...PLANE_FLAGS,
} as const;
