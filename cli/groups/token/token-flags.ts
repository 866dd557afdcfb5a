import { ROLES } from '../../../domain/management/roles.ts';
import { PLANE_PAGE_FLAGS, PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { defaultedFlag, optionalFlag, requiredFlag } from '../../tree/flag.ts';
import { anyText, oneOf } from '../../tree/forms.ts';
import { scopeList, tokenLifetime } from './token-forms.ts';

export const NEW_TOKEN_FLAGS = {
  role: requiredFlag('<role>', 'the role of the token', oneOf(ROLES)),
  label: requiredFlag('<text>', 'the name by which people recognize the token', anyText),
  ttl: optionalFlag('<dur>', 'its lifetime, at most 8760h; 2160h (90 days) unless given', tokenLifetime),
  scopes: defaultedFlag('<list>', 'its scopes', {
    form: scopeList,
    preset: [],
    presetText: 'your own except content:read',
  }),
  ...PLANE_FLAGS,
} as const;

export const TOKEN_LIST_FLAGS = { ...PLANE_PAGE_FLAGS, ...PLANE_FLAGS } as const;
