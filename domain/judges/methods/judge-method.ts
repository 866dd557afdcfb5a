import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import type { ScoringEnding, JudgeCallEnding } from './scoring-ending.ts';

/** A tier whose answers are judged. */
export interface JudgedTier {
  readonly name?: string;
  readonly model?: string;
}

/** One seat of a panel: a model at a provider, or a sidecar. */
export interface PanelMemberSettings {
  readonly model?: string;
  readonly api_key_env?: string;
  readonly endpoint_env?: string;
  readonly sidecar_endpoint_env?: string;
}

/** The settings of a judge at a provider that its method reads. */
export interface MethodSettings {
  readonly model?: string;
  readonly api_key_env?: string;
  readonly endpoint_env?: string;
  readonly rubric?: { readonly id?: string };
  readonly panel?: { readonly members?: readonly (PanelMemberSettings | undefined)[]; readonly rule?: string };
}

/** A method by which judges judge, as the configuration file may name it. */
export interface DeclaredMethod<Id extends string = string> {
  readonly id: Id;
  /** True if judges behind sidecars have it too. */
  readonly isServedBySidecars: boolean;
  readonly needsRubric: boolean;
  /** The settings of a judge at a provider that do not go with it, or are missing for it. */
  readonly findFaults: (judge: MethodSettings, tiers: readonly JudgedTier[], path: DocumentPath) => DocumentFault[];
}

/** A method by which this version judges. */
export interface ComposedMethod<Id extends string = string> extends DeclaredMethod<Id> {
  /** The members of settings without faults that this version cannot compose. */
  readonly findRefusals: (judge: MethodSettings, path: DocumentPath) => DocumentFault[];
  /** The settings of the members that are asked, each by a call of its own. */
  readonly membersOf: (judge: MethodSettings) => readonly (PanelMemberSettings | undefined)[];
  /** One verdict of the votes of all members, or why there is none. */
  readonly combine: (endings: readonly JudgeCallEnding[]) => ScoringEnding;
  /** True if its outcomes state that its members disagreed. */
  readonly disclosesSplit: boolean;
}
