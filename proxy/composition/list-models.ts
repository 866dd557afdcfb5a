import { isInScope, type KeyScopes } from '../../domain/gateway/key-scopes.ts';
import { matchesModel } from '../../domain/gateway/provider-block.ts';
import type { Upstream } from '../call/open-upstream.ts';

/**
 * A model, in a form that clients of OpenAI and of Anthropic both read. The gateway does not know when a model was
 * created.
 */
export interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  readonly type: 'model';
  readonly display_name: string;
  readonly owned_by: string;
  readonly created: 0;
  readonly created_at: '1970-01-01T00:00:00Z';
}

export interface ModelList {
  readonly object: 'list';
  readonly data: readonly ListedModel[];
  readonly has_more: false;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** The models that the configuration file names and the key opens. Patterns that end with `*` are not listed. */
export function listModels(
  upstreams: readonly Pick<Upstream, 'name' | 'models'>[],
  { models, providers }: KeyScopes,
): ModelList {
  const listed = new Map<string, ListedModel>();
  for (const upstream of upstreams) {
    if (!isInScope(providers, upstream.name)) continue;
    for (const id of upstream.models)
      if (!id.endsWith('*') && isInScope(models, id) && !listed.has(id)) listed.set(id, modelOf(id, upstream.name));
  }
  const data = [...listed.values()];
  return { object: 'list', data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

/** The model with this id; undefined if the key does not open it, or no provider that the key opens serves it. */
export function findModel(
  upstreams: readonly Pick<Upstream, 'name' | 'models'>[],
  { models, providers }: KeyScopes,
  id: string,
): ListedModel | undefined {
  if (!isInScope(models, id)) return undefined;
  const upstream = upstreams.find(
    (each) => isInScope(providers, each.name) && each.models.some((pattern) => matchesModel(pattern, id)),
  );
  return upstream && modelOf(id, upstream.name);
}

function modelOf(id: string, provider: string): ListedModel {
  const made = { created: 0, created_at: '1970-01-01T00:00:00Z' } as const;
  return { id, object: 'model', type: 'model', display_name: id, owned_by: provider, ...made };
}
