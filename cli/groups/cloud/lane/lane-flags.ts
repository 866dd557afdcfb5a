import type { LaneFlags } from '../../../service/call-operation.ts';
import { anyText, idOf } from '../../../tree/forms.ts';
import { optionalFlag, switchFlag } from '../../../tree/flag.ts';

/** The flags of every `cloud` command. */
export const LANE_FLAGS = {
  'base-url': optionalFlag('<origin>', 'the origin of the API', anyText),
  'management-key-stdin': switchFlag('reads the management key from standard input'),
  organization: optionalFlag('<org_…>', 'the organization', idOf('organization')),
} as const;

/** The flags of commands on a workspace. */
export const WORKSPACE_FLAGS = {
  ...LANE_FLAGS,
  workspace: optionalFlag('<t_…>', 'the workspace', idOf('workspace')),
} as const;

/** The flags of commands on the cases of a gateway. */
export const GATEWAY_FLAGS = {
  ...WORKSPACE_FLAGS,
  application: optionalFlag('<app_…>', 'the application', idOf('application')),
  gateway: optionalFlag('<gw_…>', 'the gateway', idOf('gateway')),
} as const;

/** The flags of commands on the contents of an environment. */
export const ENVIRONMENT_FLAGS = {
  ...GATEWAY_FLAGS,
  environment: optionalFlag('<env_…>', 'the environment', idOf('environment')),
} as const;

/**
 * The part of the flags of a command that chooses the address, the key and the workspace. A command needs it if its
 * other flags have the names of ids in paths, but are members of a body.
 */
export function laneOf(flags: Omit<LaneFlags, 'application' | 'gateway' | 'environment'>): LaneFlags {
  const { 'base-url': baseUrl, 'management-key-stdin': isFromStdin, organization, workspace } = flags;
  return { 'base-url': baseUrl, 'management-key-stdin': isFromStdin, organization, workspace };
}
