/** A counter that each wrong password increases by one, and that decreases over time. */
export interface LoginLimit {
  readonly key: string;
  /** The number of wrong passwords that reach the limit. */
  readonly max: number;
  /** The milliseconds after which one wrong password is forgotten. */
  readonly forgottenMs: number;
}

/** The milliseconds for which a network counts as known for a user after the user's last login from there. */
export const KNOWN_NETWORK_MS = 30 * 86_400_000;

/** The limit of a network, for all names that are tried from it. People behind one address share it. */
const OF_NETWORK = { max: 30, forgottenMs: 10_000 } as const;

/** The limit of a name, over all networks from which it is tried. */
const OF_NAME = { max: 10, forgottenMs: 60_000 } as const;

/**
 * The limits of a login attempt; all of them apply. A user has a separate limit in each network from which the user has
 * logged in before. Strangers in other networks cannot exhaust it, so guesses lock nobody out.
 */
export function loginLimits(attempt: {
  readonly name: string;
  readonly network: string;
  /** True if the user of this name has logged in from there before. */
  readonly isKnownNetwork: boolean;
}): readonly LoginLimit[] {
  const { name, network, isKnownNetwork } = attempt;
  return [
    { key: `network ${network}`, ...OF_NETWORK },
    { key: isKnownNetwork ? `name ${name} ${network}` : `name ${name}`, ...OF_NAME },
  ];
}

/** The limits of completing a sign-on, by network. Unfinished sign-ons count, and finished ones are taken back. */
export function signOnLimits(network: string): readonly LoginLimit[] {
  return [{ key: `sign-on ${network}`, ...OF_NETWORK }];
}
