import type * as Argon2 from '@node-rs/argon2';

/** 64 bytes of nothing that anybody typed: what a password is compared with where there is no user. */
const NOBODY = '\u0000'.repeat(64);

/** Argon2id (its number in the library, which has it as a type alone) as OWASP recommends it: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Each takes about 40 ms of a core and 19 MiB, on one of the four threads that files are read and written by as well: two of
 * them are left to these.
 */
const AT_ONCE = 2;

/** About a second for the last of them. */
const MAX_WAITING = 40;

/** Passwords are given as `normalizePassword` makes them. */
export interface PasswordHasher {
  /** Whether as many are waiting as may: whoever comes then is turned away before anything is hashed. */
  isBusy(): boolean;
  hash(password: string): Promise<string>;
  /** Where there is no hash it takes as long as where there is one, and is false. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's. */
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
      // Whoever is next has the place of who is done.
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

/** It is native code of the platform, and none of it is loaded where nobody has a password. */
function argon2(): Promise<typeof Argon2> {
  return import('@node-rs/argon2');
}
