import type { FieldFault } from '../kernel/errors.ts';
import { labelFault, type PatternFault } from './labels/label-fault.ts';
import type { LabelCheck } from './labels/terms/label-check.ts';

/** The speakers in a case. System instructions belong to the question, not to the case. */
export const MESSAGE_ROLES = ['user', 'assistant'] as const;

/** The origin of a case. */
export const CASE_SOURCES = ['created', 'imported'] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];

/** The maximum number of messages in a case. */
export const MAX_CASE_MESSAGES = 64;
/** The maximum number of cases that one request creates. */
export const MAX_NEW_CASES = 100;

/** The content of one version of a case. */
export interface CaseContent {
  readonly messages: readonly { readonly role: (typeof MESSAGE_ROLES)[number]; readonly content: string }[];
  /** The expected label and the check of an answer against it; null for a case without a label. */
  readonly label: LabelCheck | null;
  /** The notes by which a judge grades; empty if there are none. */
  readonly reference_notes: string;
  readonly critical: boolean;
}

/** The fault of a case for which no answer is useful; undefined for a valid case. */
export function caseFault({ messages, label }: CaseContent, patternFault: PatternFault): FieldFault | undefined {
  if (messages.at(-1)?.role !== 'user') {
    return {
      pointer: `/messages/${messages.length - 1}/role`,
      detail: 'The last message must have the role `user`. Change its role, or add a message of the user.',
    };
  }
  const fault = label === null ? undefined : labelFault(label, patternFault);
  return fault && { ...fault, pointer: `/label${fault.pointer}` };
}
