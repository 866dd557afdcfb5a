import type pg from 'pg';

/** A column of a statement's rows, as Postgres describes it without running the statement. */
export interface DescribedColumn {
  readonly name: string;
  /** The name of its type. */
  readonly type: string;
  /** True if a column of one of our tables can be null; undefined for computed columns and for catalogues. */
  readonly isNullable: boolean | undefined;
}

/** The lowest object id of our relations: lower ones belong to Postgres. */
const FIRST_OWN_RELATION = 16_384;

interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** The part of the driver's connection that prepares a statement without running it. */
interface Connection {
  parse(query: { text: string; name: string; types: never[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** The submission of a statement to Postgres. Postgres prepares and describes the statement, and does not run it. */
class Preparation implements pg.Submittable {
  readonly #text: string;
  readonly #resolve: (fields: readonly Field[]) => void;
  #fields: readonly Field[] = [];
  readonly handleError: (error: Error) => void;

  constructor(text: string, resolve: (fields: readonly Field[]) => void, reject: (error: Error) => void) {
    [this.#text, this.#resolve, this.handleError] = [text, resolve, reject];
  }

  readonly submit = (connection: unknown): void => {
    const driver = connection as Connection;
    driver.parse({ text: this.#text, name: '', types: [] });
    driver.describe({ type: 'S', name: '' });
    driver.sync();
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }
}

/**
 * Describes the columns of a statement under the current schema.
 *
 * @throws the error of Postgres, if it cannot prepare the text
 */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<readonly Field[]>((resolve, reject) => {
    client.query(new Preparation(text, resolve, reject));
  });
  const { rows } = await client.query<DescribedColumn>(
    `SELECT field.name, format_type(field.type, NULL) AS type, NOT attnotnull AS "isNullable"
     FROM unnest($1::text[], $2::oid[], $3::oid[], $4::int[]) WITH ORDINALITY AS field (name, type, relation, number, place)
       LEFT JOIN pg_attribute ON attrelid = relation AND attnum = number AND relation >= ${FIRST_OWN_RELATION}
     ORDER BY place`,
    [
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  );
  return rows.map((row) => ({ ...row, isNullable: row.isNullable ?? undefined }));
}
