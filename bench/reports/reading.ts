/** The source of the bench worker's answers: a synthetic answer of a few bytes or of 10 MiB, or ClickHouse. */
export type BenchAnswerSource = 'small' | 'ten-mib' | 'clickhouse';
