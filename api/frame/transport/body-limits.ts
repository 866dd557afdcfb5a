import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';

/** What a JSON text may hold at all, whatever looks at it afterwards. */
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
  /** Whether each text must be one that every part of the house could keep. */
  readonly storable: boolean;
}

/**
 * What a JSON body may hold at all, whatever its schema says: each is at least the most that any schema allows, and all
 * together keep the checks behind them short. They are counted before anything is made of the body.
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
