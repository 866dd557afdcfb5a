import {
  CALL_FAULTS,
  CONNECTION_USES,
  MODEL_PROVIDERS,
  WIRES,
  PROVIDER_WIRES,
  type ModelProvider,
} from '../../domain/models/model-call.ts';
import { PROVIDER_ENDPOINTS } from '../../domain/models/provider-endpoints.ts';
import type { KeySource } from '../../domain/models/key-source.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { isEndpoint } from '../../providers/caller/is-endpoint.ts';
import type { ProviderBill, CallOutcome } from '../../providers/caller/model-caller.ts';
import type { ModelRequest } from '../../providers/protocols/shared/model-request.ts';
import type { ProviderConnection, ConnectionStore } from '../../store/gateway/connection-store.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { flag, idOption, listOption, withPurpose, oneOf, optional, freeText, type Option } from './options.ts';

/** The ports of the connection commands. */
export interface ConnectionCommandPorts {
  readonly connections: ConnectionStore;
  /** Makes one paid call. */
  readonly callModel: (request: ModelRequest) => Promise<CallOutcome>;
}

const ENDPOINTS: Readonly<Record<ModelProvider, string | undefined>> = {
  ...PROVIDER_ENDPOINTS,
  openai_compatible: undefined,
};

/** The smallest number of output tokens that every protocol accepts. */
const TEST_TOKENS = 16;
const TEST_MS = 60_000;

/** Commands about connections to model providers, by `<noun> <verb>`. */
export const CONNECTION_COMMANDS: Readonly<Record<string, Command<ConnectionCommandPorts>>> = {
  'connection add': defineCommand({
    summary: 'adds a connection to a model provider, with the location of its key',
    options: {
      name: freeText(),
      provider: oneOf(MODEL_PROVIDERS),
      wire: withPurpose('the protocol; by default, the first one of the provider', optional(oneOf(WIRES))),
      endpoint: withPurpose('by default, the public endpoint of the provider', optional(anEndpoint())),
      'key-variable': withPurpose('holds the key, for the processes that make calls', optional(aVariable())),
      'key-file': withPurpose('holds the key, for the processes that make calls', optional(aFile())),
      models: listOption(aModelFamily()),
      uses: listOption(oneOf(CONNECTION_USES)),
      on: withPurpose(
        'the workspaces and environments that may use it',
        listOption(idOption('workspace', 'environment')),
      ),
    },
    async run(
      { connections },
      { name, provider, wire = PROVIDER_WIRES[provider][0], endpoint, models, uses, on, ...keys },
    ) {
      if (!PROVIDER_WIRES[provider].includes(wire))
        throw new UsageFault(`--wire of ${provider} must be one of ${PROVIDER_WIRES[provider].join(', ')}.`);
      const address = endpoint ?? ENDPOINTS[provider];
      if (address === undefined)
        throw new UsageFault(`--endpoint is missing, and ${provider} has no default. Add --endpoint.`);
      const key = keyOf(keys['key-variable'], keys['key-file']);
      const modelFamilies = Object.fromEntries(models);
      const added = { name, provider, wire, endpoint: address, key, modelFamilies, uses, grants: on };
      return [connectionRow(await connections.add(added))];
    },
  }),
  'connection list': defineCommand({
    summary: 'lists active connections, newest first',
    options: { all: flag('also lists retired connections') },
    run: async ({ connections }, { all }) => (await connections.list(all)).map(connectionRow),
  }),
  'connection test': defineCommand({
    summary: 'makes the smallest call that a connection allows, and shows its cost; a success ends its rate limit',
    options: {
      connection: idOption('connection'),
      model: withPurpose('by default, the first model by name', optional(freeText())),
    },
    async run({ connections, callModel }, { connection: connectionId, model }) {
      const connection = await connections.find(connectionId);
      if (connection.retiredAt !== undefined)
        throw new Refusal(
          'conflict',
          `Connection ${connectionId} is retired, so it cannot be tested. Add another connection.`,
        );
      const asked = model ?? Object.keys(connection.modelFamilies).sort()[0] ?? '';
      if (connection.modelFamilies[asked] === undefined)
        throw new Refusal(
          'not_found',
          `Connection ${connectionId} has no model ${asked}. \`connection list\` shows its models.`,
        );
      const outcome = await callModel({
        callId: `test_${connectionId}`,
        connection,
        model: asked,
        system: '',
        messages: [{ role: 'user', content: 'Answer with the word yes.' }],
        parameters: { max_output_tokens: TEST_TOKENS },
        timeoutMs: TEST_MS,
      });
      const row = testRow(connection, asked, outcome);
      await connections.endLimit(connectionId);
      return [row];
    },
  }),
  'connection retire': defineCommand({
    summary: 'retires a connection: no later call uses it',
    options: { connection: idOption('connection') },
    run: async ({ connections }, { connection }) => [connectionRow(await connections.retire(connection))],
  }),
};

