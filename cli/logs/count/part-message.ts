import type { CallWindow } from '../call-window.ts';
import type { GroupKey } from '../groups/group-keys.ts';
import type { SkipReason } from '../skipped-lines.ts';
import type { PartEdges } from '../scan/part-scanner.ts';
import type { LogPart } from '../scan/plan-parts.ts';

/** The part of a log that a thread counts. */
export interface CountOrder {
  readonly keys: readonly GroupKey[];
  readonly window: CallWindow;
  readonly traceId: string | undefined;
  /** The folder for groups that do not fit into the memory. */
  readonly folder: string;
  /** A name that no other thread has. */
  readonly name: string;
}

/** A part with its place in the log. */
export interface PlannedPart {
  readonly index: number;
  readonly part: LogPart;
}

/** A part to read; undefined after the last part. */
export type PartOrder = PlannedPart | undefined;

/** The answers of a thread. */
export type PartAnswer =
  | { readonly kind: 'read'; readonly bytes: number }
  | { readonly kind: 'part'; readonly index: number; readonly edges: PartEdges }
  /** The part cannot be counted without the parts before it. */
  | { readonly kind: 'overfull' }
  | {
      readonly kind: 'end';
      /** Records of groups by their key; those of spilled keys are on disk. */
      readonly groups: readonly (readonly [GroupKey, Uint8Array])[];
      readonly hours: readonly (readonly [hour: number, calls: number])[];
      readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
    };
