import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';

/** The limits of a JSON text, before any further check. */
export interface BodyLimits {
  readonly depth: number;
  /** The maximum number of items in one list. */
  readonly items: number;
  /** The maximum number of members in one object. */
  readonly members: number;
  /** The maximum number of values in the document, at any depth. */
  readonly values: number;
  /** The maximum number of UTF-16 code units of one text in its written form, and of one member name. */
  readonly text: number;
  /** True if every store must accept each text. */
  readonly storable: boolean;
}

/**
 * The limits of a JSON body, for any schema. Each is at least the maximum of every schema, and together they keep the
 * later checks short. They are checked before any value is built from the body.
 */
export const BODY_LIMITS = {
  bytes: 1_048_576,
  depth: 32,
  items: QUERY_LIMITS.max_ids_per_list,
  members: 64,
  values: 4_096,
  text: 65_536,
  storable: true,
} as const satisfies BodyLimits & { readonly bytes: number };
