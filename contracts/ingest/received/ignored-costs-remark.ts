/** The sentence for a sender whose stated costs are ignored. */
export const IGNORED_COSTS_REMARK =
  'Stated costs do not count in this environment. The price table prices calls, and price changes are ignored. An operator allows stated costs with `operator -- environment set --stated-costs accepted`.';
