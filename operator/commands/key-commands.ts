import { keyStatusAt } from '../../domain/gateway/key-status.ts';
import { ENDPOINTS } from '../../domain/models/endpoints.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { VirtualKey, VirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { duration, flag, idOption, listOption, withPurpose, oneOf, optional, plainName, freeText } from './options.ts';

/** The ports of the commands for virtual keys. */
export interface KeyCommandPorts {
  readonly clock: Clock;
  readonly keys: Omit<VirtualKeyStore, 'listInForce'>;
}

/** Commands that mint, show and revoke gateway keys, by `<noun> <verb>`. */
export const KEY_COMMANDS: Readonly<Record<string, Command<KeyCommandPorts>>> = {
  'keys mint': defineCommand({
    summary: 'mints a gateway key and shows it once',
    options: {
      owner: withPurpose('the team to which its traffic is attributed', plainName()),
      environment: withPurpose('the environment in which its traffic is counted', idOption('environment')),
      label: freeText(),
      models: withPurpose('the models that it may call; by default all', optional(listOption(plainName()))),
      providers: withPurpose(
        'the providers that it may call, by their names in the configuration file; by default all',
        optional(listOption(plainName())),
      ),
      endpoints: optional(listOption(oneOf(ENDPOINTS))),
      expiry: withPurpose('its lifetime; by default unlimited', optional(duration())),
      'allow-passthrough': flag('lets callers supply their own provider key, which the gateway uses instead of yours'),
    },
    async run({ keys, clock }, values) {
      const { owner, label, environment: environmentId, models = [], providers = [], endpoints = [], expiry } = values;
      const { token, ...minted } = await keys.mint({
        owner,
        label,
        environmentId,
        scopes: { models, providers, endpoints },
        allowsPassthrough: values['allow-passthrough'],
        expiresAt: expiry === undefined ? undefined : new Date(clock.now().getTime() + expiry),
      });
      return [{ ...keyRow(minted, clock.now()), token }];
    },
  }),
  'keys list': defineCommand({
    summary: 'lists gateway keys, without their texts',
    options: {},
    run: async ({ keys, clock }) => (await keys.list()).map((key) => keyRow(key, clock.now())),
  }),
  'keys rotate': defineCommand({
    summary: 'mints a successor, and ends the predecessor after the grace',
    options: {
      key: idOption('virtualKey'),
      grace: withPurpose('the time in which both are valid', duration()),
    },
    async run({ keys, clock }, { key, grace }) {
      const { token, predecessor, ...successor } = await keys.rotate(key, grace);
      return [{ ...keyRow(successor, clock.now()), token }, keyRow(predecessor, clock.now())];
    },
  }),
  'keys revoke': defineCommand({
    summary: 'revokes a gateway key, in every gateway process within 30 seconds',
    options: { key: idOption('virtualKey') },
    run: async ({ keys, clock }, { key }) => [keyRow(await keys.revoke(key), clock.now())],
  }),
};

function keyRow(key: VirtualKey, now: Date): CommandRow {
  const { models, providers, endpoints } = key.scopes;
  return {
    key_id: key.keyId,
    owner: key.owner,
    label: key.label,
    environment_id: key.environmentId,
    ...(models.length > 0 && { models }),
    ...(providers.length > 0 && { providers }),
    ...(endpoints.length > 0 && { endpoints }),
    ...(key.allowsPassthrough && { allows_passthrough: 'yes' }),
    state: keyStatusAt(key, now),
    created_at: key.createdAt.toISOString(),
    ...(key.expiresAt && { expires_at: key.expiresAt.toISOString() }),
    ...(key.revokedAt && { revoked_at: key.revokedAt.toISOString() }),
    ...(key.successorId !== undefined && { successor_id: key.successorId }),
  };
}
