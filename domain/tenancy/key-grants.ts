import type { Action } from './actions.ts';

/**
 * The rights that a credential of a service can have in its environment: to call models through the gateway, to send
 * all traffic, or to send only feedback.
 */
export const KEY_GRANTS = ['models.call', 'traffic.write', 'feedback.write'] as const;

export type KeyGrant = (typeof KEY_GRANTS)[number];

/** The rights of a credential for which its creator names none. */
export const DEFAULT_KEY_GRANTS: readonly KeyGrant[] = ['models.call'];

/** The actions that a person needs in the environment to give a right to a credential, in addition to `keys.manage`. */
const NEEDED_ACTIONS: Readonly<Record<KeyGrant, readonly Action[]>> = {
  'models.call': [],
  // All traffic includes feedback.
  'traffic.write': ['feedback.write'],
  'feedback.write': ['feedback.write'],
};

/** The actions that a person needs to give all of these rights to a credential, each once. */
export function actionsForGrants(grants: readonly KeyGrant[]): Action[] {
  return [...new Set<Action>(['keys.manage', ...grants.flatMap((grant) => NEEDED_ACTIONS[grant])])];
}

/**
 * The fault of a list of rights, as a sentence; undefined if there is none. A credential that spends money must not be
 * able to write the facts from which its spend is computed.
 */
export function keyGrantsFault(grants: readonly KeyGrant[]): string | undefined {
  return grants.includes('models.call') && grants.includes('traffic.write')
    ? '`models.call` and `traffic.write` exclude each other. Create a separate credential for each of them.'
    : undefined;
}

/** The part of the traffic that a credential may send; undefined if it may send none. */
export function writableTraffic(grants: readonly KeyGrant[]): 'all' | 'feedback' | undefined {
  if (grants.includes('traffic.write')) return 'all';
  return grants.includes('feedback.write') ? 'feedback' : undefined;
}
