// Answers one query in DuckDB, as a process of its own, so that its memory can be measured.
import { DuckDBInstance } from '@duckdb/node-api';

const [sql = '', threads = '2'] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads, preserve_insertion_order: 'false' });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(sql);
console.log(
  reader
    .getRows()
    .map((row) => row.map(String).join('\t'))
    .join('\n'),
);
