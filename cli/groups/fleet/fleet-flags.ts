import { GATEWAY_PROCESS_STATES } from '../../../domain/installation/gateway-process-states.ts';
import { PLANE_PAGE_FLAGS, PLANE_FLAGS } from '../../plane/plane-flags.ts';
import { HELD_FLAGS } from '../../plane/refuse-held-flags.ts';
import { optionalFlag } from '../../tree/flag.ts';
import { oneOf } from '../../tree/forms.ts';

const FLEET_FLAGS = { config: HELD_FLAGS.config, ...PLANE_FLAGS } as const;

export const FLEET_LIST_FLAGS = {
  state: optionalFlag(
    '<state>',
    'only processes in this state; all but the decommissioned ones unless given',
    oneOf(GATEWAY_PROCESS_STATES),
  ),
  ...PLANE_PAGE_FLAGS,
  ...FLEET_FLAGS,
} as const;

export const DECOMMISSION_FLAGS = FLEET_FLAGS;
