import type { AccessBinding, AccessBindingStore } from '../store/tenancy/access-binding-store.ts';
import {
  NODE_KINDS,
  parentKind,
  type NodeKind,
  type TenancyNode,
  type TenancyNodeStore,
} from '../store/tenancy/tenancy-node-store.ts';
import { auditCommand } from '../runtime/commands/audit-command.ts';
import { UsageFault } from '../runtime/commands/usage-fault.ts';
import { AUDIT_COMMANDS, type AuditCommandPorts } from './commands/audit-commands.ts';
import { BUDGET_COMMANDS, type BudgetCommandPorts } from './commands/budget-commands.ts';
import { CALIBRATE_COMMAND, type CalibrateCommandPorts } from './commands/quality/calibrate-command.ts';
import { CALIBRATION_COMMANDS, type CalibrationCommandPorts } from './commands/quality/calibration-commands.ts';
import { CASE_COMMANDS, type CaseCommandPorts } from './commands/case-commands.ts';
import { CONNECTION_COMMANDS, type ConnectionCommandPorts } from './commands/connection-commands.ts';
import { CREDENTIAL_COMMANDS, type CredentialCommandPorts } from './commands/credential-commands.ts';
import { defineCommand, type Command, type CommandRow, type TypedValues } from './commands/command.ts';
import { actionList, idOption, optional, freeText, type Option } from './commands/options.ts';
import { ENVIRONMENT_COMMANDS, type EnvironmentCommandPorts } from './commands/environment-commands.ts';
import { GAP_COMMANDS, type GapCommandPorts } from './commands/traffic/gap-commands.ts';
import { JUDGE_COMMANDS, type JudgeCommandPorts } from './commands/judge-commands.ts';
import { KEY_COMMANDS, type KeyCommandPorts } from './commands/key-commands.ts';
import { LIMIT_COMMANDS, type LimitCommandPorts } from './commands/limit-commands.ts';
import { OUTBOX_COMMANDS, type OutboxCommandPorts } from './commands/outbox-commands.ts';
import { PRICE_COMMANDS, type PriceCommandPorts } from './commands/traffic/price-commands.ts';
import { QUARANTINE_COMMANDS, type QuarantineCommandPorts } from './commands/traffic/quarantine-commands.ts';
import { ROUTE_COMMANDS, type RouteCommandPorts } from './commands/route-commands.ts';
import { RUN_COMMANDS, type RunCommandPorts } from './commands/run-commands.ts';
import { SCHEDULE_COMMANDS, type ScheduleCommandPorts } from './commands/schedule-commands.ts';
import { SERVICE_IDENTITY_COMMANDS, type ServiceIdentityCommandPorts } from './commands/service-identity-commands.ts';
import { TOKEN_COMMANDS, type TokenCommandPorts } from './commands/token-commands.ts';
import { TRAFFIC_COMMANDS, type TrafficCommandPorts } from './commands/traffic/traffic-commands.ts';
import { USER_COMMANDS, type UserCommandPorts } from './commands/user-commands.ts';

/** The ports of all commands. */
export interface OperatorPorts
  extends
    TrafficCommandPorts,
    PriceCommandPorts,
    QuarantineCommandPorts,
    GapCommandPorts,
    ConnectionCommandPorts,
    RouteCommandPorts,
    CaseCommandPorts,
    BudgetCommandPorts,
    RunCommandPorts,
    ScheduleCommandPorts,
    OutboxCommandPorts,
    EnvironmentCommandPorts,
    CredentialCommandPorts,
    ServiceIdentityCommandPorts,
    TokenCommandPorts,
    KeyCommandPorts,
    LimitCommandPorts,
    UserCommandPorts,
    JudgeCommandPorts,
    CalibrateCommandPorts,
    CalibrationCommandPorts,
    AuditCommandPorts {
  readonly nodes: TenancyNodeStore;
  readonly bindings: AccessBindingStore;
  /** The user of the operating system who runs the command. */
  readonly operator: string;
}

const SCOPE_KINDS = ['organization', 'workspace', 'application', 'gateway', 'environment'] as const;

const NODE_SUMMARIES: Readonly<Record<NodeKind, string>> = {
  organization: 'creates an organization',
  workspace: 'creates a workspace',
  application: 'creates an application',
  gateway: 'creates a gateway',
  environment: 'creates an environment, which traffic belongs to',
  subject: 'creates a person or a service with access',
};

/** The option that names the parent of a new node, by kind. */
type ParentOption<Value> = { readonly [Kind in NodeKind]?: Option<Value> };

