/** What every outside client has to say of the same journey: `test/outside/*` go through it, each in its own words. */
export const JOURNEY_OUTCOME = {
  state: 'ready',
  spend: ['1500000', '0.0015'],
  exported: 'ready',
  table: ['purpose', 'period', 'from'],
  isNamed: true,
  listed: ['Second', 'First'],
  refused: [409, 'conflict', 'name_taken'],
};
