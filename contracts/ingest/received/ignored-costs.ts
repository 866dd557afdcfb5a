/** The sentence for a sender whose stated costs are ignored. */
export const IGNORED_COSTS =
  'Stated costs do not count in this environment: the price table prices calls, and changes of a price are passed over. An operator allows stated costs with `operator -- environment set --stated-costs accepted`.';
