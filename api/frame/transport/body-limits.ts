import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';

/** The limits of a JSON text, before any further check. */
export interface BodyLimits {
  readonly depth: number;
  /** Members of one list. */
  readonly items: number;
  /** Members of one object. */
  readonly members: number;
  /** Values in the whole document, however they are nested. */
  readonly values: number;
  /** UTF-16 units of one text as it is written, and of one name of a member. */
  readonly text: number;
  /** True if each text must be one that every store accepts. */
  readonly storable: boolean;
}

/**
 * The limits of a JSON body, for any schema. Each is at least the maximum of every schema, and together they keep the
 * later checks short. They are counted before any value is made from the body.
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
