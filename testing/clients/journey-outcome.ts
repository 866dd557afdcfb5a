/** The expected result of the journey that every external client in `test/outside/*` performs in its language. */
export const JOURNEY_OUTCOME = {
  state: 'ready',
  spend: ['1500000', '0.0015'],
  exported: 'ready',
  table: ['purpose', 'period', 'from'],
  isNamed: true,
  listed: ['Second', 'First'],
  refused: [409, 'conflict', 'name_taken'],
};
