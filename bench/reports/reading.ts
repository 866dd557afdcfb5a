/** The source of the bench worker's answers: a made answer of a few bytes, one of 10 MiB, or ClickHouse's. */
export type Reading = 'small' | 'ten-mib' | 'clickhouse';
