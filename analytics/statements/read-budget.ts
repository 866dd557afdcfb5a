/** The budget of a statement that a user waits for. `StatementRunner` has its own budgets, for whole questions. */
export const READ_BUDGET = { max_execution_time: 15, max_rows_to_read: '200000000' } as const;
