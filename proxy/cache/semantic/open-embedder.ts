import type { SemanticSettings } from '../../../domain/gateway/cache/cache-settings.ts';
import type { Upstream } from '../../open-upstream.ts';
import { lexicalEmbedder, type Embedder } from './embedder.ts';
import type { OwnCalls } from './own-calls.ts';
import { createProviderEmbedder } from './provider-embedder.ts';

/** Whoever says where texts stand by the settings, whose provider is one of the file. */
export function openEmbedder(
  { embeddings }: SemanticSettings,
  { upstreams, calls }: { readonly upstreams: readonly Upstream[]; readonly calls: OwnCalls },
): Embedder {
  const upstream = upstreams.find(({ name }) => name === embeddings?.provider);
  if (embeddings === undefined || upstream === undefined) return lexicalEmbedder;
  return createProviderEmbedder(calls, upstream, embeddings.model);
}
