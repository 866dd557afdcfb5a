import { Value } from 'typebox/value';
import { idPattern } from '../../contracts/ids.ts';
import { NameSchema } from '../../contracts/scalars.ts';
import { ACTIONS, type Action } from '../../domain/access/actions.ts';
import type { Clock } from '../../domain/clock.ts';
import type { IdKind } from '../../domain/ids.ts';
import { parseInstant } from '../../domain/instant.ts';
import type { AccessBinding, AccessBindingStore } from '../../store/access-bindings.ts';
import { CREDENTIAL_CLASSES, type Credential, type CredentialStore } from '../../store/credentials.ts';
import {
  NODE_KINDS,
  parentKind,
  type NodeKind,
  type TenancyNode,
  type TenancyNodeStore,
} from '../../store/tenancy-nodes.ts';
import { StartupFault } from '../startup-fault.ts';

/** What the commands work on. */
export interface OperatorPorts {
  readonly clock: Clock;
  readonly nodes: TenancyNodeStore;
  readonly bindings: AccessBindingStore;
  readonly credentials: CredentialStore;
}

/** One line of an answer. A member without a value is absent. */
export type Row = Readonly<Record<string, string | readonly string[]>>;

/** Reads the options that were given; each reader throws a `StartupFault` with one sentence. */
class Options {
  readonly #values: Readonly<Record<string, string>>;

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = values;
  }

  /** @throws StartupFault when the option is missing */
  text(option: string): string {
    const value = this.#values[option];
    if (value === undefined) throw new StartupFault(`--${option} is missing.`);
    return value;
  }

  given(option: string): string | undefined {
    return this.#values[option];
  }

  id(option: string, ...kinds: readonly IdKind[]): string {
    const value = this.text(option);
    if (kinds.some((kind) => new RegExp(idPattern(kind)).test(value))) return value;
    throw new StartupFault(`--${option} must be the id of one ${kinds.join(' or ')}, as the list command shows it.`);
  }

  name(): string {
    const value = this.text('name');
    if (Value.Check(NameSchema, value)) return value;
    throw new StartupFault('--name must be 1 to 120 characters, none of them a control character.');
  }

  oneOf<Member extends string>(option: string, members: readonly Member[]): Member {
    const value = this.text(option);
    const member = members.find((known) => known === value);
    if (member === undefined) throw new StartupFault(`--${option} must be one of ${members.join(', ')}.`);
    return member;
  }

  actions(): Action[] {
    const names = this.text('actions').split(',');
    const actions = ACTIONS.filter((action) => names.includes(action));
    if (actions.length === names.length) return actions;
    throw new StartupFault(`--actions must be a list, with commas and no repetition, of ${ACTIONS.join(', ')}.`);
  }

  future(option: string, now: Date): Date | undefined {
    const value = this.given(option);
    if (value === undefined) return undefined;
    const instant = parseInstant(value);
    if (instant !== undefined && instant > now) return instant;
    throw new StartupFault(`--${option} must be an RFC 3339 instant in the future, such as 2030-01-31T08:00:00Z.`);
  }
}

interface Command {
  readonly options: readonly string[];
  /** Options that may be left out. */
  readonly optional?: readonly string[];
  run(ports: OperatorPorts, options: Options): Promise<readonly Row[]>;
}

const SCOPE_KINDS = ['organization', 'workspace', 'application', 'gateway', 'environment'] as const;