function keyOf(variable: string | undefined, path: string | undefined): KeySource {
  if (variable !== undefined && path === undefined) return { kind: 'variable', name: variable };
  if (path !== undefined && variable === undefined) return { kind: 'file', path };
  throw new UsageFault('Name either --key-variable or --key-file, and not both.');
}

function anEndpoint(): Option<string> {
  return {
    form: 'an http or https address without a user, a query or a fragment, such as https://api.openai.com/v1',
    accept: (text) => (isEndpoint(text) ? text : undefined),
  };
}

/**
 * The option for a variable that holds a key. Our own settings are refused, because they hold secrets that no provider
 * may get.
 */
function aVariable(): Option<string> {
  return {
    form: 'the name of an environment variable that is not one of TRUETALLY_…',
    accept: (text) => (/^(?!TRUETALLY_)[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(text) ? text : undefined),
  };
}

function aFile(): Option<string> {
  return {
    form: 'the absolute path of a file',
    accept: (text) => (/^\/[ -~\u00a0-\uffff]{1,1023}$/.test(text) ? text : undefined),
  };
}

function aModelFamily(): Option<readonly [model: string, family: string]> {
  return {
    form: 'a model with its family, such as gpt-4.1=gpt',
    accept: (text) => {
      const [, model, family] = /^([!-+\--~]{1,256})=([a-z0-9.-]{1,64})$/.exec(text) ?? [];
      return model === undefined || family === undefined ? undefined : [model, family];
    },
  };
}

function connectionRow(connection: ProviderConnection): CommandRow {
  const { key, modelFamilies, limitedUntil } = connection;
  return {
    connection_id: connection.connectionId,
    name: connection.name,
    provider: connection.provider,
    wire: connection.wire,
    endpoint: connection.endpoint,
    ...(key.kind === 'variable' ? { key_variable: key.name } : { key_file: key.path }),
    models: Object.entries(modelFamilies)
      .map((pair) => pair.join('='))
      .sort(),
    uses: connection.uses,
    on: connection.grants,
    created_at: connection.createdAt.toISOString(),
    ...(limitedUntil !== undefined && { limited_until: limitedUntil.toISOString() }),
    ...(connection.retiredAt && { retired_at: connection.retiredAt.toISOString() }),
  };
}

/**
 * The row of a tested connection. A billed call shows that the connection works, regardless of the model's text.
 * @throws Refusal if the provider gave no billed answer
 */
function testRow(connection: ProviderConnection, model: string, outcome: CallOutcome): CommandRow {
  if (outcome.kind === 'answered' || outcome.kind === 'failed_with_bill')
    return { connection_id: connection.connectionId, model, works: 'yes', ...billOf(outcome) };
  const cost = outcome.kind === 'effect_unknown' ? 'It may have cost something' : 'It cost nothing';
  const parts = [outcome.kind, outcome.fault, outcome.status, outcome.providerCode].filter(
    (part) => part !== undefined,
  );
  throw new Refusal('dependency_unavailable', `${CALL_FAULTS[outcome.fault]} ${cost} (${parts.join(', ')}).`);
}

function billOf({ model, price, units, latencyMs, providerRequestId }: ProviderBill): CommandRow {
  return {
    answered_by: model,
    ...(price.state === 'priced' ? { cost_nano_usd: price.nanos } : { unpriced: price.reason }),
    price_revision: price.revision,
    usage: Object.entries(units ?? {}).map((pair) => pair.join('=')),
    latency_ms: String(latencyMs),
    ...(providerRequestId !== undefined && { provider_request: providerRequestId }),
  };
}
