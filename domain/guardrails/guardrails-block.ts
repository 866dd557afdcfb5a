import type { Detector } from './detectors.ts';

/** The side of a call whose content a binding examines. */
export const GUARDRAIL_SIDES = ['request', 'response'] as const;
export type GuardrailSide = (typeof GUARDRAIL_SIDES)[number];

/** The effect of a match: it is only counted, the call is marked, or the call is refused. */
export const GUARDRAIL_ACTIONS = ['observe', 'flag', 'block'] as const;
export type GuardrailAction = (typeof GUARDRAIL_ACTIONS)[number];

/** The bounds of the list of words of a binding. */
export const MAX_WORDS = 1_000;
export const MAX_WORD_CHARACTERS = 200;

/** The calls and the side of them that a binding examines. */
export interface GuardrailPlace {
  readonly side: GuardrailSide;
  /** Every model if absent. */
  readonly models?: readonly string[];
  /** The ids of virtual keys; every key if absent. */
  readonly keys?: readonly string[];
}

/** The use of detectors at a place. */
export interface GuardrailBinding {
  readonly id: string;
  readonly where: GuardrailPlace;
  readonly detectors: readonly Detector[];
  /** The list of the detector `words`. */
  readonly words?: readonly string[];
  /** The evaluator of the detector `judge` or `sidecar`. */
  readonly evaluator?: string;
  readonly action: GuardrailAction;
}

/** The block `guardrails` of the configuration file. */
export interface GuardrailsBlock {
  readonly bindings?: readonly GuardrailBinding[];
}

/** A sentence for every page and report about the block. */
export const NOT_ENFORCED =
  'Guardrails are simulated by `tt guardrails test`; the gateway does not enforce guardrails.';