/** Every command by `<noun> <verb>`, or by its noun if it has no verb. */
export const OPERATOR_COMMANDS: Readonly<Record<string, Command<OperatorPorts>>> = {
  ...Object.fromEntries(NODE_KINDS.flatMap(nodeCommands)),
  ...ENVIRONMENT_COMMANDS,
  'binding create': defineCommand({
    summary: 'allows actions on a node of the tree and on everything below it',
    options: { subject: idOption('subject'), on: idOption(...SCOPE_KINDS), actions: actionList() },
    run: async ({ bindings }, { subject, on, actions }) => [
      bindingRow(await bindings.create({ subjectId: subject, nodeId: on, actions })),
    ],
  }),
  'binding list': defineCommand({
    summary: 'lists the bindings of a subject',
    options: { subject: idOption('subject') },
    run: async ({ bindings }, { subject }) => (await bindings.list(subject)).map(bindingRow),
  }),
  'binding remove': defineCommand({
    summary: 'removes a binding',
    options: { binding: idOption('binding') },
    async run({ bindings }, { binding }) {
      await bindings.remove(binding);
      return [{ binding_id: binding, removed: 'yes' }];
    },
  }),
  ...CREDENTIAL_COMMANDS,
  ...SERVICE_IDENTITY_COMMANDS,
  ...TOKEN_COMMANDS,
  ...KEY_COMMANDS,
  ...LIMIT_COMMANDS,
  ...USER_COMMANDS,
  ...TRAFFIC_COMMANDS,
  ...PRICE_COMMANDS,
  ...QUARANTINE_COMMANDS,
  ...GAP_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...ROUTE_COMMANDS,
  ...CASE_COMMANDS,
  ...BUDGET_COMMANDS,
  ...RUN_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...OUTBOX_COMMANDS,
  ...JUDGE_COMMANDS,
  ...CALIBRATE_COMMAND,
  ...CALIBRATION_COMMANDS,
  ...AUDIT_COMMANDS,
};

/**
 * Runs a command with the typed texts of its options. The audit stores the subject and the result of a write.
 * @throws UsageFault if an option is missing or wrong, and Refusal if the store refuses the command
 */
export async function runOperatorCommand(
  ports: OperatorPorts,
  name: string,
  typed: TypedValues,
): Promise<readonly CommandRow[]> {
  const command = Object.hasOwn(OPERATOR_COMMANDS, name) ? OPERATOR_COMMANDS[name] : undefined;
  if (command === undefined)
    throw new UsageFault(`There is no operator command \`${name}\`. \`npm run operator -- help\` lists all commands.`);
  return auditCommand(ports.audit, { ...audited(name, command, typed), operator: ports.operator }, () =>
    command.run(ports, typed, ports.clock.now()),
  );
}

/** The name and the values of a command for the audit. Private options are part of the name, without their values. */
function audited(
  name: string,
  { options }: Pick<Command<OperatorPorts>, 'options'>,
  typed: TypedValues,
): { readonly name: string; readonly values: TypedValues } {
  const isPrivate = (option: string): boolean => options[option]?.isPrivate === true;
  const names = Object.keys(typed).filter(isPrivate);
  return {
    name: [name, ...names.map((option) => `--${option}`)].join(' '),
    values: Object.fromEntries(Object.entries(typed).filter(([option]) => !isPrivate(option))),
  };
}

function nodeCommands(kind: NodeKind): [string, Command<OperatorPorts>][] {
  const parent = parentKind(kind);
  const parentOption: ParentOption<string> = parent === undefined ? {} : { [parent]: idOption(parent) };
  const within: ParentOption<string | undefined> = parent === undefined ? {} : { [parent]: optional(idOption(parent)) };
  const create = defineCommand({
    summary: NODE_SUMMARIES[kind],
    options: { ...parentOption, name: freeText() },
    run: async ({ nodes }: OperatorPorts, values) => [
      nodeRow(kind, await nodes.create(kind, { name: values.name, parentId: parent && values[parent] })),
    ],
  });
  const list = defineCommand({
    summary: `lists ${kind === 'subject' ? 'who may ask' : `${kind}s`}, newest first`,
    options: within,
    run: async ({ nodes }: OperatorPorts, values) =>
      (await nodes.list(kind, parent && values[parent])).map((node) => nodeRow(kind, node)),
  });
  return [
    [`${kind} create`, create],
    [`${kind} list`, list],
  ];
}

function nodeRow(kind: NodeKind, { id, name, parentId, createdAt }: TenancyNode): CommandRow {
  const parent = parentKind(kind);
  return {
    [`${kind}_id`]: id,
    name,
    ...(parent !== undefined && parentId !== undefined && { [`${parent}_id`]: parentId }),
    created_at: createdAt.toISOString(),
  };
}

function bindingRow({ bindingId, subjectId, actions, block, createdAt }: AccessBinding): CommandRow {
  const on = block.environmentId ?? block.gatewayId ?? block.applicationId ?? block.workspaceId ?? block.organizationId;
  return { binding_id: bindingId, subject_id: subjectId, on, actions, created_at: createdAt.toISOString() };
}
