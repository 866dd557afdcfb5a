import type { Clock } from '../../domain/kernel/clock.ts';
import { ID_PREFIXES } from '../../domain/kernel/id-prefixes.ts';
import { MAX_TTL_DAYS } from '../../domain/tenancy/identity-limits.ts';
import { DEFAULT_KEY_GRANTS, KEY_GRANTS } from '../../domain/tenancy/key-grants.ts';
import { CREDENTIAL_CLASSES } from '../../store/tenancy/credential-token.ts';
import type { Credential, CredentialStore } from '../../store/tenancy/credential-store.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import {
  createCredentialOfService,
  listCredentialsOfService,
  revokeCredentialOfService,
  type ServiceCredentialCommandPorts,
} from './credentials-of-services.ts';
import {
  flag,
  freeText,
  futureInstant,
  idOption,
  listOption,
  oneOf,
  optional,
  wholeNumber,
  withPurpose,
} from './options.ts';

/** The ports of the credential commands. */
export interface CredentialCommandPorts extends ServiceCredentialCommandPorts {
  readonly clock: Clock;
  readonly credentials: CredentialStore;
}

const OVERLAP_MINUTES = { from: 0, to: 1_440 } as const;
const DEFAULT_OVERLAP_MINUTES = 15;

const DAY_MS = 86_400_000;
/** The number of days before the end of a credential at which the list begins to warn. */
const WARN_DAYS = 14;
/** The number of days without use after which the list recommends revocation. */
const UNUSED_DAYS = 90;

const NEEDS_SERVICE =
  '--actions and --ttl-days belong to --service. A runtime credential of a subject sends all traffic of its environment.';

/** Commands that create, show and revoke credentials, by `<noun> <verb>`. */
export const CREDENTIAL_COMMANDS: Readonly<Record<string, Command<CredentialCommandPorts>>> = {
  'credential create': defineCommand({
    summary: 'creates a bearer token and shows it once',
    options: {
      subject: idOption('subject'),
      class: withPurpose('management for people, runtime for senders of traffic', oneOf(CREDENTIAL_CLASSES)),
      environment: withPurpose('where a runtime credential writes traffic', optional(idOption('environment'))),
      name: freeText(),
      'expires-at': optional(futureInstant()),
      service: withPurpose(
        'the service of a runtime credential; the subject is then its creator, with the needed actions',
        optional(idOption('serviceIdentity')),
      ),
      actions: withPurpose(
        `the rights of the credential of a service; by default ${DEFAULT_KEY_GRANTS.join(',')}`,
        optional(listOption(oneOf(KEY_GRANTS))),
      ),
      'ttl-days': withPurpose(
        'the lifetime of the credential of a service; by default unlimited',
        optional(wholeNumber({ from: 1, to: MAX_TTL_DAYS })),
      ),
    },
    async run(ports, { subject: subjectId, environment: environmentId, service: serviceId, ...options }) {
      const { class: kind, name, actions: grants, 'expires-at': expiresAt, 'ttl-days': ttlDays } = options;
      if ((kind === 'runtime') !== (environmentId !== undefined))
        throw new UsageFault('--environment belongs to --class runtime. Use both options, or neither.');
      if (serviceId === undefined) {
        if (grants !== undefined || ttlDays !== undefined) throw new UsageFault(NEEDS_SERVICE);
        const created = { subjectId, class: kind, environmentId, name, expiresAt };
        const { token, ...credential } = await ports.credentials.create(created);
        return [{ ...credentialRow(credential, ports.clock.now()), token }];
      }
      if (environmentId === undefined) throw new UsageFault('--service belongs to --class runtime. Use both options.');
      if (expiresAt !== undefined)
        throw new UsageFault('--service and --expires-at exclude each other. Use --ttl-days for the lifetime.');
      const label = name;
      return [await createCredentialOfService(ports, { serviceId, environmentId, label, grants, ttlDays, subjectId })];
    },
  }),
  'credential rotate': defineCommand({
    summary: 'creates a successor, and ends the predecessor after the overlap',
    options: {
      credential: idOption('credential'),
      overlap: withPurpose(
        `the minutes in which both are valid; by default ${DEFAULT_OVERLAP_MINUTES}`,
        optional(wholeNumber(OVERLAP_MINUTES)),
      ),
      'expires-at': withPurpose('the expiry of the successor', optional(futureInstant())),
      'revoke-previous-now': flag('revokes the predecessor immediately'),
    },
    async run({ credentials, clock }, { credential, overlap, ...ends }) {
      const revokePreviousNow = ends['revoke-previous-now'];
      if (revokePreviousNow && overlap !== undefined)
        throw new UsageFault('--overlap and --revoke-previous-now exclude each other. Use only one of them.');
      const { token, predecessor, ...successor } = await credentials.rotate({
        credentialId: credential,
        overlapMinutes: overlap ?? DEFAULT_OVERLAP_MINUTES,
        revokePreviousNow,
        expiresAt: ends['expires-at'],
      });
      const now = clock.now();
      return [{ ...credentialRow(successor, now), token }, credentialRow(predecessor, now)];
    },
  }),
  'credential list': defineCommand({
    summary: 'lists credentials, without tokens: state, last use, expiry',
    options: {
      subject: optional(idOption('subject')),
      organization: optional(idOption('organization')),
      environment: optional(idOption('environment')),
      service: withPurpose('the credentials of this service instead', optional(idOption('serviceIdentity'))),
    },
    async run(ports, { service, ...of }) {
      const { subject: subjectId, organization: organizationId, environment: environmentId } = of;
      if (service !== undefined) {
        if (subjectId !== undefined || organizationId !== undefined || environmentId !== undefined)
          throw new UsageFault('--service excludes --subject, --organization and --environment. Use it alone.');
        return listCredentialsOfService(ports, service);
      }
      const found = await ports.credentials.list({ subjectId, organizationId, environmentId });
      return found.map((credential) => credentialRow(credential, ports.clock.now()));
    },
  }),
  'credential revoke': defineCommand({
    summary: 'revokes a credential immediately',
    options: { credential: idOption('credential', 'serviceCredential') },
    run: async (ports, { credential }) => [
      credential.startsWith(`${ID_PREFIXES.serviceCredential}_`)
        ? await revokeCredentialOfService(ports, credential)
        : credentialRow(await ports.credentials.revoke(credential), ports.clock.now()),
    ],
  }),
};

function credentialRow(credential: Credential, now: Date): CommandRow {
  const warning = warningOf(credential, now);
  return {
    credential_id: credential.credentialId,
    subject_id: credential.subjectId,
    class: credential.class,
    ...(credential.environmentId !== undefined && { environment_id: credential.environmentId }),
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

/** The warning about a credential in force on which an operator should act. */
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
