import { TAG_PREFIX, type DimensionName } from './dimension-names.ts';
import type { Dimensions } from './dimensions-schema.ts';

/** The annotations by which earlier gateways stated dimensions, with the names of the dimensions. */
const NAME_OF: ReadonlyMap<string, DimensionName> = new Map([
  ['dims.user', 'user'],
  ['dims.tenant', 'tenant'],
  ['dims.feature', 'feature'],
  ['agent', 'agent'],
  ['step_class', 'step_class'],
  ['step_id', 'step_id'],
  ['parent_id', 'parent_id'],
  ['key_id', 'key'],
]);

/** The dimensions in the annotations of an admission of an earlier gateway. */
export function dimensionsOfNotes(noted: Readonly<Record<string, string>>): Dimensions {
  return Object.fromEntries(
    Object.entries(noted).flatMap(([name, value]) => {
      const known = name.startsWith(TAG_PREFIX) ? name : NAME_OF.get(name);
      return known === undefined ? [] : [[known, value]];
    }),
  );
}
