import type { ConnectionUse, ModelProvider, Wire } from '../../domain/models/model-call.ts';
import { takesSeed } from '../../domain/models/protocols.ts';
import type { ModelTargetV1 } from '../models/model-target.ts';

/** A connection that the environment was granted, with the members that a plan needs. */
export interface GrantedConnection {
  readonly connectionId: string;
  readonly provider: ModelProvider;
  readonly wire: Wire;
  readonly endpoint: string;
  /** The family of each model, by the name of the model. */
  readonly modelFamilies: Readonly<Record<string, string>>;
  readonly uses: readonly ConnectionUse[];
}

type Family =
  | { readonly family: string }
  | { readonly fault: 'connection_id' | 'model' | 'parameters/seed'; readonly detail: string };

/** The family of a model at a connection that is granted for this use, or the reason why the model cannot be called. */
export function familyOf(
  granted: readonly GrantedConnection[],
  use: ConnectionUse,
  { connection_id: id, model, ...rest }: Pick<ModelTargetV1, 'connection_id' | 'model'> & Partial<ModelTargetV1>,
): Family {
  const connection = granted.find(({ connectionId }) => connectionId === id);
  if (connection?.uses.includes(use) !== true) {
    return {
      fault: 'connection_id',
      detail: `Connection ${id} is not granted for ${use} in this environment. Ask an operator to grant it.`,
    };
  }
  const family = Object.hasOwn(connection.modelFamilies, model) ? connection.modelFamilies[model] : undefined;
  if (family === undefined)
    return { fault: 'model', detail: `Connection ${id} has no model ${model}. Choose one of its models.` };
  if (rest.parameters?.seed !== undefined && !takesSeed(connection.wire)) {
    return {
      fault: 'parameters/seed',
      detail: 'The wire of this connection has no parameter `seed`. Omit `seed`.',
    };
  }
  return { family };
}
