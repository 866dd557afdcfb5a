import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FACT_COLUMNS, FACT_TABLES } from '../../../../../analytics/indexer/events/fact-rows.ts';
import { findColumnType } from '../../../../../analytics/indexer/events/find-column-type.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../../../../analytics/schema.txt'), 'utf8').split('\n');

it.each(FACT_TABLES)('rows of %s are written in the types of its columns', (table) => {
  for (const name of ['arrival_seq', 'batch_id', ...FACT_COLUMNS[table]])
    expect(SCHEMA).toContain(`column ${table}.${name}: ${findColumnType(table, name)}`);
});
