import { PLANE_PAGE_FLAGS, PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { defaultedFlag, optionalFlag, requiredFlag, switchFlag } from '../../tree/flag.ts';
import { anyText, commaList, idOf, oneOf } from '../../tree/forms.ts';
import { endpointList, graceMinutes, lifetime, ownerName } from './key-forms.ts';

const SCOPE = { preset: [] as readonly string[], presetText: 'unrestricted' };

export const MINT_FLAGS = {
  owner: requiredFlag('<node>', 'the team to which the traffic of the key is attributed', ownerName),
  label: requiredFlag('<text>', 'the name by which people recognize the key', anyText),
  environment: optionalFlag('<env_…>', 'the environment of its traffic, if there are several', idOf('environment')),
  models: defaultedFlag('<list>', 'the models that it may call', { form: commaList, ...SCOPE }),
  providers: defaultedFlag('<list>', 'the providers that it may call', { form: commaList, ...SCOPE }),
  endpoints: defaultedFlag('<list>', 'the endpoints that it may call', { form: endpointList, ...SCOPE }),
  expiry: optionalFlag('<dur>', 'its lifetime; unlimited unless given', lifetime),
  'allow-passthrough': switchFlag('lets callers supply a provider key, which the gateway uses instead of its own'),
  ...PLANE_FLAGS,
} as const;

export const LIST_FLAGS = {
  owner: optionalFlag('<node>', 'only keys of this owner', ownerName),
  environment: optionalFlag('<env_…>', 'only keys of this environment', idOf('environment')),
  status: optionalFlag('<status>', 'only keys in this state', oneOf(['active', 'expired', 'revoked'])),
  ...PLANE_PAGE_FLAGS,
  ...PLANE_FLAGS,
} as const;

export const ROTATE_FLAGS = {
  grace: requiredFlag('<dur>', 'the time in which both keys are valid; 0 revokes the old key', graceMinutes),
  ...PLANE_FLAGS,
} as const;
