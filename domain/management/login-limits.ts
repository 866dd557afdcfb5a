/** A measure that each wrong password fills a little, and that empties by itself. */
export interface LoginLimit {
  readonly key: string;
  /** The number of wrong passwords that fill it. */
  readonly max: number;
  /** Milliseconds after which one of them is forgotten. */
  readonly forgottenMs: number;
}

/** Milliseconds for which a user is known in a network after the last login from there. */
export const KNOWN_NETWORK_MS = 30 * 86_400_000;

/** The limit of a network, for all names that are tried from it. People who share an address share it. */
const OF_NETWORK = { max: 30, forgottenMs: 10_000 } as const;

/** The limit of a name, for all networks that try it. */
const OF_NAME = { max: 10, forgottenMs: 60_000 } as const;

/**
 * The limits of an attempt to log in; all of them apply. A user who has logged in from a network before has a limit of
 * the name there that no stranger elsewhere can fill, so that guesses lock nobody out.
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
