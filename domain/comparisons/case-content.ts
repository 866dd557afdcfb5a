import type { FieldFault } from '../kernel/errors.ts';
import { labelFault, type PatternFault } from './labels/label-fault.ts';
import type { LabelCheck } from './labels/terms/label-check.ts';

/** Who speaks in a case. What the system is told belongs to what is asked, not to the case. */
export const MESSAGE_ROLES = ['user', 'assistant'] as const;

/** Where a case came from. */
export const CASE_SOURCES = ['created', 'imported'] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];

/** Messages of one case. */
export const MAX_CASE_MESSAGES = 64;
/** Cases that one request creates. */
export const MAX_NEW_CASES = 100;

/** What one version of a case says. */
export interface CaseContent {
  readonly messages: readonly { readonly role: (typeof MESSAGE_ROLES)[number]; readonly content: string }[];
  /** The expected label and how an answer is held against it; null where there is none. */
  readonly label: LabelCheck | null;
  /** What a judge grades by; empty where there is nothing. */
  readonly reference_notes: string;
  readonly critical: boolean;
}

/** What makes a case useless whatever is answered; undefined of a sound one. */
export function caseFault({ messages, label }: CaseContent, patternFault: PatternFault): FieldFault | undefined {
  if (messages.at(-1)?.role !== 'user') {
    return { pointer: `/messages/${messages.length - 1}/role`, detail: 'The last message must be the user’s.' };
  }
  const fault = label === null ? undefined : labelFault(label, patternFault);
  return fault && { ...fault, pointer: `/label${fault.pointer}` };
}
