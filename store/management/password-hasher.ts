import type * as Argon2 from '@node-rs/argon2';

/** The text of 64 zero characters that nobody can type: passwords are compared with it if there is no user. */
const NOBODY = '\u0000'.repeat(64);

/**
 * Argon2id (its number in the library, which has it as a type alone) as OWASP recommends it: 19 MiB, two passes, one
 * lane.
 */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each takes about 40 ms of a core and 19 MiB, on one of the four threads that files are read and written by as well:
 * two of them are left to these.
 */
const AT_ONCE = 2;

/** The maximum number of waiting passwords: about a second for the last of them. */
const MAX_WAITING = 40;

/** Passwords are given as `normalizePassword` makes them. */
export interface PasswordHasher {
  /** True if the maximum is waiting: the next request is refused before anything is hashed. */
  isBusy(): boolean;
  hash(password: string): Promise<string>;
  /** True if the password has the hash. Without a hash it takes the same time, and is false. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** True if a hash was made with other parameters than today's. */
  isOutdated(hash: string): Promise<boolean>;
}

/** Passwords as Argon2id hashes. */
export function createPasswordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];
  let ofNobody: Promise<string> | undefined;

  const inTurn = async <Result>(work: (argon2: typeof Argon2) => Promise<Result>): Promise<Result> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      return await work(await argon2());
    } finally {
      const next = waiting.shift();
      // The next one gets the place of the finished one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
  const hash = (password: string): Promise<string> => inTurn(({ hash: hashed }) => hashed(password, PARAMETERS));

  return {
    isBusy: () => waiting.length >= MAX_WAITING,
    hash,
    async matches(known, password) {
      ofNobody ??= hash(NOBODY);
      const compared = known ?? (await ofNobody);
      const isSame = await inTurn(({ verify }) => verify(compared, password));
      return isSame && known !== undefined;
    },
    async isOutdated(known) {
      const { parseOptions } = await argon2();
      const made = parseOptions(known);
      return Object.entries(PARAMETERS).some(([name, value]) => made[name as keyof typeof PARAMETERS] !== value);
    },
  };
}

/** Loads argon2. It is native code of the platform, which is not loaded while nobody has a password. */
function argon2(): Promise<typeof Argon2> {
  return import('@node-rs/argon2');
}
