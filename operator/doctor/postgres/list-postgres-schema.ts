import type pg from 'pg';

/**
 * The query of the listing. It omits the table of migrations, which belongs to the migration tool and differs
 * between its versions.
 */
const LISTING = `
  WITH tables AS (
    SELECT oid, relname, relkind FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND relname <> 'schema_migrations'
  ), lines AS (
    SELECT format('table %s: %s', relname, CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' ELSE 'table' END) AS line
    FROM tables
    UNION ALL
    SELECT format('column %s.%s: %s', t.relname, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN 'not null' END,
      CASE a.attidentity WHEN 'a' THEN 'identity always' WHEN 'd' THEN 'identity' END,
      'default ' || pg_get_expr(d.adbin, d.adrelid)))
    FROM tables t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT format('index %s.%s: %s', t.relname, i.relname,
      regexp_replace(pg_get_indexdef(i.oid), ' ON (ONLY )?\\S+', '') || CASE WHEN x.indisvalid THEN '' ELSE ' (invalid)' END)
    FROM tables t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid
    UNION ALL
    -- Newer versions keep NOT NULL as constraints too; it is listed with its column.
    SELECT format('constraint %s.%s: %s', t.relname, c.conname, pg_get_constraintdef(c.oid))
    FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype IN ('c', 'f', 'p', 'u', 'x')
  )
  SELECT regexp_replace(line, '\\s+', ' ', 'g') AS line FROM lines`;

/** Every table, column, index and constraint of the control plane, as sorted lines for `compareSchemas`. */
export async function listPostgresSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(LISTING);
  return rows.map(({ line }) => line).sort();
}
