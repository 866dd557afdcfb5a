import { FACETS } from '../../../../domain/insight/dimensions.ts';
import type { Form } from '../../../tree/flag.ts';

/** The kinds of rows of a drilldown. */
export const DRILLDOWN_GRAINS = ['request', 'attempt', 'feedback'] as const;
export type DrilldownGrain = (typeof DRILLDOWN_GRAINS)[number];

/** A facet with one of its values. */
export interface FacetValue {
  readonly member: (typeof FACETS)[number];
  readonly value: string;
}

/** A facet with one of its values, as `outcome=failed`. */
export const facetValue: Form<FacetValue> = {
  rule: `<facet>=<value> with a facet of ${FACETS.join(', ')}`,
  parse: (text) => {
    const [, name, value = ''] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
    const member = FACETS.find((facet) => facet === name);
    return member === undefined ? undefined : { member, value };
  },
};
