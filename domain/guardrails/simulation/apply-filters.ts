import type { GuardrailPlace, GuardrailSide } from '../guardrails-block.ts';

/** A content to which guardrails are applied. */
export interface SimulatedItem {
  readonly id: string;
  /** Undefined if nothing names the model. */
  readonly model?: string;
  /** The id of the virtual key; undefined if nothing names it. */
  readonly key?: string;
  /** A body for each side. A text without a side stands for both. */
  readonly bodies: Readonly<Partial<Record<GuardrailSide, unknown>>>;
}

/** The use of the filters of a place for an item: it has none, they match or not, or the item lacks what they need. */
export type FilterOutcome = 'none' | 'matched' | 'not_matched' | 'assumed';

/** The outcome of the filters of a place. Without a model or a key, a simulation assumes that the filter matches. */
export function applyFilters({ models, keys }: GuardrailPlace, { model, key }: SimulatedItem): FilterOutcome {
  const filters = [
    { members: models, value: model },
    { members: keys, value: key },
  ].filter(({ members }) => members !== undefined);
  if (filters.length === 0) return 'none';
  if (filters.some(({ members, value }) => value !== undefined && !members?.includes(value))) return 'not_matched';
  return filters.some(({ value }) => value === undefined) ? 'assumed' : 'matched';
}
