import type { FacetKey } from '../../../domain/insight/group-sums.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';

/** The values with groups of their own, in the order of answers. */
export type TopValues = readonly { readonly purpose: Purpose; readonly facet: FacetKey }[];
