import { providerNamed } from '../../../domain/models/known-providers.ts';
import { CALL_NAMES } from './names/call-names.ts';
import type { SpanAttributes } from './span-attributes.ts';

/** The model that was called, with the name that facts have for its provider. */
export interface ModelOfSpan {
  readonly provider: string;
  /** The model that answered, else the one that was asked. */
  readonly model: string;
  /** The model that was asked, else the one that answered, in small letters and without its provider. */
  readonly plainModel: string;
}

export function askedOfSpan(attributes: SpanAttributes): Partial<ModelOfSpan> {
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

export function isWhole(asked: Partial<ModelOfSpan>): asked is ModelOfSpan {
  return asked.provider !== undefined && asked.model !== undefined;
}

/** The attributes that a span of a call lacks, as a sentence. */
export function whatIsMissing({ provider }: Partial<ModelOfSpan>): string {
  if (provider === undefined) return 'The span names no provider (gen_ai.provider.name).';
  return 'The span names no model (gen_ai.response.model, gen_ai.request.model).';
}

/** LiteLLM leaves the provider empty of what is no chat, and writes it in front of the model. */
function providerOf(attributes: SpanAttributes): string | undefined {
  const stated = attributes.text(CALL_NAMES.provider);
  if (stated !== undefined) return providerNamed(stated);
  const [, ofLitellm] = /^([^/]{1,64})\/./.exec(attributes.text(['litellm.provider.model']) ?? '') ?? [];
  return ofLitellm === undefined ? undefined : providerNamed(ofLitellm);
}

/** OpenInference leaves the model to the parameters of a call that failed. */
function askedModelOf(attributes: SpanAttributes): string | undefined {
  const asked = attributes.json('llm.invocation_parameters')?.['model'];
  return attributes.text(CALL_NAMES.askedModel) ?? (typeof asked === 'string' && asked !== '' ? asked : undefined);
}
