import type { DocumentPath, DocumentFault } from '../../kernel/document-fault.ts';
import type { ScoringEnding, JudgeCallEnding } from './scoring-ending.ts';

/** A tier whose answers are judged. */
export interface JudgedTier {
  readonly name?: string;
  readonly model?: string;
}

/** The settings of a panel member: a model at a provider, or a sidecar. */
export interface PanelMemberSettings {
  readonly model?: string;
  readonly api_key_env?: string;
  readonly endpoint_env?: string;
  readonly sidecar_endpoint_env?: string;
}

/** The settings of a judge that its method reads. */
export interface MethodSettings {
  readonly model?: string;
  readonly api_key_env?: string;
  readonly endpoint_env?: string;
  readonly rubric?: { readonly id?: string };
  readonly panel?: { readonly members?: readonly (PanelMemberSettings | undefined)[]; readonly rule?: string };
}

/** A judging method that the configuration file may name. */
export interface DeclaredMethod<Id extends string = string> {
  readonly id: Id;
  /** True if judges behind sidecars can use the method. */
  readonly isServedBySidecars: boolean;
  readonly needsRubric: boolean;
  /** The settings that do not fit the method, or that it requires and that are missing. */
  readonly findFaults: (judge: MethodSettings, tiers: readonly JudgedTier[], path: DocumentPath) => DocumentFault[];
}

/** A judging method that this version implements. */
export interface ComposedMethod<Id extends string = string> extends DeclaredMethod<Id> {
  /** The settings without faults that this version cannot run. */
  readonly findRefusals: (judge: MethodSettings, path: DocumentPath) => DocumentFault[];
  /** The settings of the panel members, each of which is called separately. */
  readonly membersOf: (judge: MethodSettings) => readonly (PanelMemberSettings | undefined)[];
  /** The verdict from the votes of all members, or the reason for no verdict. */
  readonly combine: (endings: readonly JudgeCallEnding[]) => ScoringEnding;
  /** True if outcomes state that the members disagreed. */
  readonly disclosesSplit: boolean;
}
