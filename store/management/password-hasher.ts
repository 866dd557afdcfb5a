import type * as Argon2 from '@node-rs/argon2';

/** A text of 64 zero characters, which nobody can type. If there is no user, passwords are compared with its hash. */
const NOBODY = '\u0000'.repeat(64);

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. The library exports its number only as a type. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The maximum number of concurrent hashes. Each takes about 40 ms of a core and 19 MiB on one of Node's four pool
 * threads, which also read and write files. Two threads stay free for files.
 */
const AT_ONCE = 2;

/** The maximum number of waiting passwords: the last one waits about a second. */
const MAX_WAITING = 40;

/** Hashes and checks passwords. Every password must be a result of `normalizePassword`. */
export interface PasswordHasher {
  /** True if the queue is full; the next request is then refused before anything is hashed. */
  isBusy(): boolean;
  hash(password: string): Promise<string>;
  /** True if the password matches the hash. Without a hash it takes the same time and returns false. */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** True if a hash was created with other parameters than the current ones. */
  isOutdated(hash: string): Promise<boolean>;
}

/** Creates a hasher that uses Argon2id. */
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
      // The next one takes over the slot of the finished one.
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

/** Loads argon2 on first use: it is native code, which is not loaded while nobody has a password. */
function argon2(): Promise<typeof Argon2> {
  return import('@node-rs/argon2');
}
