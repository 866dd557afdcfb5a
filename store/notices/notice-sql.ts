/** The SQL that begins the insertion of a notice. Its SELECT has these columns. */
export const INSERT_NOTICE = `INSERT INTO notices
    (notice_id, kind, about, hour, organization_id, workspace_id, detail, happened_at, last_at)`;

/**
 * The SQL that ends the insertion of a notice. Equal events within a UTC hour share the notice of the first one, so
 * that a fault that affects thousands of things writes few rows.
 */
export const COUNT_REPEATED_NOTICE = `ON CONFLICT (kind, about, hour) DO UPDATE
    SET times = notices.times + 1, last_at = greatest(notices.last_at, excluded.last_at), detail = excluded.detail`;
