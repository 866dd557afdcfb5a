/**
 * The condition that omits endings which a cancellation replaced.
 *
 * @param workspace the name of the bound workspace
 */
export const notReplaced = (workspace: string): string =>
  `arrival_seq NOT IN (SELECT replaced_seq FROM replaced_terminals_v1 WHERE workspace_id = {${workspace}:String})`;