/** Every command by `<noun> <verb>`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...Object.fromEntries(NODE_KINDS.flatMap(nodeCommands)),
  'binding create': {
    options: ['subject', 'on', 'actions'],
    run: async ({ bindings }, options) => [
      bindingRow(
        await bindings.create({
          subjectId: options.id('subject', 'subject'),
          nodeId: options.id('on', ...SCOPE_KINDS),
          actions: options.actions(),
        }),
      ),
    ],
  },
  'binding list': {
    options: ['subject'],
    run: async ({ bindings }, options) => (await bindings.list(options.id('subject', 'subject'))).map(bindingRow),
  },
  'binding remove': {
    options: ['binding'],
    async run({ bindings }, options) {
      const bindingId = options.id('binding', 'binding');
      await bindings.remove(bindingId);
      return [{ binding_id: bindingId, removed: 'yes' }];
    },
  },
  'credential create': {
    options: ['subject', 'class', 'name'],
    optional: ['expires-at'],
    async run({ credentials, clock }, options) {
      const expiresAt = options.future('expires-at', clock.now());
      const { token, ...credential } = await credentials.create({
        subjectId: options.id('subject', 'subject'),
        class: options.oneOf('class', CREDENTIAL_CLASSES),
        name: options.name(),
        ...(expiresAt && { expiresAt }),
      });
      return [{ ...credentialRow(credential), token }];
    },
  },
  'credential list': {
    options: ['subject'],
    run: async ({ credentials }, options) =>
      (await credentials.list(options.id('subject', 'subject'))).map(credentialRow),
  },
  'credential revoke': {
    options: ['credential'],
    run: async ({ credentials }, options) => [
      credentialRow(await credentials.revoke(options.id('credential', 'credential'))),
    ],
  },
};

/** One line for each command, in the form in which it is typed. */
export const OPERATOR_USAGE = Object.entries(COMMANDS).map(
  ([name, { options, optional = [] }]) =>
    `${name}${options.map((option) => ` --${option} …`).join('')}${optional.map((option) => ` [--${option} …]`).join('')}`,
);

/** The names of all options that some command takes. */
export const OPERATOR_OPTIONS = [
  ...new Set(Object.values(COMMANDS).flatMap(({ options, optional = [] }) => [...options, ...optional])),
];

/**
 * Checks a command and runs it.
 * @throws StartupFault when the command or an option is wrong, Refusal when the store turns it down
 */
export async function runOperatorCommand(
  ports: OperatorPorts,
  words: readonly string[],
  values: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const name = words.join(' ');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new StartupFault(`There is no operator command \`${name}\`; \`npm run operator -- help\` lists them.`);
  }
  const known = [...command.options, ...(command.optional ?? [])];
  const unknown = Object.keys(values).find((option) => !known.includes(option));
  if (unknown !== undefined) throw new StartupFault(`\`${name}\` takes no option --${unknown}.`);
  return command.run(ports, new Options(values));
}

function nodeCommands(kind: NodeKind): [string, Command][] {
  const parent = parentKind(kind);
  const under = parent === undefined ? [] : [parent];
  const create: Command = {
    options: [...under, 'name'],
    async run({ nodes }, options) {
      const parentId = parent && options.id(parent, parent);
      return [nodeRow(kind, await nodes.create(kind, { name: options.name(), parentId }))];
    },
  };
  const list: Command = {
    options: [],
    optional: under,
    async run({ nodes }, options) {
      const within = parent !== undefined && options.given(parent) !== undefined ? parent : undefined;
      const parentId = within && options.id(within, within);
      return (await nodes.list(kind, parentId)).map((node) => nodeRow(kind, node));
    },
  };
  return [
    [`${kind} create`, create],
    [`${kind} list`, list],
  ];
}

function nodeRow(kind: NodeKind, { id, name, parentId, createdAt }: TenancyNode): Row {
  const parent = parentKind(kind);
  return {
    [`${kind}_id`]: id,
    name,
    ...(parent !== undefined && parentId !== undefined && { [`${parent}_id`]: parentId }),
    created_at: createdAt.toISOString(),
  };
}

function bindingRow({ bindingId, subjectId, actions, block, createdAt }: AccessBinding): Row {
  const on = block.environmentId ?? block.gatewayId ?? block.applicationId ?? block.workspaceId ?? block.organizationId;
  return { binding_id: bindingId, subject_id: subjectId, on, actions, created_at: createdAt.toISOString() };
}

function credentialRow(credential: Credential): Row {
  return {
    credential_id: credential.credentialId,
    subject_id: credential.subjectId,
    class: credential.class,
    name: credential.name,
    created_at: credential.createdAt.toISOString(),
    ...(credential.expiresAt && { expires_at: credential.expiresAt.toISOString() }),
    ...(credential.revokedAt && { revoked_at: credential.revokedAt.toISOString() }),
  };
}
