import type { SemanticSettings } from '../../domain/gateway/cache/cache-settings.ts';
import type { Upstream } from '../call/open-upstream.ts';
import { lexicalEmbedder, type Embedder } from '../cache/semantic/embedder.ts';
import { createLikenessJudge, type LikenessJudge } from '../cache/semantic/likeness-judge.ts';
import type { OwnCalls } from '../cache/semantic/own-calls.ts';
import { createProviderEmbedder } from '../cache/semantic/provider-embedder.ts';

/** Whoever says where texts stand, and whoever judges them. */
export interface AskedModels {
  readonly embedder: Embedder;
  /** Undefined where the settings name none. */
  readonly judge: LikenessJudge | undefined;
}

/** The models of the settings, whose providers are ones of the file; without one, texts stand by their words. */
export function openAskedModels(
  { embeddings, judge }: SemanticSettings,
  { upstreams, calls }: { readonly upstreams: readonly Upstream[]; readonly calls: OwnCalls },
): AskedModels {
  const named = (provider: string | undefined): Upstream | undefined => upstreams.find(({ name }) => name === provider);
  const [embedding, judging] = [named(embeddings?.provider), named(judge?.provider)];
  return {
    embedder: embeddings && embedding ? createProviderEmbedder(calls, embedding, embeddings.model) : lexicalEmbedder,
    judge: judge && judging && createLikenessJudge(calls, judging, judge.model),
  };
}
