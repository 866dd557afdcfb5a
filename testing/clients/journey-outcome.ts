/**
 * The expected result of the journey for every outside client: each in `test/outside/*` makes it in its own language.
 */
export const JOURNEY_OUTCOME = {
  state: 'ready',
  spend: ['1500000', '0.0015'],
  exported: 'ready',
  table: ['purpose', 'period', 'from'],
  isNamed: true,
  listed: ['Second', 'First'],
  refused: [409, 'conflict', 'name_taken'],
};
