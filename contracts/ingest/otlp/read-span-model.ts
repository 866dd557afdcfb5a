import { canonicalProviderName } from '../../../domain/models/known-providers.ts';
import { CALL_NAMES } from './names/call-names.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The model that was called, and its provider under the name that facts use. */
export interface SpanModel {
  readonly provider: string;
  /** The model that answered, or else the requested model. */
  readonly model: string;
  /** The requested model, or else the one that answered, in lower case and without its provider. */
  readonly plainModel: string;
}

export function readSpanModel(attributes: SpanAttributes): Partial<SpanModel> {
  const provider = providerOf(attributes);
  const [asked, answered] = [askedModelOf(attributes), attributes.text(CALL_NAMES.answeredModel)];
  const model = answered ?? asked;
  const plain = asked ?? model;
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(plain !== undefined && { plainModel: plain.slice(plain.lastIndexOf('/') + 1).toLowerCase() }),
  };
}

export function isCompleteModel(asked: Partial<SpanModel>): asked is SpanModel {
  return asked.provider !== undefined && asked.model !== undefined;
}

/** The attributes that a span of a call lacks, as a sentence. */
export function missingModelDetail({ provider }: Partial<SpanModel>): string {
  if (provider === undefined) return 'The span names no provider (gen_ai.provider.name).';
  return 'The span names no model (gen_ai.response.model, gen_ai.request.model).';
}

/**
 * The provider of a span. For calls other than chat, LiteLLM leaves the provider empty and prepends it to the model.
 */
function providerOf(attributes: SpanAttributes): string | undefined {
  const stated = attributes.text(CALL_NAMES.provider);
  if (stated !== undefined) return canonicalProviderName(stated);
  const [, ofLitellm] = /^([^/]{1,64})\/./.exec(attributes.text(['litellm.provider.model']) ?? '') ?? [];
  return ofLitellm === undefined ? undefined : canonicalProviderName(ofLitellm);
}

/** The requested model. For a failed call, OpenInference has it in the invocation parameters only. */
function askedModelOf(attributes: SpanAttributes): string | undefined {
  const asked = attributes.json('llm.invocation_parameters')?.['model'];
  return attributes.text(CALL_NAMES.askedModel) ?? (typeof asked === 'string' && asked !== '' ? asked : undefined);
}
