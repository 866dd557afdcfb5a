import type { ViewOwner } from '../views/new-view.ts';

/** A workspace of an organization, one environment of it, and two subjects of the organization. */
export interface PlaneTenancy extends ViewOwner {
  readonly environmentId: string;
  readonly otherId: string;
}
