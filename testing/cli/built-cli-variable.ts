/** The variable with the folder of the built command line of a run of tests. */
export const BUILT_CLI_VARIABLE = 'TRUETALLY_TEST_CLI';
