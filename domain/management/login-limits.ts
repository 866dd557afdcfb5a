/** A measure that each wrong password fills a little, and that empties by itself. */
export interface LoginLimit {
  readonly key: string;
  /** So many wrong passwords at once fill it. */
  readonly most: number;
  /** One of them is forgotten in so many milliseconds. */
  readonly forgottenMs: number;
}

/** For so long a user is known in a network after the last login from there. */
export const KNOWN_NETWORK_MS = 30 * 86_400_000;

/** Of whoever tries, whatever the names. People who share an address share it. */
const OF_NETWORK = { most: 30, forgottenMs: 10_000 } as const;

/** Of a name, whoever tries. */
const OF_NAME = { most: 10, forgottenMs: 60_000 } as const;

/**
 * What an attempt to log in is held to, all of it. A user who has logged in from a network before has a measure of the name there
 * that no stranger elsewhere can fill, so that nobody is locked out by those who guess.
 */
export function loginLimits(attempt: {
  readonly name: string;
  readonly network: string;
  /** Whether the user of this name has logged in from there before. */
  readonly isKnownNetwork: boolean;
}): readonly LoginLimit[] {
  const { name, network, isKnownNetwork } = attempt;
  return [
    { key: `network ${network}`, ...OF_NETWORK },
    { key: isKnownNetwork ? `name ${name} ${network}` : `name ${name}`, ...OF_NAME },
  ];
}
