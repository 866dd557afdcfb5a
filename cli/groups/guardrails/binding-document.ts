import type { Detector } from '../../../domain/guardrails/detectors.ts';
import type { GuardrailAction, GuardrailBinding, GuardrailPlace } from '../../../domain/guardrails/guardrails-block.ts';

/** A binding in documents. */
export interface BindingDocument {
  readonly id: string;
  readonly where: GuardrailPlace;
  readonly detectors: readonly Detector[];
  /** The number of words of the list. The words themselves can be confidential. */
  readonly words?: number;
  readonly evaluator?: string;
  readonly action: GuardrailAction;
  readonly calibration: { readonly state: 'never_calibrated' };
}

export function bindingDocument({ words, ...binding }: GuardrailBinding): BindingDocument {
  return {
    ...binding,
    ...(words !== undefined && { words: words.length }),
    calibration: { state: 'never_calibrated' },
  };
}

/** The place of a binding as a phrase, such as `requests of the models a and b`. */
export function placeText({ side, models, keys }: GuardrailPlace): string {
  const filters = [
    ...(models === undefined ? [] : [`of the models ${models.join(', ')}`]),
    ...(keys === undefined ? [] : [`with the keys ${keys.join(', ')}`]),
  ];
  return [`${side}s`, ...filters].join(' ');
}
