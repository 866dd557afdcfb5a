import type { Clock } from '../../domain/clock.ts';
import { CREDENTIAL_CLASSES, type Credential, type CredentialStore } from '../../store/credentials.ts';
import { StartupFault } from '../startup-fault.ts';
import type { Command, Options, Row } from './operator-options.ts';

/** What the commands about credentials work on. */
export interface CredentialPorts {
  readonly clock: Clock;
  readonly credentials: CredentialStore;
}

const DEFAULT_OVERLAP_MINUTES = 15;
const MAX_OVERLAP_MINUTES = 1_440;

const DAY_MS = 86_400_000;
/** From here on a list warns of the end of a credential. */
const WARN_DAYS = 14;
/** A credential that nobody used for so long is one to revoke. */
const UNUSED_DAYS = 90;

/** Commands that make, show and end credentials, by `<noun> <verb>`. */
export const CREDENTIAL_COMMANDS: Readonly<Record<string, Command<CredentialPorts>>> = {
  'credential create': {
    options: ['subject', 'class', 'name'],
    optional: ['expires-at'],
    async run({ credentials, clock }, options) {
      const expiresAt = options.future('expires-at', clock.now());
      const { token, ...credential } = await credentials.create({
        subjectId: options.id('subject', 'subject'),
        class: options.oneOf('class', CREDENTIAL_CLASSES),
        name: options.words('name'),
        ...(expiresAt && { expiresAt }),
      });
      return [{ ...credentialRow(credential, clock.now()), token }];
    },
  },
  'credential rotate': {
    options: ['credential'],
    optional: ['overlap', 'expires-at'],
    flags: ['revoke-previous-now'],
    async run({ credentials, clock }, options) {
      const expiresAt = options.future('expires-at', clock.now());
      const { token, predecessor, ...successor } = await credentials.rotate({
        credentialId: options.id('credential', 'credential'),
        overlapMinutes: overlapOf(options),
        revokePreviousNow: options.isSet('revoke-previous-now'),
        ...(expiresAt && { expiresAt }),
      });
      const now = clock.now();
      return [{ ...credentialRow(successor, now), token }, credentialRow(predecessor, now)];
    },
  },
  'credential list': {
    options: [],
    optional: ['subject', 'organization'],
    async run({ credentials, clock }, options) {
      const found = await credentials.list({
        ...(options.given('subject') !== undefined && { subjectId: options.id('subject', 'subject') }),
        ...(options.given('organization') !== undefined && {
          organizationId: options.id('organization', 'organization'),
        }),
      });
      return found.map((credential) => credentialRow(credential, clock.now()));
    },
  },
  'credential revoke': {
    options: ['credential'],
    run: async ({ credentials, clock }, options) => [
      credentialRow(await credentials.revoke(options.id('credential', 'credential')), clock.now()),
    ],
  },
};

function overlapOf(options: Options): number {
  if (options.isSet('revoke-previous-now') && options.given('overlap') !== undefined)
    throw new StartupFault('--overlap and --revoke-previous-now exclude each other.');
  return options.whole('overlap', { from: 0, to: MAX_OVERLAP_MINUTES, fallback: DEFAULT_OVERLAP_MINUTES });
}

function credentialRow(credential: Credential, now: Date): Row {
  const warning = warningOf(credential, now);
  return {
    credential_id: credential.credentialId,
    subject_id: credential.subjectId,
    class: credential.class,
    name: credential.name,
    state: stateOf(credential, now),
    created_at: credential.createdAt.toISOString(),
    ...(credential.lastUsedAt && { last_used_at: credential.lastUsedAt.toISOString() }),
    ...(credential.expiresAt && { expires_at: credential.expiresAt.toISOString() }),
    ...(credential.revokedAt && { revoked_at: credential.revokedAt.toISOString() }),
    ...(credential.successorId !== undefined && { successor_id: credential.successorId }),
    ...(warning !== undefined && { warning }),
  };
}

function stateOf({ revokedAt, expiresAt }: Credential, now: Date): 'in force' | 'expired' | 'revoked' {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'in force';
}

/** What an operator should act upon, of a credential that is in force. */
function warningOf(credential: Credential, now: Date): string | undefined {
  if (stateOf(credential, now) !== 'in force') return undefined;
  const { createdAt, expiresAt, lastUsedAt, successorId } = credential;
  const daysLeft = expiresAt === undefined ? Infinity : (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (daysLeft <= WARN_DAYS && successorId === undefined)
    return daysLeft < 1 ? 'expires within a day' : `expires in ${Math.floor(daysLeft)} days`;
  const unusedDays = Math.floor((now.getTime() - (lastUsedAt ?? createdAt).getTime()) / DAY_MS);
  if (unusedDays < UNUSED_DAYS) return undefined;
  return lastUsedAt === undefined ? `never used in ${unusedDays} days` : `not used for ${unusedDays} days`;
}
