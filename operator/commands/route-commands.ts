import { type ModelTargetV1, ModelTargetV1Schema } from '../../contracts/models/model-target.ts';
import type { ServingRouteV1 } from '../../contracts/gateway/serving-route.ts';
import { ACTOR_KINDS } from '../../contracts/ingest/events/release-marker.ts';
import { createValidator } from '../../contracts/wire/validator.ts';
import type { ServingRouteStore } from '../../store/gateway/serving-route-store.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { anyText, idOption, withPurpose, oneOf, withDefault, freeText } from './options.ts';

/** The ports of the route commands. */
export interface RouteCommandPorts {
  readonly routes: ServingRouteStore;
  /**
   * Reads a file as text.
   * @throws UsageFault if the file cannot be read
   */
  readonly readFile: (path: string) => Promise<string>;
}

/** The maximum number of listed routes, which no environment reaches. */
const MAX_ROUTES = 1_000;

const target = withPurpose('sets the model and its parameters', anyText('a JSON file with a ModelTargetV1'));
const actor = withDefault(oneOf(ACTOR_KINDS), 'person');
const faultOf = createValidator(ModelTargetV1Schema);

/** Commands about the routes of environments, by `<noun> <verb>`. */
export const ROUTE_COMMANDS: Readonly<Record<string, Command<RouteCommandPorts>>> = {
  'route create': defineCommand({
    summary: 'creates a named route of an environment with its first release',
    options: { environment: idOption('environment'), name: freeText(), target, actor },
    run: async ({ routes, readFile }, { environment: environmentId, name, target: path, actor: actorKind }) => [
      routeRow(await routes.create({ environmentId, name, target: await readTarget(readFile, path), actorKind })),
    ],
  }),
  'route deploy': defineCommand({
    summary: 'makes another target the next release of a route',
    options: { route: idOption('route'), target, actor },
    run: async ({ routes, readFile }, { route: routeId, target: path, actor: actorKind }) => [
      routeRow(await routes.deploy({ routeId, target: await readTarget(readFile, path), actorKind })),
    ],
  }),
  'route list': defineCommand({
    summary: 'lists the routes of an environment, newest first, with their releases',
    options: { environment: idOption('environment') },
    run: async ({ routes }, { environment: environmentId }) =>
      (await routes.list({ environmentId, limit: MAX_ROUTES, after: undefined })).map(routeRow),
  }),
};

/**
 * Reads a model target from a JSON file.
 * @throws UsageFault if the file does not contain a valid target
 */
async function readTarget(readFile: RouteCommandPorts['readFile'], path: string): Promise<ModelTargetV1> {
  const document = parsed(await readFile(path));
  const fault = faultOf(document);
  if (fault !== undefined) throw new UsageFault(`The file ${path} is not a valid target: ${fault.message}`);
  return document as ModelTargetV1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function routeRow({ route_id, name, environment_id, release, created_at }: ServingRouteV1): CommandRow {
  const { connection_id, model, parameters } = release.target;
  return {
    route_id,
    name,
    environment_id,
    release_id: release.release_id,
    connection_id,
    model,
    max_output: String(parameters.max_output_tokens),
    digest: release.digest,
    serves_since: release.created_at,
    created_at,
  };
}
