import type { AccessBinding, AccessBindingStore } from '../../store/access-bindings.ts';
import {
  NODE_KINDS,
  parentKind,
  type NodeKind,
  type TenancyNode,
  type TenancyNodeStore,
} from '../../store/tenancy-nodes.ts';
import { StartupFault } from '../startup-fault.ts';
import { auditCommand } from './audit-command.ts';
import { AUDIT_COMMANDS, type AuditPorts } from './operator-audit-commands.ts';
import { CREDENTIAL_COMMANDS, type CredentialPorts } from './operator-credential-commands.ts';
import { Options, type Command, type Row } from './operator-options.ts';
import { OUTBOX_COMMANDS, type OutboxPorts } from './operator-outbox-commands.ts';
import { SCHEDULE_COMMANDS, type SchedulePorts } from './operator-schedule-commands.ts';
import { TRAFFIC_COMMANDS, type TrafficPorts } from './operator-traffic-commands.ts';

/** What the commands work on. */
export interface OperatorPorts extends TrafficPorts, SchedulePorts, OutboxPorts, CredentialPorts, AuditPorts {
  readonly nodes: TenancyNodeStore;
  readonly bindings: AccessBindingStore;
  /** The user of the operating system who asks. */
  readonly operator: string;
}

const SCOPE_KINDS = ['organization', 'workspace', 'application', 'gateway', 'environment'] as const;

/** Every command by `<noun> <verb>`. */
const COMMANDS: Readonly<Record<string, Command<OperatorPorts>>> = {
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
  ...CREDENTIAL_COMMANDS,
  ...TRAFFIC_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...AUDIT_COMMANDS,
};

/** One line for each command, in the form in which it is typed. */
export const OPERATOR_USAGE = Object.entries(COMMANDS).map(([name, { options, optional = [], flags = [] }]) =>
  [
    name,
    ...options.map((option) => `--${option} …`),
    ...optional.map((option) => `[--${option} …]`),
    ...flags.map((flag) => `[--${flag}]`),
  ].join(' '),
);

/** The names of all options without a value that some command takes. */
export const OPERATOR_FLAGS = Object.values(COMMANDS).flatMap(({ flags = [] }) => flags);

/** The names of all options with a value that some command takes. */
export const OPERATOR_OPTIONS = [
  ...new Set(Object.values(COMMANDS).flatMap(({ options, optional = [] }) => [...options, ...optional])),
];

/**
 * Checks a command and runs it; the audit keeps what a write was about and what became of it.
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
  const known = [...command.options, ...(command.optional ?? []), ...(command.flags ?? [])];
  const unknown = Object.keys(values).find((option) => !known.includes(option));
  if (unknown !== undefined) throw new StartupFault(`\`${name}\` takes no option --${unknown}.`);
  return auditCommand(ports.audit, { name, values, operator: ports.operator }, () =>
    command.run(ports, new Options(values)),
  );
}

function nodeCommands(kind: NodeKind): [string, Command<OperatorPorts>][] {
  const parent = parentKind(kind);
  const under = parent === undefined ? [] : [parent];
  const create: Command<OperatorPorts> = {
    options: [...under, 'name'],
    async run({ nodes }, options) {
      const parentId = parent && options.id(parent, parent);
      return [nodeRow(kind, await nodes.create(kind, { name: options.words('name'), parentId }))];
    },
  };
  const list: Command<OperatorPorts> = {
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
