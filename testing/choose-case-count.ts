const isDeep = process.env['TRUETALLY_TEST_DEPTH'] === 'deep';

/** The number of cases of an exhaustive test: `normal` by default, and `deep` in `npm run test:deep`. */
export function chooseCaseCount(normal: number, deep: number): number {
  return isDeep ? deep : normal;
}
