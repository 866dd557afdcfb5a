/** What the worker of the bench asks for an answer: nobody, nobody but at great length, or ClickHouse. */
export const READINGS = ['small', 'ten-mib', 'clickhouse'] as const;
export type Reading = (typeof READINGS)[number];
