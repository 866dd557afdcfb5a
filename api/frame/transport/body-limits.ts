import { QUERY_LIMITS } from '../../../contracts/insight/limits.ts';

/**
 * What a JSON body may hold at all, whatever its schema says: each is at least the most that any schema allows, and all
 * together keep the checks behind them short. They are counted before anything is made of the body.
 */
export const BODY_LIMITS = {
  bytes: 1_048_576,
  depth: 32,
  /** Members of one list. */
  items: QUERY_LIMITS.max_ids_per_list,
  /** Members of one object. */
  members: 64,
  /** Values in the whole document, however they are nested. */
  values: 4_096,
  /** UTF-16 units of one text as it is written, and of one name of a member. */
  text: 8_192,
} as const;
