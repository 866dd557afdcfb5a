import type { SemanticSettings } from '../../domain/gateway/cache/cache-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { lexicalEmbedder, type Embedder } from '../cache/semantic/embedder.ts';
import { createSimilarityJudge, type SimilarityJudge } from '../cache/semantic/similarity-judge.ts';
import type { InternalCalls } from '../cache/semantic/internal-calls.ts';
import { createProviderEmbedder } from '../cache/semantic/provider-embedder.ts';

/** The model that embeds texts, and the model that judges them. */
export interface InternalModels {
  readonly embedder: Embedder;
  /** Undefined if the settings name no judge. */
  readonly judge: SimilarityJudge | undefined;
}

/**
 * The models that the settings name, at providers of the configuration file. Without an embedding model, texts are
 * compared by their words.
 */
export function openInternalModels(
  { embeddings, judge }: SemanticSettings,
  { upstreams, calls }: { readonly upstreams: readonly Upstream[]; readonly calls: InternalCalls },
): InternalModels {
  const named = (provider: string | undefined): Upstream | undefined => upstreams.find(({ name }) => name === provider);
  const [embedding, judging] = [named(embeddings?.provider), named(judge?.provider)];
  return {
    embedder: embeddings && embedding ? createProviderEmbedder(calls, embedding, embeddings.model) : lexicalEmbedder,
    judge: judge && judging && createSimilarityJudge(calls, judging, judge.model),
  };
}
